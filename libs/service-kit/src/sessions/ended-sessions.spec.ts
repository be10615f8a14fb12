import { randomUUID } from "node:crypto";
import { jest } from "@jest/globals";
import { openTestDatabase } from "@tessera/testing/database.ts";
import { migrate } from "../database/migrations.ts";
import { Notifications } from "../database/notifications.ts";
import type { OpenDatabase } from "../database/open.ts";
import type { Pool } from "../database/pool.ts";
import { Log } from "../log.ts";
import { EndedSessions } from "./ended-sessions.ts";
import { EndedTokens } from "./ended-tokens.ts";

let opened: OpenDatabase & { url?: string };
const running: EndedSessions[] = [];
beforeAll(async () => {
  opened = await openTestDatabase();
  await migrate(opened.pool, []);
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const one of running.splice(0)) await one.stop();
});
afterAll(() => opened.close());

/** What one process knows. */
async function start(options: { enabled?: boolean; maxEntries?: number; pool?: Pool; embedded?: boolean } = {}) {
  const { enabled = true, maxEntries, pool = opened.pool, embedded = !opened.url } = options;
  const known = new EndedSessions(pool, new Notifications(opened), new Log("silent"), {
    enabled,
    embedded,
    maxEntries,
  });
  running.push(known);
  await known.start();
  return known;
}
const nextEnd = (known: EndedSessions) => new Promise<void>((resolve) => void known.onEnd(() => resolve()));
const end = (sessionId: string, on: Pick<Pool, "query"> = opened.pool) =>
  on.query("insert into kit.ended_session (user_id, session_id) values ($1, $2)", [randomUUID(), sessionId]);
const tokenOf = (sessionId: string) => ({ userId: randomUUID(), sessionId, generation: 0 });
/** A pool whose database cannot be reached while `gone`. */
function breakable() {
  const state = { gone: false };
  const pool = Object.create(opened.pool, {
    query: {
      value: (...args: unknown[]) =>
        state.gone ? Promise.reject(new Error("gone")) : (opened.pool.query as (...all: unknown[]) => unknown)(...args),
    },
  }) as Pool;
  return { state, pool };
}
const UNKNOWN = { code: "sessions_unknown", extra: { headers: { "retry-after": "2" } } };

it("every process learns of a session by its end, one that starts later reads it", async () => {
  const [one, other] = [await start(), await start()];
  const sessionId = randomUUID();
  expect(await one.has(tokenOf(sessionId))).toBe(false);
  const both = Promise.all([nextEnd(one), nextEnd(other)]);
  await end(sessionId);
  await both;
  for (const known of [one, other, await start()]) {
    expect(await known.has(tokenOf(sessionId))).toBe(true);
    expect(await known.has(tokenOf(randomUUID()))).toBe(false);
  }
});

it("nothing has ended that was rolled back", async () => {
  const known = await start();
  const sessionId = randomUUID();
  const client = await opened.pool.connect();
  await client.query("begin");
  await end(sessionId, client);
  await client.query("rollback");
  client.release();
  await known.look();
  expect(await known.has(tokenOf(sessionId))).toBe(false);
});

// The embedded database has one connection, on which transactions do not overlap.
(process.env.TEST_DATABASE_URL ? it : it.skip)(
  "a transaction that began earlier and commits later is not missed",
  async () => {
    const known = await start();
    const [early, late] = [randomUUID(), randomUUID()];
    const client = await opened.pool.connect();
    await client.query("begin");
    await end(early, client);
    await end(late);
    await known.look();
    expect([await known.has(tokenOf(early)), await known.has(tokenOf(late))]).toEqual([false, true]);
    await client.query("commit");
    client.release();
    await known.look();
    expect(await known.has(tokenOf(early))).toBe(true);
  },
);

it("a person's tokens end below a generation, and no earlier row takes that back", async () => {
  const known = await start();
  const userId = randomUUID();
  for (const generation of [3, 2])
    await opened.pool.query("insert into kit.ended_session (user_id, generation) values ($1, $2)", [
      userId,
      generation,
    ]);
  await known.look();
  const has = (generation: number) => known.has({ userId, sessionId: randomUUID(), generation });
  expect([await has(0), await has(2), await has(3), await has(4)]).toEqual([true, true, false, false]);
});

it("what was announced and cannot be read refuses everybody, until it can", async () => {
  const { state, pool } = breakable();
  const known = await start({ pool });
  const nextEnd = jest.spyOn(known, "look");
  const asked = new Promise<void>((resolve) =>
    nextEnd.mockImplementationOnce(() => Promise.reject(new Error("gone")).finally(resolve)),
  );
  state.gone = true;
  const sessionId = randomUUID();
  await end(sessionId);
  await asked;
  await expect(known.has(tokenOf(sessionId))).rejects.toMatchObject(UNKNOWN);
  state.gone = false;
  expect(await known.has(tokenOf(sessionId))).toBe(true);
});

it("what was read too long ago is read before the next answer, or nobody is answered", async () => {
  const { state, pool } = breakable();
  const known = await start({ pool, embedded: false });
  const sessionId = randomUUID();
  const now = performance.now();
  state.gone = true;
  expect(await known.has(tokenOf(sessionId))).toBe(false);
  jest.spyOn(performance, "now").mockReturnValue(now + 60_000);
  await expect(known.has(tokenOf(sessionId))).rejects.toMatchObject(UNKNOWN);
  state.gone = false;
  expect(await known.has(tokenOf(sessionId))).toBe(false);
});

it("what memory does not hold is looked up, and read again once there is room", async () => {
  const sessions = Array.from({ length: 20 }, () => randomUUID());
  const before = await start({ maxEntries: 5 });
  for (const sessionId of sessions) await end(sessionId);
  await before.look();
  const after = await start({ maxEntries: 5 });
  for (const known of [before, after]) {
    const answers = await Promise.all(sessions.map((sessionId) => known.has(tokenOf(sessionId))));
    expect(new Set(answers)).toEqual(new Set([true]));
    expect(await known.has(tokenOf(randomUUID()))).toBe(false);
    expect(known.size).toBeLessThanOrEqual(5);
  }
});

it("a hosted issuer tells of no ends", async () => {
  const known = await start({ enabled: false });
  const sessionId = randomUUID();
  await end(sessionId);
  expect(await known.has(tokenOf(sessionId))).toBe(false);
});

it("nothing is held longer than a token lives", () => {
  const tokens = new EndedTokens();
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  tokens.add({ userId, sessionId, generation: null }, 1000);
  tokens.add({ userId, sessionId: null, generation: 1 }, 2000);
  tokens.prune(1000);
  expect([
    tokens.size,
    tokens.has({ userId, sessionId, generation: 1 }),
    tokens.has({ userId, sessionId, generation: 0 }),
  ]).toEqual([1, false, true]);
  tokens.prune(2000);
  expect(tokens.size).toBe(0);
});
