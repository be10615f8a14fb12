import { randomUUID } from "node:crypto";
import { TODAY_LIST, UPCOMING_LIST } from "@tessera/contracts-items/by-day.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
  // 00:30 of the 26th in Vienna.
  world.clock.set(new Date("2026-11-25T23:30:00Z"));
});
afterAll(() => world.stop());

const key = () => randomUUID();
const midnight = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 3_600_000).toISOString();

async function tasks(...wanted: [title: string, dueAt: string | null, data?: object, fields?: object][]) {
  const { items } = await world.person();
  await items.setTimeZone({ timeZone: "Europe/Vienna" });
  const made: Record<string, string> = {};
  for (const [title, dueAt, data = {}, fields = {}] of wanted)
    made[title] = (await items.create({ type: "task", title, dueAt, data: { ...data }, ...fields }, key())).id;
  const list = async (type: string, query = {}) =>
    (await items.list({ type, ...query })).items.map(({ title }) => title);
  return { items, made, list };
}

describe("lists by day", () => {
  it("hold what is open and due, overdue first and of one day what matters more, page by page", async () => {
    const { items, made, list } = await tasks(
      ["low", midnight("2026-11-26"), { priority: "low", dueDay: "2026-11-26" }],
      ["late", midnight("2026-11-24"), { dueDay: "2026-11-24" }],
      ["plain", midnight("2026-11-26"), { dueDay: "2026-11-26" }],
      ["high", midnight("2026-11-26"), { priority: "high", dueDay: "2026-11-26" }],
      ["at nine", "2026-11-26T08:00:00.000Z", { priority: "high" }],
      ["tomorrow", midnight("2026-11-27"), { dueDay: "2026-11-27" }],
      ["next week", "2026-12-03T08:00:00.000Z"],
      ["some day", null],
      ["over", midnight("2026-11-26"), {}, { status: "done" }],
      ["later", midnight("2026-12-01"), {}, { status: "later" }],
    );
    await items.create({ type: "note", title: "no task", dueAt: midnight("2026-11-26") }, key());
    expect(await list(TODAY_LIST)).toEqual(["late", "high", "low", "plain", "at nine"]);
    expect(await list(UPCOMING_LIST)).toEqual(["tomorrow", "later", "next week"]);
    expect((await items.list({ type: TODAY_LIST, limit: 1 })).total).toBe(5);
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await items.list({ type: TODAY_LIST, limit: 2, cursor });
      seen.push(...page.items.map(({ title }) => title));
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(["late", "high", "low", "plain", "at nine"]);
    expect(await list(TODAY_LIST, { sort: "priority" })).toEqual(expect.arrayContaining(["plain"]));
    expect((await list(TODAY_LIST, { sort: "priority" })).slice(2)).toEqual([
      "low",
      expect.any(String),
      expect.any(String),
    ]);
    expect(await list(TODAY_LIST, { q: "high" })).toEqual(["high"]);
    await items.bulk({ ids: [made.high!, made.late!], addTags: ["home"] }, key());
    expect(await list(TODAY_LIST, { tag: "home" })).toEqual(["late", "high"]);
    expect(await list("task", { sort: "priority", tag: "home" })).toEqual(["high", "late"]);

    await items.bulk({ ids: [made.plain!], set: { snoozeUntil: "2026-11-28T08:00:00.000Z" } }, key());
    expect(await list(TODAY_LIST)).not.toContain("plain");
    expect((await items.list({ type: TODAY_LIST })).items[1]).toMatchObject({ priority: "high" });
  });

  it("move cards to another day, each with its own time, and back exactly", async () => {
    const { items, made, list } = await tasks(
      ["day", midnight("2026-11-20"), { dueDay: "2026-11-20" }],
      ["time", "2026-11-21T08:05:00.000Z"],
      ["none", null],
    );
    const ids = [made.day!, made.time!, made.none!];
    const before = await Promise.all(ids.map((id) => items.get(id)));
    const { changed } = await items.bulk({ ids, set: { due: { day: "2027-03-29" } } }, key());
    const [day, time, none] = await Promise.all(ids.map((id) => items.get(id)));
    // In summer.
    expect(day).toMatchObject({ dueAt: "2027-03-28T22:00:00.000Z", data: { dueDay: "2027-03-29" } });
    expect(time).toMatchObject({ dueAt: "2027-03-29T07:05:00.000Z" });
    expect(time?.data.dueDay).toBeUndefined();
    expect(none).toMatchObject({ dueAt: "2027-03-28T22:00:00.000Z", data: { dueDay: "2027-03-29" } });
    expect(await list(TODAY_LIST)).toEqual([]);
    for (const { id, previous } of changed) await items.bulk({ ids: [id], set: { due: previous.due } }, key());
    const after = await Promise.all(ids.map((id) => items.get(id)));
    expect(after.map(({ dueAt, data }) => ({ dueAt, data }))).toEqual(
      before.map(({ dueAt, data }) => ({ dueAt, data })),
    );
  });

  it("wake up what is due before it would come back, and leave alone what is not due by a day", async () => {
    const { items, made, list } = await tasks(["asleep", midnight("2026-12-24"), { dueDay: "2026-12-24" }]);
    const note = await items.create({ type: "note", title: "note" }, key());
    await items.bulk({ ids: [made.asleep!], set: { snoozeUntil: "2026-12-23T23:00:00.000Z" } }, key());
    const { changed } = await items.bulk({ ids: [made.asleep!, note.id], set: { due: { day: "2026-11-26" } } }, key());
    expect(changed).toHaveLength(1);
    expect(changed[0]!.previous).toMatchObject({ snoozeUntil: "2026-12-23T23:00:00.000Z", due: { day: "2026-12-24" } });
    expect(await list(TODAY_LIST)).toEqual(["asleep"]);
    expect(await items.get(note.id)).toEqual(note);
    for (const due of [{ day: "2026-02-30" }, { day: "0000-01-01" }, {}, { at: null }])
      expect(await refusal(items.bulk({ ids: [note.id], set: { due: due as never } }, key()))).toMatchObject({
        status: 400,
      });
  });
});
