import { randomUUID } from "node:crypto";
import { cardRunRefused } from "@tessera/contracts-agents/events.ts";
import { searchClient } from "@tessera/contracts-items/search/client.ts";
import { Events } from "@tessera/service-kit";
import { DueEntries } from "../maintenance/due-entries.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

const key = () => randomUUID();
const clerk = () => ({ kind: "agent" as const, id: randomUUID(), name: "Clerk" });

async function person() {
  const userId = randomUUID();
  const { items, token } = await world.person({ userId });
  await items.setTimeZone({ timeZone: "Asia/Tokyo" });
  const task = (title: string, data: object = {}) => items.create({ type: "task", title, data: { ...data } }, key());
  const told = async () => {
    await world.jobsIdle();
    const own = <T extends { userId: string }>(all: readonly T[]) => all.filter((one) => one.userId === userId);
    return { given: own(world.received.assigned), taken: own(world.received.takenBack) };
  };
  return { userId, items, task, told, finder: searchClient(world.client(token)) };
}

describe("who does a task", () => {
  it("is its person or somebody of whom there is a card, shown in its row, and taken back", async () => {
    const { items, task, told } = await person();
    const ada = await items.create({ type: "person", title: "Ada Lovelace" }, key());
    const made = await task("Sums", { assignee: { kind: "me" } });
    const assignee = { kind: "person" as const, id: ada.id, name: "Ada Lovelace" };
    const given = await items.update(made.id, made.version, { data: { assignee } });
    expect(given.data.assignee).toEqual(assignee);
    expect((await items.list({ type: "task" })).items).toMatchObject([{ title: "Sums", assignee }]);
    const back = await items.update(made.id, given.version, { data: { assignee: null } });
    expect(back.data.assignee).toBeUndefined();
    expect(await told()).toEqual({ given: [], taken: [] });
  });

  it("begins one run of an agent, which ends when the task is taken back, and undo gives it again", async () => {
    const { userId, items, task, told } = await person();
    const agent = clerk();
    const made = await task("File it");
    const given = await items.update(made.id, made.version, { data: { assignee: agent } });
    const { run } = given.data.assignee as { run: string };
    // Named again, and changed otherwise: the run is the same.
    const same = await items.update(made.id, given.version, { data: { assignee: { ...agent, run } } });
    const other = await items.update(made.id, same.version, { title: "File it well", data: { assignee: agent } });
    expect(other.data.assignee).toEqual({ ...agent, run });
    expect(await told()).toEqual({
      given: [{ userId, itemId: made.id, agentId: agent.id, runId: run, openedBy: null, timeZone: "Asia/Tokyo" }],
      taken: [],
    });
    const back = await items.update(made.id, other.version, { data: { assignee: null } });
    const again = await items.update(made.id, back.version, { data: { assignee: { ...agent, run } } });
    const { run: second } = again.data.assignee as { run: string };
    expect(second).not.toBe(run);
    expect(await told()).toMatchObject({ given: [{ runId: run }, { runId: second }], taken: [{ runId: run }] });
  });

  it("ends the run of a task that becomes another thing", async () => {
    const { items, task, told } = await person();
    const made = await task("File it", { assignee: clerk() });
    const { run } = made.data.assignee as { run: string };
    const note = await items.update(made.id, made.version, { type: "note" });
    expect(note.data).not.toHaveProperty("assignee");
    expect(await told()).toMatchObject({ given: [{ runId: run }], taken: [{ itemId: made.id, runId: run }] });
  });

  it("begins a new run each time that a task which repeats is due again, and undo gives the one of before", async () => {
    const { items, told } = await person();
    const agent = clerk();
    const due = { dueAt: "2026-04-09T15:00:00.000Z" };
    world.clock.set("2026-04-10T09:00:00Z");
    const data = { assignee: agent, repeat: { every: 1, unit: "week" }, dueDay: "2026-04-10" };
    const made = await items.create({ type: "task", title: "Water", data, ...due }, key());
    const { run } = made.data.assignee as { run: string };
    const tell = () => world.application.nest.get(DueEntries).tell();
    await tell();
    expect((await told()).given).toHaveLength(1);
    const moved = await items.update(made.id, made.version, { data: { done: true } });
    expect(moved.data.assignee).toEqual(agent);
    const back = await items.takeBack(made.id, String(moved.data.occurrence));
    expect(back.data.assignee).toEqual({ ...agent, run });
    await items.update(made.id, back.version, { data: { done: true } });
    // Not before its day, and once on it.
    await tell();
    expect((await told()).given).toHaveLength(1);
    world.clock.set("2026-04-17T09:00:00Z");
    await tell();
    await tell();
    const again = await items.get(made.id);
    const { run: second } = again.data.assignee as { run: string };
    expect(await told()).toMatchObject({
      given: [{ runId: run }, { runId: second, agentId: agent.id, timeZone: "Asia/Tokyo" }],
      taken: [],
    });
  });

  it("ends the run of a task that repeats when its time is skipped", async () => {
    const { items, told } = await person();
    const agent = clerk();
    world.clock.set("2026-04-10T09:00:00Z");
    const data = { assignee: agent, repeat: { every: 1, unit: "week" }, dueDay: "2026-04-10" };
    const made = await items.create({ type: "task", title: "Water", data, dueAt: "2026-04-09T15:00:00.000Z" }, key());
    const { run } = made.data.assignee as { run: string };
    expect((await items.skip(made.id, made.version)).data.assignee).toEqual(agent);
    expect(await told()).toMatchObject({ given: [{ runId: run }], taken: [{ itemId: made.id, runId: run }] });
  });

  it("says why an agent could not begin, and giving it again tries again", async () => {
    const { userId, items, task, told } = await person();
    const agent = clerk();
    const made = await task("Sort", { assignee: agent });
    const { run } = made.data.assignee as { run: string };
    const refuse = (runId: string) =>
      world.database.system((tx) =>
        world.application.nest
          .get(Events)
          .publish(tx, cardRunRefused, { userId, itemId: made.id, runId, word: "There is no such agent." }),
      );
    // Of a run that the card has not any more: nothing is written.
    await refuse(randomUUID());
    await told();
    expect((await items.get(made.id)).data.assignee).toEqual({ ...agent, run });
    await refuse(run);
    await told();
    const now = await items.get(made.id);
    expect(now.data.assignee).toEqual({ ...agent, refused: "There is no such agent." });
    const again = await items.update(made.id, now.version, { data: { assignee: agent } });
    expect(again.data.assignee).toEqual({ ...agent, run: expect.any(String) });
    expect((await told()).given).toHaveLength(2);
  });

  it("is refused where it is no person's card, another's card, or no task, with nothing written", async () => {
    const [one, other] = [await person(), await person()];
    const note = await one.items.create({ type: "note", title: "A note" }, key());
    const theirs = await other.items.create({ type: "person", title: "Bob" }, key());
    const made = await one.task("Sums");
    const of = (id: string) => ({ data: { assignee: { kind: "person", id, name: "Bob" } } });
    for (const patch of [of(note.id), of(theirs.id), of(randomUUID()), { data: { assignee: { kind: "robot" } } }])
      expect(await refusal(one.items.update(made.id, made.version, patch))).toMatchObject({ status: 400 });
    const refused = one.items.update(note.id, note.version, { data: { assignee: { kind: "me" } } });
    expect(await refusal(refused)).toMatchObject({ status: 400 });
    expect((await one.items.get(made.id)).version).toBe(made.version);
    expect(await one.told()).toEqual({ given: [], taken: [] });
  });

  it("is set of many at once, of tasks alone, and what they had is answered", async () => {
    const { items, task, told } = await person();
    const agent = clerk();
    const [free, mine] = [await task("Free"), await task("Mine", { assignee: { kind: "me" } })];
    const note = await items.create({ type: "note", title: "A note" }, key());
    const ids = [free.id, mine.id, note.id];
    const { changed } = await items.bulk({ ids, set: { assignee: agent } }, key());
    const had = new Map(changed.map(({ id, previous }) => [id, previous.assignee]));
    expect(had).toEqual(
      new Map([
        [free.id, null],
        [mine.id, { kind: "me" }],
      ]),
    );
    expect((await told()).given.map(({ itemId }) => itemId).sort()).toEqual([free.id, mine.id].sort());
    await items.bulk({ ids: [free.id], set: { assignee: null } }, key());
    expect((await items.get(free.id)).data.assignee).toBeUndefined();
    expect((await told()).taken).toMatchObject([{ itemId: free.id }]);
  });

  it("parts lists into sections, and narrows a search", async () => {
    const { items, task, finder } = await person();
    const ada = await items.create({ type: "person", title: "Ada" }, key());
    const agent = clerk();
    await task("Mine", { assignee: { kind: "me" } });
    await task("Hers", { assignee: { kind: "person", id: ada.id, name: "Ada" } });
    await task("Its", { assignee: agent });
    await task("Free");
    const { sections, more } = await items.sections({ type: "task", group: "assignee" });
    expect(more).toBe(false);
    expect(sections.map(({ key: name, count, name: label }) => [name, count, label])).toEqual([
      ["me", 1, undefined],
      ...[
        [`agent:${agent.id}`, 1, "Clerk"],
        [`person:${ada.id}`, 1, "Ada"],
      ].sort(),
      ["none", 1, undefined],
    ]);
    const titles = async (section: string) =>
      (await items.list({ type: "task", group: "assignee", section })).items.map(({ title }) => title);
    expect([await titles("me"), await titles(`person:${ada.id}`), await titles("none")]).toEqual([
      ...[["Mine"], ["Hers"], ["Free"]],
    ]);
    const by = async (assignee: string, more = {}) =>
      (await items.list({ type: "task", assignee, ...more })).items.map(({ title }) => title);
    expect([await by(`agent:${agent.id}`), await by("none"), await by("me", { q: "mine" })]).toEqual([
      ...[["Its"], ["Free"], ["Mine"]],
    ]);
    expect(await by("none", { group: "status", section: "inbox" })).toEqual(["Free"]);
    expect(await by("me", { group: "assignee", section: "none" })).toEqual([]);
    const own = await items.sections({ type: "task", group: "status", assignee: "me" });
    expect(own.sections.reduce((sum, { count }) => sum + count, 0)).toBe(1);
    expect((await items.list({ type: "task", assignee: "nobody at all" })).total).toBe(0);
    const found = async (q: string) => (await finder.search({ q })).items.map(({ title }) => title).sort();
    expect(await found("assignee:me")).toEqual(["Mine"]);
    expect(await found("assignee:ada")).toEqual(["Hers"]);
    expect(await found("assignee:agent")).toEqual(["Its"]);
    expect(await found("assignee:none")).toEqual(["Free"]);
    expect(await found("type:task -assignee:me")).toEqual(["Free", "Hers", "Its"]);
  });
});
