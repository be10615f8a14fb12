import { randomUUID } from "node:crypto";
import type { CardNeighbours } from "@tessera/contracts-items/neighbours.ts";
import { neighboursClient } from "@tessera/contracts-items/neighbours-client.ts";
import { referenceTo } from "@tessera/contracts-items/references.ts";
import { EmbedCards } from "../meaning/embed-cards.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { PAIRS, whole } from "./labelled-pairs.ts";

const key = () => randomUUID();
const titles = ({ neighbours }: CardNeighbours) => neighbours.map(({ card }) => card.title);

const TEXT =
  "The meeting is on Thursday at ten in the large room. Bring the figures of the last quarter, and the plan for the next.";

describe("cards like one, by meaning and by words", () => {
  let world: ItemsWorld;
  beforeAll(async () => {
    world = await startItems({ environment: { EMBEDDINGS: "on", RATE_LIMIT_FACTOR: "0" } });
  });
  afterAll(() => world.stop());

  async function embedAll(): Promise<void> {
    await world.application.nest.get(EmbedCards).embedAll();
    await world.jobsIdle();
  }
  async function person() {
    const { items, token } = await world.person({ userId: randomUUID() });
    const client = neighboursClient(world.client(token));
    /** Asked until the model has answered. */
    const until = async (ask: () => Promise<CardNeighbours>) => {
      for (;;) {
        const answer = await ask();
        if (answer.meaning !== "late") return answer;
      }
    };
    return {
      items,
      ofCard: (id: string) => until(() => client.ofCard(id)),
      ofText: (text: string) => until(() => client.ofText(text)),
    };
  }

  it("are named with how near they are, the one that says the same first, and suggest the tags that they share", async () => {
    const me = await person();
    const note = (title: string, tags: string[] = [], body = "") =>
      me.items.create({ type: "note", title, body, tags }, key());
    await note("A kitten was lying on the rug", ["pets", "home"]);
    await note("The cat sleeps on the carpet all day", ["Pets"]);
    await note("Interest rates were raised by the central bank", ["money"]);
    const cat = await note("My cat is asleep on the carpet", ["home"]);
    await embedAll();
    const found = await me.ofCard(cat.id);
    expect(found.meaning).toBe("searched");
    expect(titles(found)).toContain("The cat sleeps on the carpet all day");
    expect(titles(found)).not.toContain("Interest rates were raised by the central bank");
    expect(titles(found)).not.toContain(cat.title);
    expect(found.tags.map((tag) => tag.toLowerCase())).toEqual(["pets"]);
    for (const { likeness } of found.neighbours) expect(likeness).toBeGreaterThan(0.5);

    const again = await note("My cat is asleep on the carpet!", [], "");
    await embedAll();
    const [first] = (await me.ofCard(again.id)).neighbours;
    expect(first).toMatchObject({ card: { id: cat.id, status: "inbox" }, same: true, likeness: 1 });
  });

  it("of a text that is not stored yet are the same, and nobody else's", async () => {
    const [me, other] = [await person(), await person()];
    await me.items.create({ type: "note", title: "Minutes", body: TEXT, tags: ["work"] }, key());
    await embedAll();
    const found = await me.ofText(`${TEXT.replace("ten", "eleven")} Ada will be late.`);
    expect(found.neighbours).toMatchObject([{ card: { title: "Minutes" }, same: true }]);
    expect(found.tags).toEqual(["work"]);
    expect(await other.ofText(TEXT)).toMatchObject({ neighbours: [], tags: [] });
    expect(await me.ofText("")).toMatchObject({ neighbours: [] });
    expect(await me.ofText("🙂")).toMatchObject({ neighbours: [] });
  });

  it("are none that are linked already, thrown away, or the card's own highlights", async () => {
    const me = await person();
    const first = await me.items.create({ type: "note", title: "First", body: TEXT }, key());
    const second = await me.items.create({ type: "note", title: "Second", body: TEXT }, key());
    const third = await me.items.create(
      { type: "note", title: "Third", body: `${TEXT} See ${referenceTo(first)}` },
      key(),
    );
    await embedAll();
    expect(titles(await me.ofCard(first.id))).toEqual(["Second"]);
    expect(titles(await me.ofCard(second.id)).sort()).toEqual(["First", "Third"]);
    await me.items.remove(third.id, third.version);
    expect(titles(await me.ofCard(second.id))).toEqual(["First"]);
  });

  it("are late while the meaning of a card is worked out", async () => {
    const { items, token } = await world.person({ userId: randomUUID() });
    await items.create({ type: "note", title: "Alpha", body: TEXT }, key());
    const second = await items.create({ type: "note", title: "Beta", body: TEXT }, key());
    // By words it is found at once, whenever the job of the model runs.
    const client = neighboursClient(world.client(token));
    expect(await client.ofCard(second.id)).toMatchObject({ neighbours: [{ card: { title: "Alpha" }, same: true }] });
    await embedAll();
    expect((await client.ofCard(second.id)).meaning).toBe("searched");
  });
});

describe("without the model", () => {
  let world: ItemsWorld;
  beforeAll(async () => {
    world = await startItems({ environment: { EMBEDDINGS: "off", RATE_LIMIT_FACTOR: "0" } });
  });
  afterAll(() => world.stop());

  it("cards that say nearly the same are found by their words, in any language", async () => {
    const { items, token } = await world.person({ userId: randomUUID() });
    const client = neighboursClient(world.client(token));
    const body =
      "Die Besprechung über den Straßenbau findet am Donnerstag um zehn Uhr im großen Saal der Gemeinde statt.";
    await items.create({ type: "note", title: "Termin", body }, key());
    await items.create({ type: "note", title: "Anderes", body: "Die Gemeinde baut am Donnerstag." }, key());
    const found = await client.ofText(body.replace("zehn", "elf"));
    expect(found).toMatchObject({ meaning: "unavailable", neighbours: [{ card: { title: "Termin" }, same: true }] });
  });

  it("a card whose title is its first line is known by what it says", async () => {
    const { items, token } = await world.person({ userId: randomUUID() });
    const text = "We fly to Rome on Friday, and stay three nights near the Pantheon with Ada and her brother.";
    await items.create({ type: "note", body: `# Journey to Rome\n${text}` }, key());
    const found = await neighboursClient(world.client(token)).ofText(`# The trip\n${text.replace("three", "four")}`);
    expect(found.neighbours).toMatchObject([{ card: { title: "Journey to Rome" }, same: true }]);
  });

  it("of every labelled pair, the stored one is known as the same as the typed one, or not", async () => {
    const { items, token } = await world.person({ userId: randomUUID() });
    const client = neighboursClient(world.client(token));
    for (const { a } of PAIRS) await items.create({ type: "note", ...a }, key());
    const wrong: string[] = [];
    for (const { label, a, b } of PAIRS) {
      const { neighbours } = await client.ofText(whole(b));
      const found = neighbours.filter(({ same }) => same).map(({ card }) => card.title);
      if (String(found) !== (label === "same" ? a.title : "")) wrong.push(`${a.title}: ${found}`);
    }
    expect(wrong).toEqual([]);
  });

  it("other people's cards are not there, and addresses are checked", async () => {
    const [me, other] = [await world.person({ userId: randomUUID() }), await world.person({ userId: randomUUID() })];
    const mine = await me.items.create({ type: "note", title: "Mine", body: TEXT }, key());
    const theirs = neighboursClient(world.client(other.token));
    await expect(theirs.ofCard(mine.id)).rejects.toMatchObject({ status: 404, code: "item_not_found" });
    await expect(theirs.ofCard("x")).rejects.toMatchObject({ status: 400 });
    await expect(theirs.ofText("a".repeat(500_001))).rejects.toMatchObject({ status: 400 });
    expect(await theirs.ofText("\u0000 \ud800 ' or 1=1 --")).toMatchObject({ neighbours: [] });
  });
});

it("are compared no more often than somebody opens cards: each time with all cards of the person", async () => {
  const world = await startItems();
  try {
    const { token, items } = await world.person({ userId: randomUUID() });
    const client = neighboursClient(world.client(token));
    const { id } = await items.create({ type: "note", title: "Mine" }, key());
    const statuses = await Promise.all(
      Array.from({ length: 600 }, (_, at) =>
        (at % 2 ? client.ofCard(id) : client.ofText("")).then(
          () => 200,
          ({ status }) => status,
        ),
      ),
    );
    expect(statuses).toContain(429);
    // Other pages of the person are not held up by it.
    expect(await items.get(id)).toMatchObject({ title: "Mine" });
  } finally {
    await world.stop();
  }
});
