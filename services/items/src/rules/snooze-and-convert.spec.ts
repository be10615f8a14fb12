import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { NO_ACTION } from "@tessera/contracts-items/no-action.ts";
import type { NewCardRule } from "@tessera/contracts-items/rules.ts";
import { rulesClient } from "@tessera/contracts-items/rules-client.ts";
import { DueEntries } from "../maintenance/due-entries.ts";
import { bookmarksFile } from "../testing/bookmarks-file.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

let world: ItemsWorld;
let site: Server;
let origin: string;
beforeAll(async () => {
  site = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<title>Fox news</title><article><h1>Fox news</h1>${"<p>The fox runs away from it.</p>".repeat(40)}`);
  });
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const environment = { ITEMS_FETCH_ALLOW: origin.slice("http://".length), RATE_LIMIT_FACTOR: "0" };
  world = await startItems({ environment });
  // A Friday; in Tokyo already the 28th.
  world.clock.set("2026-11-27T15:30:00Z");
});
afterAll(async () => {
  await world.stop();
  site.closeAllConnections();
  site.close();
});

const key = () => randomUUID();
type Does = Partial<Pick<NewCardRule, "actions" | "snooze" | "convert">>;
async function person() {
  const userId = randomUUID();
  const { token, items } = await world.person({ userId });
  await items.setTimeZone({ timeZone: "Asia/Tokyo" });
  const rules = rulesClient(world.client(token));
  const rule = (condition: NewCardRule["condition"], does: Does) =>
    rules.create({ name: "A rule", condition, actions: [NO_ACTION], ...does }, key());
  const capture = (body: string, more: object = {}) => items.create({ type: "inbox", body, ...more }, key());
  const note = (title: string, body = "") => items.create({ type: "note", title, body }, key());
  /** What rules set of a card, the oldest first. */
  const set = async (item: string) => {
    const { items: effects } = await rules.effects({ item });
    return effects
      .map(({ field, target = field, before, after, stands }) => [target, before, after, stands])
      .toReversed();
  };
  return { userId, items, rules, rule, capture, note, set };
}
const titled = (word: string) => ({ field: "title", is: "contains", value: word }) as const;
const MONDAY = { snooze: { weekday: "monday", at: "09:00" } } as const;
const MONDAY_IN_TOKYO = "2026-11-30T00:00:00.000Z";

describe("a rule that snoozes", () => {
  it("puts off what is captured to a time of the person's clock, once, and reverting wakes the card", async () => {
    const { items, rules, rule, capture, set } = await person();
    const { id } = await rule(titled("later"), MONDAY);
    const made = await capture("Read this later");
    expect(made).toMatchObject({ status: "inbox", snoozeUntil: MONDAY_IN_TOKYO, version: 1 });
    expect((await items.list({ type: "snoozed" })).items.map((row) => row.id)).toEqual([made.id]);
    expect((await items.list({ type: "inbox" })).total).toBe(0);
    expect(await set(made.id)).toEqual([["snoozeUntil", null, MONDAY_IN_TOKYO, true]]);
    expect(await rules.run(id, key())).toEqual({ changed: 0, kept: 0 });
    const [effect] = (await rules.effects({ item: made.id })).items;
    expect(await rules.revert(effect!.id)).toMatchObject({ snoozeUntil: null, version: 2 });
    expect((await items.list({ type: "inbox" })).total).toBe(1);
    expect(await rules.run(id, key())).toEqual({ changed: 0, kept: 1 });
    expect(await refusal(rules.revert(effect!.id))).toMatchObject({ code: "rule_effect_gone" });
  });

  it("leaves what a person snoozed, what waits nowhere, and what another rule archives", async () => {
    const { items, rules, rule, note } = await person();
    const [mine, gone, plain] = [await note("Fox 1"), await note("Fox 2"), await note("Fox 3")];
    const until = "2026-12-24T08:00:00.000Z";
    await items.update(mine.id, 1, { snoozeUntil: until });
    await items.update(gone.id, 1, { status: "done" });
    const { id } = await rule(titled("fox"), { snooze: { hours: 2 } });
    const run = key();
    expect(await rules.run(id, run)).toEqual({ changed: 1, kept: 0 });
    expect((await items.get(mine.id)).snoozeUntil).toBe(until);
    expect(await items.get(gone.id)).toMatchObject({ status: "done", snoozeUntil: null });
    expect(await items.get(plain.id)).toMatchObject({ snoozeUntil: "2026-11-27T17:30:00.000Z", version: 1 });
    expect(await rules.undoRun(id, run)).toEqual({ reverted: 1 });
    expect(await items.get(plain.id)).toMatchObject({ snoozeUntil: null, version: 1 });
    await rule(titled("fox"), { actions: [{ status: "archived" }] });
    expect(await note("Fox 4")).toMatchObject({ status: "archived", snoozeUntil: null });
  });

  it("closes the queue's entry of a task that it puts off", async () => {
    const { userId, items, rules, rule } = await person();
    await items.create({ type: "task", title: "Water", dueAt: "2026-11-27T20:00:00.000Z" }, key());
    await world.application.nest.get(DueEntries).tell();
    const { id } = await rule(titled("water"), { snooze: { days: 2, at: "08:00" } });
    expect(await rules.run(id, key())).toMatchObject({ changed: 1 });
    await world.jobsIdle();
    const closed = world.received.closed.filter((entry) => entry.userId === userId);
    expect(closed).toHaveLength(1);
  });
});

describe("a rule that gives another type", () => {
  it("makes a task of a capture with its priority, says so, and reverting gives back the type and the fields", async () => {
    const { items, rules, rule, capture, set } = await person();
    const { id } = await rule(titled("todo"), {
      convert: "task",
      actions: [{ priority: "high" }, { addTags: ["todo"] }],
    });
    const made = await capture("todo: call Ada\nabout the quay");
    expect(made).toMatchObject({
      ...{ type: "task", title: "call Ada", body: "about the quay", tags: ["todo"], version: 1 },
      data: { done: false, priority: "high" },
    });
    expect((await items.list({ type: "task" })).items).toMatchObject([{ id: made.id, priority: "high" }]);
    expect(await set(made.id)).toEqual([
      ["tag", null, "todo", true],
      ["type", "inbox", "task", true],
      ["priority", null, "high", true],
    ]);
    const type = (await rules.effects({ item: made.id })).items.find(({ target }) => target === "type")!;
    const back = await rules.revert(type.id);
    expect(back).toMatchObject({ type: "inbox", body: "todo: call Ada\nabout the quay", tags: ["todo"], version: 2 });
    expect([back.title, back.titleSource]).toEqual(["todo: call Ada", "rule"]);
    expect(back.data).toEqual({ guess: expect.objectContaining({ type: "task" }) });
    expect((await set(made.id)).map(([field, , , stands]) => [field, stands])).toEqual([
      ["tag", true],
      ["type", false],
      ["priority", false],
    ]);
    // The person gave it its type: the rule leaves it.
    expect(await rules.run(id, key())).toEqual({ changed: 0, kept: 1 });
    expect((await items.get(made.id)).type).toBe("inbox");
  });

  it("makes a bookmark of an address, which is fetched, but no second one of what is there", async () => {
    const { items, rule, capture, set } = await person();
    await rule({ field: "text", is: "contains", value: "~/^https?://\\S+$/" }, { convert: "bookmark" });
    const made = await capture(`${origin}/fox`);
    expect(made).toMatchObject({ type: "bookmark", data: { url: `${origin}/fox` } });
    await world.jobsIdle();
    expect(await items.get(made.id)).toMatchObject({
      title: "Fox news",
      processing: { readable: { state: "success" } },
    });
    const again = await capture(`${origin}/fox`);
    expect(again).toMatchObject({ type: "inbox", body: `${origin}/fox` });
    expect(await set(again.id)).toEqual([]);
  });

  it("gives a page that was read back whole, once, when its rule was about what was found", async () => {
    const { items, rules, rule, set } = await person();
    await rule(titled("fox news"), { convert: "note" });
    const made = await items.create({ type: "bookmark", data: { url: `${origin}/news` } }, key());
    await world.jobsIdle();
    const found = await items.get(made.id);
    expect(found).toMatchObject({ type: "note", title: "Fox news", version: 1 });
    expect(found.body).toContain(`${origin}/news`);
    expect(await set(made.id)).toEqual([["type", "bookmark", "note", true]]);
    const [effect] = (await rules.effects({ item: made.id })).items;
    await items.update(made.id, 1, { tags: ["mine"] });
    const back = await rules.revert(effect!.id);
    expect(back).toMatchObject({ type: "bookmark", title: "Fox news", body: "", tags: ["mine"], version: 3 });
    expect(back.data).toMatchObject({ url: `${origin}/news`, readableHtml: expect.stringContaining("The fox runs") });
    expect((await items.list({ type: "all", q: "runs away" })).items.map((row) => row.id)).toEqual([made.id]);
  });

  it("runs over existing cards, and its undo keeps what a person wrote since", async () => {
    const { items, rules, rule, note } = await person();
    const [one, changed, theirs] = [await note("Plan 1", "First."), await note("Plan 2"), await note("Plan 3")];
    await items.update(theirs.id, 1, { type: "snippet" });
    const { id } = await rule(titled("plan"), { convert: "task", actions: [{ priority: "low" }] });
    const run = key();
    expect(await rules.run(id, run)).toEqual({ changed: 2, kept: 1 });
    expect(await items.get(one.id)).toMatchObject({
      type: "task",
      body: "First.",
      data: { priority: "low" },
      version: 1,
    });
    expect((await items.get(theirs.id)).type).toBe("snippet");
    expect(await rules.run(id, key())).toEqual({ changed: 0, kept: 1 });
    await items.update(changed.id, 1, { title: "Plan B", body: "Go.", data: { done: true } });
    expect(await rules.undoRun(id, run)).toEqual({ reverted: 2 });
    const back = await items.get(one.id);
    expect([back.type, back.body, back.data, back.version]).toEqual(["note", "First.", one.data, 1]);
    expect(await items.get(changed.id)).toMatchObject({ type: "note", title: "Plan B", body: "Go." });
    // What a run and its undo wrote is nobody's own.
    expect(await rules.run(id, key())).toMatchObject({ changed: 2 });
  });

  it("does not give back what is another card since", async () => {
    const { items, rules, rule } = await person();
    await rule({ field: "address", is: "contains", value: "example.test" }, { convert: "note" });
    const url = "https://example.test/quay";
    const made = await items.create({ type: "bookmark", data: { url } }, key());
    expect(made.type).toBe("note");
    const [effect] = (await rules.effects({ item: made.id })).items;
    const { id, version } = (await rules.list()).items[0]!;
    await rules.change(id, version, { enabled: false });
    await items.create({ type: "bookmark", data: { url } }, key());
    expect(await refusal(rules.revert(effect!.id))).toMatchObject({ status: 409, code: "duplicate_item" });
    expect((await items.get(made.id)).type).toBe("note");
  });

  it("ends the run of the agent whose task it was, and gives it back without the run", async () => {
    const { userId, items, rules, rule } = await person();
    const agent = { kind: "agent" as const, id: randomUUID(), name: "Clerk" };
    const task = await items.create({ type: "task", title: "File it", data: { assignee: agent } }, key());
    const { run } = task.data.assignee as { run: string };
    const { id } = await rule(titled("file"), { convert: "note" });
    const applied = key();
    expect(await rules.run(id, applied)).toMatchObject({ changed: 1 });
    await world.jobsIdle();
    const taken = world.received.takenBack.filter((one) => one.userId === userId);
    expect(taken).toMatchObject([{ itemId: task.id, runId: run }]);
    expect(await rules.undoRun(id, applied)).toEqual({ reverted: 1 });
    expect((await items.get(task.id)).data.assignee).toEqual(agent);
  });

  it("converts what an import brings, and no files", async () => {
    const { items, rule } = await person();
    await rule({ field: "title", is: "contains", value: "~/./" }, { convert: "note" });
    const form = new FormData();
    form.append("files", new Blob([bookmarksFile(3)]), "bookmarks.html");
    await items.startImport(form, key());
    await world.jobsIdle();
    expect((await items.list({ type: "note" })).total).toBe(3);
    const upload = new FormData();
    upload.append("files", new Blob(["a,b"]), "table.csv");
    expect((await items.upload(upload, key())).type).toBe("file");
  });
});

it("tries both, and writes nothing", async () => {
  const { items, rules, note } = await person();
  const [free, mine] = [await note("Fox 1"), await note("Fox 2")];
  await items.update(mine.id, 1, { type: "snippet" });
  await items.update(mine.id, 2, { snoozeUntil: "2026-12-24T08:00:00.000Z" });
  const draft: NewCardRule = {
    name: "Try",
    condition: titled("fox"),
    actions: [NO_ACTION],
    convert: "task",
    ...MONDAY,
  };
  const tried = await rules.try({ draft });
  expect(tried).toMatchObject({ looked: 2, met: 2, changes: 1, contradicts: 1 });
  // Both were made at the same moment.
  expect(new Map(tried.items.map(({ id, changes, contradicts }) => [id, { changes, contradicts }]))).toEqual(
    new Map([
      [mine.id, { changes: [], contradicts: [{ field: "status", target: "type", before: "snippet", after: "task" }] }],
      [
        free.id,
        {
          changes: [
            { field: "status", target: "type", before: "note", after: "task" },
            { field: "status", target: "snoozeUntil", before: null, after: MONDAY_IN_TOKYO },
          ],
          contradicts: [],
        },
      ],
    ]),
  );
  expect(await items.get(free.id)).toMatchObject({ type: "note", snoozeUntil: null, version: 1 });
});

it("refuses types that no card becomes, times that are none, and patterns with a fault", async () => {
  const { rules, rule } = await person();
  for (const [type, label] of [
    ["mail", "Mail"],
    ["inbox", "Capture"],
    ["highlight", "Highlight"],
    ["unheard-of", "unheard-of"],
  ] as const) {
    const refused = { status: 400, code: "rule_unusable", detail: expect.stringContaining(`become “${label}”.`) };
    expect(await refusal(rule(titled("x"), { convert: type }))).toMatchObject(refused);
    const draft = { name: "Try", condition: titled("x"), actions: [NO_ACTION], convert: type };
    expect(await refusal(rules.try({ draft }))).toMatchObject(refused);
  }
  const made = await rule(titled("x"), { actions: [{ pinned: true }] });
  expect(await refusal(rules.change(made.id, 1, { convert: "mail" }))).toMatchObject({ status: 400 });
  for (const snooze of [
    { hours: 0 },
    { hours: 721 },
    { days: 1, at: "24:00" },
    { days: 1 },
    { weekday: "noday", at: "09:00" },
  ])
    expect(await refusal(rule(titled("x"), { snooze } as never))).toMatchObject({
      status: 400,
      code: "invalid_request",
    });
  for (const [value, fault] of [
    ["(fox", "A “(” of the pattern is not closed."],
    ["(a)\\1", "Patterns here have no “\\1”."],
    ["fox.{90}news", "The pattern is too complicated."],
  ] as const)
    expect(await refusal(rule({ field: "title", is: "contains", value: `~/${value}/` }, {}))).toMatchObject({
      ...{ code: "rule_unusable", detail: expect.stringContaining(fault) },
    });
});
