import { randomUUID } from "node:crypto";
import type { ItemPatch, ItemQuery } from "@tessera/contracts-items/items.ts";
import { SNOOZED_LIST } from "@tessera/contracts-items/snoozed.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString();

/** Cards by title, each with what is done to it after it was captured. */
async function personWith(cards: Record<string, ItemPatch | null>) {
  const { items } = await world.person();
  for (const [title, patch] of Object.entries(cards)) {
    const made = await items.create({ type: "note", title, body: "text" }, randomUUID());
    if (patch) await items.update(made.id, made.version, patch);
  }
  return items;
}

describe("the list of what is snoozed", () => {
  it("holds what comes back on its own, the next one first, in pages, and counts it", async () => {
    const items = await personWith({
      awake: null,
      third: { snoozeUntil: inHours(3) },
      first: { snoozeUntil: inHours(1), tags: ["tax"] },
      second: { snoozeUntil: inHours(2), status: "later" },
      "archived since": { snoozeUntil: inHours(1), status: "archived" },
      "in the trash": { snoozeUntil: inHours(1), status: "trash" },
    });
    const page = await items.list({ type: SNOOZED_LIST, limit: 2 });
    expect([page.items.map(({ title }) => title), page.total]).toEqual([["first", "second"], 3]);
    const rest = await items.list({ type: SNOOZED_LIST, limit: 2, cursor: page.nextCursor! });
    expect([rest.items.map(({ title }) => title), rest.nextCursor, rest.total]).toEqual([["third"], null, 3]);
    const titles = async (query: ItemQuery) =>
      (await items.list({ type: SNOOZED_LIST, ...query })).items.map(({ title }) => title);
    expect(await titles({ order: "desc" })).toEqual(["third", "second", "first"]);
    expect(await titles({ tag: "tax" })).toEqual(["first"]);
    expect(await titles({ q: "text", sort: "wake" })).toEqual(["first", "second", "third"]);
    expect(await titles({ status: "later" })).toEqual(["second"]);
    expect(await titles({ only: "task" })).toEqual([]);
    expect(await refusal(items.list({ type: "asleep" }))).toMatchObject({ status: 400 });
    world.clock.advance(90 * 60_000);
    expect(await titles({})).toEqual(["second", "third"]);
    expect((await items.list({ type: "inbox" })).items.map(({ title }) => title).sort()).toEqual(["awake", "first"]);
  });

  it("takes what was put away back to the inbox, so that it comes back there; undone, it is away again", async () => {
    const items = await personWith({
      one: { status: "archived" },
      two: { status: "done" },
      three: { status: "later" },
    });
    const all = (await items.list({ sort: "title", order: "asc" })).items;
    const [one] = all;
    const asleep = await items.update(one!.id, one!.version, { snoozeUntil: inHours(1) });
    expect([asleep.status, asleep.archivedAt]).toEqual(["inbox", null]);
    const others = all.slice(1).map(({ id }) => id);
    const { changed } = await items.bulk({ ids: others, set: { snoozeUntil: inHours(1) } }, randomUUID());
    expect((await items.list({ type: SNOOZED_LIST })).total).toBe(3);
    const previous = changed.map((change) => change.previous);
    expect(previous).toEqual(expect.arrayContaining([{ status: "done", snoozeUntil: null }, { snoozeUntil: null }]));
    const away = await items.update(one!.id, asleep.version, { snoozeUntil: inHours(2), status: "archived" });
    expect(away.status).toBe("archived");
  });
});
