import { randomUUID } from "node:crypto";
import { userCreated, userDeleted } from "@tessera/contracts-identity/events.ts";
import { entryOpened } from "@tessera/contracts-queue/events.ts";
import { sql } from "drizzle-orm";
import { type QueueWorld, startQueueWorld } from "../testing/queue-world.ts";

let world: QueueWorld;
beforeAll(async () => {
  world = await startQueueWorld();
});
afterAll(() => world.stop());

const due = (userId: string, key: string, title = `Task ${key}`) => ({
  userId,
  key,
  kind: "task-due",
  title,
  line: "Due today",
  path: "/items/task",
});
const minutes = (count: number) => new Date(world.clock.now().getTime() + count * 60_000).toISOString();

test("somebody who signed up is welcomed, once", async () => {
  const { userId, queue } = await world.person();
  await world.publish(userCreated, { userId });
  await world.publish(userCreated, { userId });
  const { items, open } = await queue.entries({});
  expect(items.map(({ kind, title, path }) => ({ kind, title, path }))).toEqual([
    { kind: "welcome", title: "Capture your first card", path: "/items/inbox" },
  ]);
  expect(open).toBe(1);
});

test("one matter is one entry: news of it update, closing settles, opening again brings it back", async () => {
  const { userId, queue } = await world.person();
  await world.opened(due(userId, "a"));
  await world.opened(due(userId, "a", "Task a, moved"));
  const first = await queue.entries({});
  expect(first.items.map((entry) => entry.title)).toEqual(["Task a, moved"]);

  await world.closed(userId, "a");
  expect((await queue.entries({})).items).toEqual([]);
  expect((await queue.entries({ state: "settled" })).items[0]?.state).toBe("closed");

  await world.opened(due(userId, "a", "Task a, due again"));
  const again = await queue.entries({});
  expect(again.items.map(({ id, title }) => ({ id, title }))).toEqual([
    { id: first.items[0]?.id, title: "Task a, due again" },
  ]);
});

test("an event delivered twice does not undo what the person decided in between", async () => {
  const { userId, queue } = await world.person();
  await world.opened(due(userId, "twice"));
  const [entry] = (await queue.entries({})).items;
  await queue.decide(entry!.id, { action: "accept" });
  await world.database.system((tx) =>
    tx.execute(sql`update pgboss.job set state = 'retry', start_after = now(), completed_on = null
      where name like ${`event.${entryOpened.topic}%`} and data -> 'payload' ->> 'userId' = ${userId}`),
  );
  // Another event wakes the consumer for both.
  await world.opened(due(userId, "other"));
  expect((await queue.entries({})).items.map((one) => one.title)).toEqual(["Task other"]);
  expect((await queue.entry(entry!.id)).state).toBe("accepted");
});

test("the service that opened a matter learns what was decided about it, and what was taken back", async () => {
  const { userId, queue } = await world.person();
  const itemId = randomUUID();
  await world.opened({ ...due(userId, "told"), itemId });
  await world.opened(due(userId, "both"));
  const ids = (await queue.entries({})).items.map(({ id }) => id);
  world.decided.length = 0;
  await queue.decide(ids[1]!, { action: "accept" });
  await queue.decide(ids[1]!, { action: "reopen" });
  await world.jobsIdle();
  const told = { userId, key: "told", kind: "task-due", itemId, comment: null, by: "person", agent: null };
  expect(world.decided).toEqual([
    { ...told, state: "accepted" },
    { ...told, state: "open" },
  ]);
  world.decided.length = 0;
  await queue.decideMany({ ids, action: "decline" });
  await world.jobsIdle();
  expect(world.decided.map(({ key, state }) => [key, state]).sort()).toEqual([
    ["both", "declined"],
    ["told", "declined"],
  ]);
});

test("a matter closed before its opening arrives stays closed", async () => {
  const { userId, queue } = await world.person();
  const later = world.clock.now();
  await world.closed(userId, "late");
  await world.database.system((tx) =>
    tx.execute(sql`update queue.entry set event_at = ${new Date(later.getTime() + 60_000)} where key = 'late'`),
  );
  await world.opened(due(userId, "late"));
  expect((await queue.entries({})).open).toBe(0);
  expect((await queue.entries({ state: "settled" })).items).toEqual([]);
});

test("accepting and declining settle; reopening puts the entry back in its place", async () => {
  const { userId, queue } = await world.person();
  for (const key of ["1", "2", "3"]) await world.opened(due(userId, key));
  const before = (await queue.entries({})).items;
  expect((await queue.decide(before[1]!.id, { action: "accept" })).state).toBe("accepted");
  expect((await queue.decide(before[0]!.id, { action: "decline" })).state).toBe("declined");
  expect((await queue.entries({})).open).toBe(1);
  expect((await queue.entries({ state: "settled" })).items.map((entry) => entry.title)).toEqual([
    before[0]!.title,
    before[1]!.title,
  ]);

  for (const entry of before.slice(0, 2)) await queue.decide(entry.id, { action: "reopen" });
  expect((await queue.entries({})).items.map((entry) => entry.id)).toEqual(before.map((entry) => entry.id));
});

test("a snoozed entry is away until it is due, then open again without anybody's help", async () => {
  const { userId, queue } = await world.person();
  await world.opened(due(userId, "later"));
  await world.opened(due(userId, "now"));
  const entry = (await queue.entries({ q: "later" })).items[0]!;
  const until = minutes(30);
  expect(await queue.decide(entry.id, { action: "snooze", snoozeUntil: until })).toMatchObject({
    state: "snoozed",
    snoozeUntil: until,
  });
  // As whom devices are told asks for it.
  const waiting = async () =>
    (await world.database.pool.query("select queue.waiting($1, $2) as waiting", [userId, world.clock.now()]))
      .rows[0] as unknown;
  expect((await queue.entries({})).items.map((one) => one.title)).toEqual(["Task now"]);
  expect(await waiting()).toEqual({ waiting: 1 });
  expect((await queue.entries({ state: "snoozed" })).items.map((one) => one.id)).toEqual([entry.id]);

  world.clock.advance(31 * 60_000);
  const back = await queue.entries({});
  expect(back.items.map((one) => one.title)).toEqual(["Task later", "Task now"]);
  expect(back.items[0]).toMatchObject({ state: "open", snoozeUntil: null });
  expect(back.open).toBe(2);
  expect(await waiting()).toEqual({ waiting: 2 });
  expect((await queue.entries({ state: "snoozed" })).items).toEqual([]);
});

test("news of a snoozed matter leaves it snoozed", async () => {
  const { userId, queue } = await world.person();
  await world.opened(due(userId, "asleep"));
  const entry = (await queue.entries({})).items[0]!;
  await queue.decide(entry.id, { action: "snooze", snoozeUntil: minutes(30) });
  await world.opened(due(userId, "asleep", "Task asleep, changed"));
  expect((await queue.entries({})).open).toBe(0);
  expect((await queue.entries({ state: "snoozed" })).items[0]?.title).toBe("Task asleep, changed");
});

test.each([
  ["a time that is over", { action: "snooze" as const, snoozeUntil: "2020-01-01T00:00:00.000Z" }],
  ["no time", { action: "snooze" as const }],
  ["a time for another decision", { action: "accept" as const, snoozeUntil: "2999-01-01T00:00:00.000Z" }],
])("snoozing with %s is refused and changes nothing", async (_, decision) => {
  const { userId, queue } = await world.person();
  await world.opened(due(userId, "x"));
  const entry = (await queue.entries({})).items[0]!;
  await expect(queue.decide(entry.id, decision)).rejects.toMatchObject({ status: 400, code: "invalid_snooze" });
  expect((await queue.entries({})).items).toEqual([entry]);
});

test("what its service closed cannot be decided any more", async () => {
  const { userId, queue } = await world.person();
  await world.opened(due(userId, "over"));
  const entry = (await queue.entries({})).items[0]!;
  await world.closed(userId, "over");
  await expect(queue.decide(entry.id, { action: "accept" })).rejects.toMatchObject({
    status: 409,
    code: "entry_closed",
  });
  const { changed, skipped } = await queue.decideMany({ ids: [entry.id], action: "reopen" });
  expect(changed).toEqual([]);
  expect(skipped).toEqual([{ id: entry.id, reason: expect.stringContaining("settled elsewhere") }]);
});

test("somebody else's entry is not found, and nothing is written", async () => {
  const owner = await world.person();
  const other = await world.person();
  await world.opened(due(owner.userId, "mine"));
  const entry = (await owner.queue.entries({})).items[0]!;
  await expect(other.queue.entry(entry.id)).rejects.toMatchObject({ status: 404, code: "entry_not_found" });
  await expect(other.queue.decide(entry.id, { action: "accept" })).rejects.toMatchObject({
    status: 404,
    code: "entry_not_found",
  });
  expect((await other.queue.decideMany({ ids: [entry.id], action: "decline" })).changed).toEqual([]);
  expect((await other.queue.entries({})).items).toEqual([]);
  expect(await owner.queue.entry(entry.id)).toEqual(entry);
  const denied = world.database.of("queue").as({ userId: other.userId }, (tx) =>
    tx.execute(sql`insert into queue.entry (user_id, key, kind, title, line, state, sort_at, event_at, created_at, updated_at)
      values (${owner.userId}, 'forged', 'x', 'x', '', 'open', now(), now(), now(), now())`),
  );
  await expect(denied).rejects.toMatchObject({ code: "42501" });
});

test("pages follow each other without gaps or repeats, and search finds words as they are written", async () => {
  const { userId, queue } = await world.person();
  world.clock.set("2026-11-20T08:00:00.000Z");
  for (let n = 0; n < 7; n++) {
    // Two of a kind a moment: the id decides between them.
    if (n % 2) world.clock.advance(1000);
    await world.opened(due(userId, `p${n}`, n === 3 ? "100% sure_thing" : `Page ${n}`));
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await queue.entries({ limit: 3, cursor });
    seen.push(...page.items.map((entry) => entry.title));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(new Set(seen).size).toBe(7);
  expect(seen).toEqual((await queue.entries({})).items.map((entry) => entry.title));
  expect(seen.at(-1)).toBe("Page 0");
  expect((await queue.entries({ q: "100% S" })).items).toHaveLength(1);
  expect((await queue.entries({ q: "%" })).items).toHaveLength(1);
  expect((await queue.entries({ q: "dUE todaY" })).items).toHaveLength(7);
  await expect(queue.entries({ cursor: "bm90aGluZw" })).rejects.toMatchObject({ status: 400, code: "invalid_cursor" });
});

test("urgent entries come first among open ones, across pages, until an update says otherwise", async () => {
  const { userId, queue } = await world.person();
  world.clock.set("2026-11-20T08:00:00.000Z");
  for (const [index, title] of ["old and urgent", "old", "new and urgent", "new"].entries()) {
    world.clock.advance(1000);
    await world.opened({ ...due(userId, title, title), urgent: index % 2 === 0 });
  }
  const pages = async (limit: number) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await queue.entries({ limit, cursor });
      seen.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return seen;
  };
  const expected = ["new and urgent", "old and urgent", "new", "old"];
  for (const limit of [1, 2, 3, 10]) expect(await pages(limit)).toEqual(expected);
  await world.opened(due(userId, "old and urgent", "old and urgent"));
  expect(await pages(2)).toEqual(["new and urgent", "new", "old", "old and urgent"]);
});

test("a list that has not changed is answered 304, one that has with another tag", async () => {
  const { userId, token } = await world.person();
  await world.opened(due(userId, "tag"));
  const get = (headers: Record<string, string> = {}) => world.client(token)("/api/queue/entries", { headers });
  const first = await get();
  const tag = first.headers.get("etag")!;
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const same = await get({ "if-none-match": tag });
  expect([same.status, await same.text()]).toEqual([304, ""]);
  await world.opened(due(userId, "tag", "Changed"));
  const changed = await get({ "if-none-match": tag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(tag);
});

test("without a token, with unknown fields or another's word for a state nothing is answered", async () => {
  const { token } = await world.person();
  expect((await world.client()("/api/queue/entries")).status).toBe(401);
  expect((await world.client(token)("/api/queue/entries?state=all")).status).toBe(400);
  expect((await world.client(token)("/api/queue/entries?colour=red")).status).toBe(400);
  const body = JSON.stringify({ action: "accept", why: "because" });
  const response = await world.client(token)("/api/queue/entries/00000000-0000-4000-8000-000000000001/decision", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(response.status).toBe(400);
});

test("an account that is deleted takes its own entries along, and no others", async () => {
  const [gone, other] = [await world.person(), await world.person()];
  for (const { userId } of [gone, other]) await world.opened(due(userId, "erased"));
  await world.publish(userDeleted, { userId: gone.userId });
  expect((await gone.queue.entries({})).items).toEqual([]);
  expect((await other.queue.entries({})).items).toHaveLength(1);
});
