import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import mail from "../types/mail/index.ts";
import { derive } from "./draft.ts";

const MIGRATION = path.resolve(import.meta.dirname, "../../migrations/007-rows.sql");

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

const ofMail = (from: object[], body: string) =>
  derive(mail, {
    ...{ type: "mail", title: "Your flight", titleSource: "import", body, tags: [], sourceUrl: null },
    data: { ...mail.definition.defaultData, from },
  }).line;

describe("the second line of a row", () => {
  it("says what matters of a card of its type, and never the text that search reads", async () => {
    const { items } = await world.person();
    const checklist = [
      { text: "passport", done: true },
      { text: "tickets", done: false },
    ];
    const cards = [
      { type: "note", title: "Strasbourg", body: "# Strasbourg\n\nTrain *booked*." },
      { type: "task", title: "Travel", body: "With Ada", data: { priority: "high", checklist } },
      { type: "task", title: "Nothing else", data: { repeat: { every: 3, unit: "month" } } },
      { type: "bookmark", title: "Row locks", data: { url: "https://www.queuecraft.dev/locks?x=1" } },
      { type: "bookmark", body: "For the talk", data: { url: "https://e.org/a", siteName: "E", description: "About" } },
    ];
    for (const card of cards) await items.create(card, randomUUID());
    const lines = async () => (await items.list({ order: "asc" })).items.map(({ line }) => line);
    const wanted = [
      "Train booked.",
      "High priority · 1 of 2 steps · With Ada",
      "every 3 months",
      "queuecraft.dev",
      "E · For the talk",
    ];
    expect(await lines()).toEqual(wanted);

    // Rows of before the migration; nothing repeated then.
    const before = wanted.map((line) => line.replace("every 3 months", ""));
    await world.database.system(async (tx) => {
      await tx.execute(sql`update items.item set line = 'what search reads' where type <> 'note'`);
      await tx.execute(sql.raw(await readFile(MIGRATION, "utf8")));
    });
    expect(await lines()).toEqual(before);
  });

  it("names the sender of a mail before its first words", () => {
    expect(ofMail([{ name: "KDE Air", address: "noreply@kde.org" }], "Have a nice flight!\nBye")).toBe(
      "KDE Air · Have a nice flight! Bye",
    );
    expect(ofMail([{ name: "", address: "ada@example.org" }], "")).toBe("ada@example.org");
    expect(ofMail([], "Hi")).toBe("Hi");
  });
});
