import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { toolCalled } from "@tessera/contracts-agents/events.ts";
import type { ImportChoices } from "@tessera/contracts-items/items.ts";
import { MAX_RULES } from "@tessera/contracts-items/limits.ts";
import type { NewCardRule } from "@tessera/contracts-items/rules.ts";
import { rulesClient } from "@tessera/contracts-items/rules-client.ts";
import { Events } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { bookmarksFile } from "../testing/bookmarks-file.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

let world: ItemsWorld;
let site: Server;
let origin: string;
/** Until when the site answers nothing. */
let held = Promise.resolve();
beforeAll(async () => {
  site = createServer(async (_, response) => {
    await held;
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<title>Fox news</title><article><h1>Fox news</h1>${"<p>The fox runs away from it.</p>".repeat(40)}`);
  });
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const environment = { ITEMS_FETCH_ALLOW: origin.slice("http://".length), RATE_LIMIT_FACTOR: "0" };
  world = await startItems({ environment });
});
afterAll(async () => {
  await world.stop();
  site.closeAllConnections();
  site.close();
});

const key = () => randomUUID();
async function person() {
  const userId = randomUUID();
  const { token, items } = await world.person({ userId });
  const rules = rulesClient(world.client(token));
  const rule = (condition: NewCardRule["condition"], ...actions: NewCardRule["actions"]) =>
    rules.create({ name: "A rule", condition, actions }, key());
  const bookmark = (url: string, more: object = {}) =>
    items.create({ type: "bookmark", data: { url }, ...more }, key());
  const upload = (name: string, content: string) => {
    const form = new FormData();
    form.append("files", new Blob([content]), name);
    return items.upload(form, key());
  };
  return { userId, items, rules, rule, bookmark, upload };
}
const site1 = { field: "site", is: "is", value: "example.test" } as const;

it("runs over what is captured, and says which rule set what", async () => {
  const { userId, items, rules, rule, bookmark } = await person();
  const { id } = await rule(site1, { addTags: ["Reading"] }, { pinned: true }, { status: "archived" });
  const made = await bookmark("https://www.Example.test/a", { tags: ["fox"] });
  expect(made).toMatchObject({ tags: ["fox", "Reading"], pinned: true, status: "archived", version: 1 });
  expect(made.archivedAt).not.toBeNull();
  expect((await items.list({ tag: "reading", status: "any" })).total).toBe(1);
  expect(await bookmark("https://other.test/a")).toMatchObject({ tags: [], pinned: false, status: "inbox" });
  const { rows } = await world.database.system((tx) =>
    tx.execute(sql`select rule_id, rule_version, field, before, after from items.rule_effect
      where user_id = ${userId} and item_id = ${made.id} order by seq`),
  );
  const by = { rule_id: id, rule_version: 1 };
  expect(rows).toEqual([
    { ...by, field: "tag", before: null, after: "Reading" },
    { ...by, field: "pinned", before: false, after: true },
    { ...by, field: "status", before: "inbox", after: "archived" },
  ]);
  expect((await rules.list()).items).toMatchObject([{ id, changed: 1, specificity: 20 }]);
});

it("runs over shares, files and tasks by their fields", async () => {
  const { items, rule, upload } = await person();
  await rule({ field: "fileKind", is: "is", value: "csv table" }, { addTags: ["tables"] });
  await rule({ field: "fileName", is: "contains", value: "invoice" }, { addTags: ["money"] });
  const urgent = { field: "title", is: "contains", value: "URGENT" } as const;
  await rule({ all: [{ field: "type", is: "is", value: "task" }, urgent] }, { priority: "high" });
  expect(await upload("Invoice 1.csv", "a,b\n1,2")).toMatchObject({ tags: ["money", "tables"] });
  const task = await items.create({ type: "task", title: "Urgent: call" }, key());
  expect(task.data.priority).toBe("high");
  expect((await items.list({ type: "task" })).items[0]).toMatchObject({ priority: "high", line: "High priority" });
  const note = await items.create({ type: "note", title: "Urgent" }, key());
  expect(note.data).not.toHaveProperty("priority");
});

it("runs over every batch of an import, but leaves where a person sent it", async () => {
  const { items, rule } = await person();
  await rule({ field: "source", is: "is", value: "import:bookmarks" }, { addTags: ["old"] }, { status: "archived" });
  const bring = async (count: number, choices: ImportChoices) => {
    const form = new FormData();
    form.append("files", new Blob([bookmarksFile(count)]), "bookmarks.html");
    await items.startImport(form, key(), undefined, choices);
    await world.jobsIdle();
  };
  await bring(3, { status: "inbox" });
  expect((await items.list({ tag: "old", status: "inbox" })).total).toBe(3);
  await bring(600, {});
  expect((await items.list({ tag: "old", status: "archived" })).total).toBe(597);
});

it("runs once more when the title of a page was found", async () => {
  const { items, rule, bookmark } = await person();
  await rule({ field: "title", is: "is", value: "Fox news" }, { addTags: ["news"] }, { status: "later" });
  const made = await bookmark(`${origin}/fox`);
  expect(made).toMatchObject({ tags: [], status: "inbox" });
  await world.jobsIdle();
  expect(await items.get(made.id)).toMatchObject({ title: "Fox news", tags: ["news"], status: "later", version: 1 });
  expect((await items.list({ tag: "news" })).total).toBe(1);
});

it("leaves what a person gave or changed since", async () => {
  const { items, rule, bookmark } = await person();
  const news = { field: "title", is: "is", value: "Fox news" } as const;
  await rule(news, { addTags: ["news"] }, { removeTags: ["mine"] }, { status: "archived" }, { pinned: true });
  await rule({ field: "site", is: "contains", value: "127" }, { addTags: ["news"] }, { status: "later" });
  const made = await bookmark(`${origin}/fox`, { tags: ["mine"] });
  expect(made).toMatchObject({ tags: ["mine", "news"], status: "later" });
  await items.update(made.id, 1, { tags: ["mine"], status: "inbox" });
  await world.jobsIdle();
  expect(await items.get(made.id)).toMatchObject({
    ...{ title: "Fox news", tags: ["mine"], status: "inbox", pinned: true },
  });
  expect(await bookmark("https://127.test/", { status: "archived" })).toMatchObject({ status: "archived" });
});

it("brings a card that was captured again back as it is", async () => {
  const { rule, bookmark } = await person();
  await rule(site1, { addTags: ["reading"] }, { status: "archived" });
  const { id } = await bookmark("https://example.test/a");
  expect(await bookmark("https://example.test/a", { tags: ["again"] })).toMatchObject({
    ...{ id, status: "inbox", tags: ["reading", "again"] },
  });
});

it("does nothing while it is off or deleted, and comes back", async () => {
  const { rules, rule, bookmark } = await person();
  const made = await rule(site1, { addTags: ["reading"] });
  const off = await rules.change(made.id, 1, { enabled: false });
  expect((await bookmark("https://example.test/1")).tags).toEqual([]);
  await rules.change(made.id, off.version, { enabled: true });
  expect((await bookmark("https://example.test/2")).tags).toEqual(["reading"]);
  await rules.remove(made.id, 3);
  expect((await rules.list()).items).toEqual([]);
  expect((await bookmark("https://example.test/3")).tags).toEqual([]);
  expect(await rules.restore(made.id)).toMatchObject({ id: made.id, version: 3 });
  expect((await bookmark("https://example.test/4")).tags).toEqual(["reading"]);
});

it("runs more specific rules later, and each tag is its own", async () => {
  const { rule, bookmark } = await person();
  await rule(site1, { addTags: ["exact"] }, { status: "later" });
  await rule({ field: "address", is: "contains", value: "example" }, { addTags: ["broad"] }, { status: "archived" });
  expect(await bookmark("https://example.test/a")).toMatchObject({ tags: ["broad", "exact"], status: "later" });
});

it("keeps each version, and saves an older one again", async () => {
  const { rules, rule } = await person();
  const { id } = await rule(site1, { addTags: ["reading"] });
  await rules.change(id, 1, { name: "Other", stage: "post" });
  expect(await refusal(rules.change(id, 1, { name: "Late" }))).toMatchObject({ code: "version_conflict", version: 2 });
  const { items: versions } = await rules.versions(id);
  expect(versions.map(({ version, name }) => [version, name])).toEqual([
    [2, "Other"],
    [1, "A rule"],
  ]);
  const { version: _, at: __, ...first } = versions[1]!;
  expect(await rules.change(id, 2, first)).toMatchObject({ name: "A rule", stage: null, version: 3 });
});

it("tries a draft: what it would change and contradict, and writes nothing", async () => {
  const { items, rules, bookmark } = await person();
  const mine = await bookmark("https://example.test/mine");
  await items.update(mine.id, 1, { status: "later" });
  const other = await bookmark("https://example.test/other");
  await bookmark("https://else.test/");
  const trashed = await bookmark("https://example.test/gone");
  await items.remove(trashed.id, 1);
  const draft: NewCardRule = {
    ...{ name: "Try", condition: site1 },
    actions: [{ addTags: ["reading"] }, { status: "archived" }],
  };
  const tried = await rules.try({ draft });
  expect(tried).toMatchObject({ looked: 3, met: 2, changes: 2, contradicts: 1 });
  const tag = { field: "tag", before: null, after: "reading" };
  expect(tried.items).toEqual([
    expect.objectContaining({
      id: other.id,
      changes: [tag, { field: "status", before: "inbox", after: "archived" }],
      contradicts: [],
    }),
    expect.objectContaining({
      id: mine.id,
      changes: [tag],
      contradicts: [{ field: "status", before: "later", after: "archived" }],
    }),
  ]);
  expect(await items.get(other.id)).toMatchObject({ tags: [], status: "inbox", version: 1 });
});

it("says on the card and on the rule what was set, and reverts one value as the person's own", async () => {
  const { items, rules, rule, bookmark } = await person();
  const news = { field: "title", is: "is", value: "Fox news" } as const;
  const { id } = await rule(
    { field: "site", is: "contains", value: "127" },
    { addTags: ["site"] },
    { status: "later" },
  );
  await rule(news, { addTags: ["site", "news"] }, { removeTags: ["site"] }, { status: "archived" });
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  held = promise;
  const made = await bookmark(`${origin}/fox`);
  const { items: set } = await rules.effects({ item: made.id });
  expect(set).toMatchObject([
    { field: "status", before: "inbox", after: "later", stands: true, rule: { id, name: "A rule", version: 1 } },
    { field: "tag", before: null, after: "site", stands: true, card: { id: made.id, type: "bookmark" } },
  ]);
  expect((await rules.effects({ rule: id })).items).toEqual(set);
  expect(await rules.revert(set[1]!.id)).toMatchObject({ tags: [], version: 2 });
  expect(await rules.revert(set[0]!.id)).toMatchObject({ status: "inbox", version: 3 });
  answer();
  await world.jobsIdle();
  expect(await items.get(made.id)).toMatchObject({ title: "Fox news", tags: ["news"], status: "inbox" });
  const { items: now } = await rules.effects({ item: made.id });
  expect(now.map(({ after, stands }) => [after, stands])).toEqual([
    ["news", true],
    ["later", false],
    ["site", false],
  ]);
  expect(await refusal(rules.revert(set[0]!.id))).toMatchObject({ status: 409, code: "rule_effect_gone" });
  const other = await person();
  expect((await other.rules.effects({ item: made.id })).items).toEqual([]);
  expect(await refusal(other.rules.revert(set[0]!.id))).toMatchObject({ code: "rule_effect_not_found" });
});

it("applies a rule to the cards there are, leaves a person's values, and undoes it where it stands", async () => {
  const { items, rules, rule, bookmark } = await person();
  const [mine, other, changed] = [
    await bookmark("https://example.test/mine"),
    await bookmark("https://example.test/other", { tags: ["own"] }),
    await bookmark("https://example.test/changed"),
  ];
  await items.update(mine.id, 1, { status: "later" });
  const { id } = await rule(site1, { addTags: ["reading"] }, { status: "archived" });
  const run = key();
  expect(await rules.run(id, run)).toEqual({ changed: 3, kept: 1 });
  expect(await items.get(mine.id)).toMatchObject({ tags: ["reading"], status: "later", version: 2 });
  expect(await items.get(other.id)).toMatchObject({ tags: ["own", "reading"], status: "archived", version: 1 });
  expect(await rules.run(id, run)).toEqual({ changed: 0, kept: 1 });
  await items.update(changed.id, 1, { status: "done" });
  const stranger = await person();
  expect(await stranger.rules.undoRun(id, run)).toEqual({ reverted: 0 });
  expect(await refusal(stranger.rules.run(id, run))).toMatchObject({ code: "rule_not_found" });
  expect(await rules.undoRun(id, run)).toEqual({ reverted: 3 });
  expect(await items.get(other.id)).toMatchObject({ tags: ["own"], status: "inbox", archivedAt: null });
  expect(await items.get(changed.id)).toMatchObject({ tags: [], status: "done" });
  // What a run and its undo wrote is nobody's own.
  expect(await rules.run(id, key())).toEqual({ changed: 3, kept: 1 });
});

it("refuses what cannot run, and more rules than there may be", async () => {
  const { userId, rules, rule } = await person();
  expect(await refusal(rule({ field: "tags", is: "is", value: "x" }, { pinned: true }))).toMatchObject({
    ...{ status: 400, code: "rule_unusable", detail: "The rule was not saved. “tags” cannot be compared like that." },
  });
  expect(await refusal(rule({ all: [] }, { pinned: true }))).toMatchObject({ code: "rule_unusable" });
  expect(await refusal(rule(site1))).toMatchObject({ status: 400, code: "invalid_request" });
  const { id } = await rule(site1, { pinned: true });
  await rules.remove(id, 1);
  await world.database.system((tx) =>
    tx.execute(sql`insert into items.rule (user_id, name, condition, actions, created_at)
      select ${userId}, 'Many', ${JSON.stringify(site1)}::jsonb, '[{"pinned": true}]', now()
      from generate_series(1, ${MAX_RULES})`),
  );
  expect(await refusal(rule(site1, { pinned: true }))).toMatchObject({ status: 409, code: "too_many_rules" });
  expect(await refusal(rules.restore(id))).toMatchObject({ code: "too_many_rules" });
});

it("refuses more patterns in all rules together than are made in a moment", async () => {
  const { userId, rules, rule } = await person();
  const of = (pattern: string) => ({ field: "title", is: "contains", value: `~/${pattern}/` }) as const;
  const five = { any: [0, 1, 2, 3, 4].map((at) => of(`fox ${at}`)) };
  await world.database.system((tx) =>
    tx.execute(sql`insert into items.rule (user_id, name, condition, actions, created_at)
      select ${userId}, 'Many', ${JSON.stringify(five)}::jsonb, '[{"pinned": true}]', now()
      from generate_series(1, 19)`),
  );
  const last = await rule(five, { pinned: true });
  const refused = { status: 400, code: "rule_unusable", detail: expect.stringContaining("at most 100 patterns") };
  expect(await refusal(rule(of("a"), { pinned: true }))).toMatchObject(refused);
  const { id, version } = await rule(site1, { pinned: true });
  expect(await refusal(rules.change(id, version, { condition: of("a") }))).toMatchObject(refused);
  await rules.change(last.id, last.version, { condition: of("a") });
});

it("keeps a capture though a stored rule can no longer be used", async () => {
  const { userId, bookmark } = await person();
  await world.database.system((tx) =>
    tx.execute(sql`insert into items.rule (user_id, name, condition, actions, created_at)
      values (${userId}, 'Old', '{"field": "gone", "is": "is", "value": "x"}', '[{"pinned": true}]', now())`),
  );
  expect(await bookmark("https://example.test/a")).toMatchObject({ pinned: false });
});

it("shows, changes and runs nobody else's rules", async () => {
  const { rule } = await person();
  const { id } = await rule(site1, { addTags: ["reading"] });
  const other = await person();
  expect((await other.rules.list()).items).toEqual([]);
  expect((await other.bookmark("https://example.test/a")).tags).toEqual([]);
  for (const ask of [
    () => other.rules.versions(id),
    () => other.rules.change(id, 1, { enabled: false }),
    () => other.rules.remove(id, 1),
    () => other.rules.restore(id),
  ])
    expect(await refusal(ask())).toMatchObject({ status: 404, code: "rule_not_found" });
});

describe("a rule with an agent", () => {
  const agent = { agentId: randomUUID(), task: "Read it" };
  const given = (userId: string) => world.received.met.filter((met) => met.userId === userId);
  /** Uses a tool as a run does. */
  async function use(userId: string, runId: string, tool: string, values: object) {
    const callId = randomUUID();
    const call = { userId, callId, runId, tool, arguments: { ...values }, cardLimit: null, storageLimit: null };
    await world.database.system((tx) => world.application.nest.get(Events).publish(tx, toolCalled, call));
    await world.jobsIdle();
    return world.received.answered.find((answer) => answer.callId === callId)!;
  }

  it("gives it each new card that meets it, once, and no card that is there or is imported", async () => {
    const { userId, items, rules, bookmark } = await person();
    await items.setTimeZone({ timeZone: "Asia/Tokyo" });
    await bookmark("https://example.test/before");
    const of = { name: "News", condition: site1, actions: [{ addTags: ["news"] }], agent };
    const rule = await rules.create(of, key());
    expect([rule.agent, (await rules.versions(rule.id)).items[0]!.agent]).toEqual([agent, agent]);
    const made = await bookmark("https://example.test/new");
    await bookmark("https://other.test/new");
    // The same address again, and the page that was fetched since, make no second start.
    await bookmark("https://example.test/new");
    await world.jobsIdle();
    expect(given(userId)).toEqual([
      {
        ...{ userId, itemId: made.id, type: "bookmark", rule: { id: rule.id, name: "News" }, ...agent },
        ...{ runId: expect.any(String), touchedBy: [], openedBy: null, timeZone: "Asia/Tokyo" },
      },
    ]);
    await rules.run(rule.id, randomUUID());
    await rules.change(rule.id, rule.version, { agent: null });
    await bookmark("https://example.test/later");
    await world.jobsIdle();
    expect(given(userId)).toHaveLength(1);
  });

  it("is told which runs made or changed the card", async () => {
    const { userId, items, rules } = await person();
    const condition = { field: "title", is: "contains", value: "quay" } as const;
    await rules.create({ name: "Quays", condition, actions: [{ addTags: ["quay"] }], agent }, key());
    const [first, second] = [randomUUID(), randomUUID()];
    const { itemId } = await use(userId, first, "create_card", { title: "The quay", body: "Stones." });
    expect(given(userId)).toMatchObject([{ itemId, touchedBy: [first] }]);
    await use(userId, second, "update_card", { id: itemId, body: "More stones." });
    await use(userId, first, "tag_card", { id: itemId, add: ["stone"] });
    expect(given(userId)).toHaveLength(1);
    const { rows } = await world.database.system((tx) =>
      tx.execute(sql`select runs from items.touched_card where item_id = ${itemId}`),
    );
    expect(rows).toEqual([{ runs: [second, first] }]);
    expect((await items.get(itemId!)).tags).toEqual(["quay", "stone"]);
  });
});
