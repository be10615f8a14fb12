import { toolCalled } from "@tessera/contracts-agents/events.ts";
import type { CardScope } from "@tessera/contracts-agents/scopes.ts";
import { Events } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

async function person() {
  const userId = crypto.randomUUID();
  return { userId, ...(await world.person({ userId })) };
}
/** Calls a tool as a run does, `times` over. @returns its answer */
async function use(
  userId: string,
  tool: string,
  values: object,
  { cardLimit = null as number | null, times = 1, scopes = [] as CardScope[] } = {},
) {
  const callId = crypto.randomUUID();
  const call = { userId, callId, tool, arguments: { ...values }, cardLimit, storageLimit: null, scopes };
  const events = world.application.nest.get(Events);
  for (let time = 0; time < times; time++) await world.database.system((tx) => events.publish(tx, toolCalled, call));
  const answers = () => world.received.answered.filter((answer) => answer.callId === callId);
  await until(`an answer of ${tool}`, () => answers().length > 0);
  await world.jobsIdle();
  expect(answers()).toHaveLength(1);
  return answers()[0]!;
}

test("a card is made once, found, read, changed and tagged, with the rights of its person", async () => {
  const { userId, items } = await person();
  const made = await use(userId, "create_card", { title: "Milk", body: "Two litres", tags: ["home"] }, { times: 3 });
  expect((await items.list({ q: "litres" })).items.map(({ title }) => title)).toEqual(["Milk"]);
  const id = made.itemId!;
  expect(await use(userId, "search_cards", { words: "litres" })).toMatchObject({
    ...{ outside: false, output: { total: 1, cards: [{ id, title: "Milk", tags: ["home"] }] } },
  });
  await use(userId, "update_card", { id, title: "Oat milk" });
  await use(userId, "tag_card", { id, add: ["shop"], remove: ["home"] });
  const read = await use(userId, "read_card", { id });
  expect(read.output).toMatchObject({ title: "Oat milk", tags: ["shop"], text: "Two litres" });
  const stranger = await person();
  expect(await use(stranger.userId, "read_card", { id })).toMatchObject({ output: {}, failure: expect.any(String) });
  expect((await use(stranger.userId, "update_card", { id, title: "Mine" })).failure).not.toBeNull();
  expect((await items.get(id)).title).toBe("Oat milk");
});

test("cards that a person chose are read together, and another person's are not found", async () => {
  const { userId, items } = await person();
  const create = async (title: string, body: string) => (await items.create({ title, body }, crypto.randomUUID())).id;
  const long = await create("Long", "word ".repeat(3_900).trim());
  const short = await create("Short", "A few words.");
  const stranger = await person();
  const theirs = (await stranger.items.create({ title: "Secret" }, crypto.randomUUID())).id;
  const gone = crypto.randomUUID();
  const { output, outside } = await use(userId, "given_cards", { ids: [long, short, theirs, gone] });
  expect(output).toEqual({
    cards: [
      expect.objectContaining({ id: long, text: expect.stringMatching(/^word .{11990,12010}\(cut\)$/s) }),
      expect.objectContaining({ id: short, title: "Short", text: "A few words.", path: `/items/inbox/${short}` }),
    ],
    missing: [theirs, gone],
  });
  expect(outside).toBe(false);
});

test("many long cards share what may be read of them, and short ones stay whole", async () => {
  const { userId, items } = await person();
  const create = async (body: string) => (await items.create({ title: "Card", body }, crypto.randomUUID())).id;
  const ids = [await create("Whole.")];
  for (let at = 0; at < 9; at++) ids.push(await create("word ".repeat(3_000).trim()));
  await items.create({ sourceUrl: "https://example.com/" }, crypto.randomUUID());
  const { output } = await use(userId, "given_cards", { ids });
  const lengths = (output.cards as { text: string }[]).map(({ text }) => text.length);
  expect(lengths[0]).toBe("Whole.".length);
  expect(Math.max(...lengths)).toBeLessThan(6_700);
  expect(lengths.reduce((sum, length) => sum + length)).toBeLessThanOrEqual(60_100);
  expect((await use(userId, "given_cards", { ids: [] })).failure).toBe("The arguments of the call are not valid.");
});

test("a task is due on the person's own day", async () => {
  const { userId, items } = await person();
  await items.setTimeZone({ timeZone: "Asia/Tokyo" });
  const { itemId } = await use(userId, "create_task", { title: "Call Ann", due: "2026-12-24" });
  const card = await items.get(itemId!);
  expect([card.dueAt, card.data.dueDay]).toEqual(["2026-12-23T15:00:00.000Z", "2026-12-24"]);
});

test("a card of an address counts as written by others; a plan that is full keeps nothing", async () => {
  const { userId, items } = await person();
  await items.create({ sourceUrl: "https://example.com/" }, crypto.randomUUID());
  expect((await use(userId, "search_cards", { words: "" })).outside).toBe(true);
  const refused = await use(userId, "create_card", { title: "One more" }, { cardLimit: 1 });
  expect(refused.failure).toContain("1");
  expect((await items.list({})).total).toBe(1);
});

test("a page of a private address is not fetched, and arguments that do not fit are refused", async () => {
  const { userId } = await person();
  const inside = await use(userId, "fetch_page", { url: "http://127.0.0.1:9/secret" });
  expect(inside.failure).toMatch(/port 9|private network/);
  expect((await use(userId, "fetch_page", { url: "http://169.254.169.254/latest" })).failure).toContain(
    "private network",
  );
  expect((await use(userId, "create_card", { title: "" })).failure).toBe("The arguments of the call are not valid.");
});

describe("of an agent that is given some of the cards", () => {
  const work: CardScope = { types: ["note", "task"], tags: ["Work", "urgent"] };

  /** Notes, and a bookmark, that all say "harbour". */
  async function withCards() {
    const { userId, items } = await person();
    const create = async (type: string, title: string, tags: string[]) =>
      (await items.create({ type, title, body: "About the harbour.", tags }, crypto.randomUUID())).id;
    const inside = await create("note", "Plan", ["work"]);
    const untagged = await create("note", "Diary", ["home"]);
    const otherType = (
      await items.create(
        { type: "bookmark", title: "Harbour", data: { url: "https://example.com/" }, tags: ["work"] },
        crypto.randomUUID(),
      )
    ).id;
    return { userId, items, inside, untagged, otherType };
  }
  const titlesOf = ({ output }: { output: Record<string, unknown> }) =>
    (output.cards as { title: string }[]).map(({ title }) => title);

  test("a search finds its own cards, and tells apart how many others there are", async () => {
    const { userId, inside } = await withCards();
    const scopes = [work];
    const found = await use(userId, "search_cards", { words: "harbour" }, { scopes });
    expect([titlesOf(found), found.output.total, found.withheld, found.outside]).toEqual([["Plan"], 1, 2, false]);
    expect(Object.keys(found.output).sort()).toEqual(["cards", "total"]);
    const newest = await use(userId, "search_cards", { words: "" }, { scopes });
    expect([titlesOf(newest), newest.withheld]).toEqual([["Plan"], 0]);
    const tagged = await use(userId, "search_cards", { words: "harbour", tag: "home" }, { scopes });
    expect([titlesOf(tagged), tagged.withheld]).toEqual([[], 1]);
    // The person's own words cannot widen it, and what is mistaken is looked for as it stands.
    for (const words of ["harbour or tag:home", "type:bookmark", "-tag:work", "(harbour", "type:unknown harbour"])
      expect(
        titlesOf(await use(userId, "search_cards", { words }, { scopes })).filter((one) => one !== "Plan"),
      ).toEqual([]);
    const both = await use(
      userId,
      "search_cards",
      { words: "harbour" },
      { scopes: [work, { types: ["task"], tags: [] }] },
    );
    expect([titlesOf(both), both.withheld]).toEqual([[], 3]);
    expect((await use(userId, "read_card", { id: inside }, { scopes })).output).toMatchObject({ title: "Plan" });
  });

  test("no other card is read, changed, tagged or given along", async () => {
    const { userId, items, inside, untagged, otherType } = await withCards();
    const scopes = [work];
    for (const id of [untagged, otherType]) {
      const uses = [
        await use(userId, "read_card", { id }, { scopes }),
        await use(userId, "update_card", { id, title: "Mine" }, { scopes }),
        await use(userId, "tag_card", { id, add: ["work"] }, { scopes }),
      ];
      for (const { failure, output } of uses)
        expect([failure, output]).toEqual([
          expect.stringMatching(/^This card is not one that you may see\. .*note or task/),
          {},
        ]);
      expect(await items.get(id)).toMatchObject({ version: 1 });
    }
    const given = await use(userId, "given_cards", { ids: [inside, untagged, otherType] }, { scopes });
    expect([titlesOf(given), given.output.not_for_you, given.withheld]).toEqual([["Plan"], 2, 2]);
    expect((await use(userId, "update_card", { id: inside, title: "Plans" }, { scopes })).failure).toBeNull();
    // It cannot put a card where it would see it no more.
    expect((await use(userId, "tag_card", { id: inside, remove: ["work"] }, { scopes })).failure).not.toBeNull();
    expect(await items.get(inside)).toMatchObject({ title: "Plans", tags: ["work"] });
  });

  test("what it keeps is one of its own cards", async () => {
    const { userId, items, otherType } = await withCards();
    const scopes = [work];
    const made = await use(userId, "create_card", { title: "Quay" }, { scopes });
    expect(await items.get(made.itemId!)).toMatchObject({ type: "note", tags: ["Work"] });
    const tagged = await use(userId, "create_card", { title: "Crane", type: "task", tags: ["Urgent"] }, { scopes });
    expect(await items.get(tagged.itemId!)).toMatchObject({ type: "task", tags: ["Urgent"] });
    expect(await items.get((await use(userId, "create_task", { title: "Call" }, { scopes })).itemId!)).toMatchObject({
      ...{ type: "task", tags: ["Work"] },
    });
    const before = (await items.list({})).total;
    const refused = await use(userId, "create_card", { title: "Boat", type: "snippet" }, { scopes });
    expect(refused.failure).toMatch(/^You may not keep such a card\./);
    // The same address is kept already, as a card with another tag.
    const home: CardScope = { types: [], tags: ["home"] };
    const same = await use(
      ...([userId, "create_card", { title: "", body: "https://example.com/", type: "bookmark" }] as const),
      { scopes: [home] },
    );
    expect(same.itemId === otherType).toBe(false);
    expect((await items.list({})).total).toBe(same.failure === null ? before + 1 : before);
    expect(await items.get(otherType)).toMatchObject({ version: 1, tags: ["work"] });
  });
});
