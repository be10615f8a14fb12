import { randomUUID } from "node:crypto";
import type { ImportSession } from "@tessera/contracts-items/items.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

type Items = Awaited<ReturnType<ItemsWorld["person"]>>["items"];
async function imported(items: Items, content: string, name = "contacts.vcf"): Promise<ImportSession> {
  const form = new FormData();
  form.append("files", new Blob([content]), name);
  const { id } = await items.startImport(form, randomUUID(), undefined, { tags: "people" });
  await world.jobsIdle();
  return items.importSession(id);
}
const file = (...lines: string[]) => lines.join("\r\n");

const BOOK = file(
  "BEGIN:VCARD",
  "VERSION:3.0",
  "FN:Ada Lovelace",
  "N:Lovelace;Ada;;Countess;",
  "NICKNAME:Ada,The Countess",
  "item1.EMAIL;type=INTERNET:office@example.org",
  "item1.X-ABLabel:_$!<Office>!$_",
  "EMAIL;type=INTERNET;type=HOME;type=pref:Ada@example.org",
  "TEL;TYPE=CELL:+44 20 7946 0018",
  "ADR;TYPE=HOME:;;12 St James’s Square;London;;SW1Y;United Kingdom",
  "ORG:Analytical Engines;Programs",
  "BDAY:1815-12-10",
  "CATEGORIES:work,mathematics",
  "NOTE:Writes about\\, and for\\; machines.\\nPrefers le",
  " tters.",
  "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD",
  " AAQSkZJRgABAQAAAQABAAD",
  "UID:ada",
  "END:VCARD",
  "BEGIN:VCARD",
  "VERSION:2.1",
  "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BC=",
  "rgen;;;",
  "TEL;CELL;PREF:+49 30 1234567",
  "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Gr=FC=DFe; aus=0D=0AK=F6ln, am Rhein",
  "PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD",
  "AAQSkZJRgABAQAAAQABAAD==",
  "",
  "END:VCARD",
  "BEGIN:VCARD",
  "VERSION:4.0",
  "FN:Grace Hopper",
  'TEL;VALUE=uri;PREF=1;TYPE="voice,home":tel:+1-555-0100',
  "EMAIL:ada@example.org",
  "BDAY:--1209",
  "ANNIVERSARY;VALUE=text:about 1930",
  "GEO:geo:40.7,-74.0",
  "UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1",
  "END:VCARD",
  "BEGIN:VCARD",
  "VERSION:3.0",
  "FN:Broken Line",
  "this is no line of a card",
  "END:VCARD",
  "BEGIN:VCARD",
  "VERSION:3.0",
  "NOTE:nobody",
  "END:VCARD",
  "BEGIN:VCARD",
  "VERSION:4.0",
  "KIND:group",
  "FN:Friends",
  "END:VCARD",
  "BEGIN:VCARD",
  "VERSION:3.0",
  "FN:Cut Off",
);

it("imports an address book of vCard 2.1, 3.0 and 4.0 as people, each once, and names what it cannot read", async () => {
  const { items } = await world.person({});
  const session = await imported(items, BOOK);
  expect(session.errors).toEqual([
    { entry: "Contact 4, Broken Line", message: "A line of it is not as vCard has it" },
    { entry: "Contact 5", message: "It has neither a name nor an address" },
    { entry: "Contact 6, Friends", message: "It is a group of contacts, and no contact" },
    { entry: "Contact 7, Cut Off", message: "The file ends within it" },
  ]);
  expect(session).toMatchObject({ contents: "contacts", state: "done", total: 7, created: 3, refused: 4 });
  const { items: rows } = await items.list({ type: "person" });
  const called = async (title: string) => items.get(rows.find((row) => row.title === title)!.id);
  expect(await called("Ada Lovelace")).toMatchObject({
    ...{ status: "later", source: "import:contacts", tags: ["work", "mathematics", "people"] },
    data: { email: "Ada@example.org", aliases: ["Ada", "The Countess"] },
    body: [
      "- Email (Office): office@example.org",
      "- Phone (cell): +44 20 7946 0018",
      "- Address (home): 12 St James’s Square, London, SW1Y, United Kingdom",
      "- Organisation: Analytical Engines, Programs",
      "- Birthday: 1815-12-10",
      "",
      "Writes about, and for; machines.",
      "Prefers letters.",
    ].join("\n"),
  });
  expect(await called("Jürgen Müller")).toMatchObject({
    data: { aliases: [] },
    body: "- Phone (cell): +49 30 1234567\n\nGrüße; aus\nKöln, am Rhein",
  });
  // Two people with one address: it is the first one's, and stands in the text of the other.
  const grace = await called("Grace Hopper");
  expect(grace.data).not.toHaveProperty("email");
  expect(grace.body).toBe(
    "- Phone (home): +1-555-0100\n- Email: ada@example.org\n- Birthday: --12-09\n- Anniversary: about 1930\n- Place: geo:40.7,-74.0",
  );

  expect(await imported(items, BOOK)).toMatchObject({ created: 0, duplicates: 3, refused: 4 });
  // Somebody who is there already, with another address book.
  const known = file("BEGIN:VCARD", "VERSION:3.0", "FN:A. Lovelace", "EMAIL:ADA@example.org", "END:VCARD");
  expect(await imported(items, known, "other.vcf")).toMatchObject({ created: 0, duplicates: 1 });
});

it("reports an address book without contacts", async () => {
  const { items } = await world.person({});
  expect((await imported(items, "nothing")).errors).toEqual([
    { entry: "contacts.vcf", message: "No contacts were found in this file" },
  ]);
});

it("imports the XML of Pinboard and Delicious", async () => {
  const { items } = await world.person({});
  const posts = file(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<posts user="ada"><post href="https://queuecraft.example/locks?a=1&amp;b=2" description="Row locks &amp; more"',
    ' extended="Worth &quot;reading&quot;" tag="sql queues" time="2024-03-01T10:00:00Z" shared="no" toread="yes"/>',
    '<post href="javascript:alert(1)" description="A script" tag=""/></posts>',
  );
  const session = await imported(items, posts, "posts.xml");
  expect(session).toMatchObject({ contents: "bookmarks", total: 2, created: 1, refused: 1 });
  const { items: rows } = await items.list({ type: "bookmark" });
  expect(await items.get(rows[0]!.id)).toMatchObject({
    ...{ title: "Row locks & more", createdAt: "2024-03-01T10:00:00.000Z" },
    data: { url: "https://queuecraft.example/locks?a=1&b=2" },
    tags: expect.arrayContaining(["sql", "queues", "people"]),
  });
});
