import { randomUUID } from "node:crypto";
import { Module } from "@nestjs/common";
import { agentTokens, cards, enrichment, transcription } from "@tessera/contracts-billing/meters.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { type Database, type ServiceDefinition, Usage } from "../index.ts";

@Module({})
class AnyModule {}
const service: ServiceDefinition = {
  name: "metered",
  title: "Metered",
  module: AnyModule,
  schema: "metered",
  migrations: [{ name: "001", sql: "create schema if not exists metered" }],
};

let world: World;
let usage: Usage;
let database: Database;
beforeAll(async () => {
  world = await startServices([service]);
  usage = world.application.nest.get(Usage);
  database = world.database.of("metered");
});
beforeEach(() => world.clock.set("2026-11-20T12:00:00Z"));
afterAll(() => world.stop());

const recorded = async (account: string) => {
  const { rows } = await database.system((tx) =>
    tx.execute<{ meter: string; quantity: string }>(
      sql`select meter, quantity from kit.usage where user_id = ${account} order by meter, key`,
    ),
  );
  return rows.map(({ meter, quantity }) => [meter, Number(quantity)]);
};
/** Writes the plan as billing does. */
const stand = (account: string, meter: string, month: string, used: number, stopAt: number | null) =>
  database.system((tx) =>
    tx.execute(sql`insert into kit.usage_standing (user_id, meter, month, used, stop_at)
      values (${account}, ${meter}, ${month}, ${used}, ${stopAt})`),
  );
const use = (account: string, key: string, quantity = 1) => ({ meter: enrichment, quantity, account, key });

describe("the ledger", () => {
  it("keeps a use with the work that made it, and only once for a key", async () => {
    const account = randomUUID();
    const failed = database.as({ userId: account }, async (tx) => {
      await usage.record(tx, use(account, "lost"));
      throw new Error("the work failed");
    });
    await expect(failed).rejects.toThrow("the work failed");
    expect(await recorded(account)).toEqual([]);
    for (let attempt = 1; attempt <= 2; attempt++)
      await database.as({ userId: account }, (tx) => usage.record(tx, use(account, "kept"), use(account, "too", 2)));
    await database.system((tx) => usage.record(tx, use(account, "kept", 5)));
    expect(await recorded(account)).toEqual([
      ["enrichment", 1],
      ["enrichment", 2],
    ]);
  });

  it("counts once what two attempts write at the same moment, in whatever order", async () => {
    const account = randomUUID();
    const uses = Array.from({ length: 20 }, (_, n) => use(account, `use ${n}`));
    await Promise.all(
      [uses, uses.toReversed()].map((attempt) =>
        database.as({ userId: account }, (tx) => usage.record(tx, ...attempt)),
      ),
    );
    expect(await recorded(account)).toHaveLength(20);
  });

  it("lets nobody write or read what another person used", async () => {
    const [ada, bob] = [randomUUID(), randomUUID()];
    await expect(database.as({ userId: ada }, (tx) => usage.record(tx, use(bob, "theirs")))).rejects.toThrow();
    await database.as({ userId: bob }, (tx) => usage.record(tx, use(bob, "own")));
    const seen = await database.as({ userId: ada }, (tx) => tx.execute(sql`select from kit.usage`));
    expect(seen.rows).toHaveLength(0);
    const change = database.as({ userId: bob }, (tx) => tx.execute(sql`update kit.usage set quantity = 0`));
    await expect(change).rejects.toThrow();
    expect(await recorded(bob)).toEqual([["enrichment", 1]]);
  });

  it("refuses what is not whole, and what gives back where nothing is held", async () => {
    const account = randomUUID();
    const record = (one: Parameters<Usage["record"]>[1]) =>
      database.as({ userId: account }, (tx) => usage.record(tx, one));
    for (const quantity of [0.5, -1, Number.NaN, 2 ** 53])
      await expect(record(use(account, "wrong", quantity))).rejects.toThrow(RangeError);
    for (const key of ["", "k".repeat(201)]) await expect(record(use(account, key))).rejects.toThrow(RangeError);
    await record({ meter: cards, quantity: -1, account, key: "deleted" });
    expect(await recorded(account)).toEqual([["cards", -1]]);
  });
});

describe("what is left of a month", () => {
  const left = (account: string) =>
    database.as({ userId: account }, (tx) => usage.left(tx, { meter: enrichment, account }));

  it("takes in what is not counted yet", async () => {
    const account = randomUUID();
    await stand(account, "enrichment", "2026-11-01", 7, 10);
    expect(await left(account)).toBe(3);
    await database.as({ userId: account }, (tx) => usage.record(tx, use(account, "one", 2)));
    expect(await left(account)).toBe(1);
    await database.system((tx) => tx.execute(sql`update kit.usage set counted = true where user_id = ${account}`));
    expect(await left(account)).toBe(3);
  });

  it("begins again with the month, counted or not", async () => {
    const account = randomUUID();
    await stand(account, "enrichment", "2026-11-01", 10, 10);
    await database.as({ userId: account }, (tx) => usage.record(tx, use(account, "late")));
    expect(await left(account)).toBe(0);
    world.clock.set("2026-12-01T00:00:00Z");
    expect(await left(account)).toBe(10);
  });

  it("is any amount without a limit, and for people who were not counted yet", async () => {
    const account = randomUUID();
    expect(await left(account)).toBeNull();
    await stand(account, "enrichment", "2026-11-01", 10, null);
    expect(await left(account)).toBeNull();
  });

  it("is refused in words where it does not suffice", async () => {
    const account = randomUUID();
    await stand(account, "transcription", "2026-11-01", 35_000, 36_000);
    await stand(account, "agent-tokens", "2026-11-01", 5_000_000, 5_000_000);
    const ensure = (meter: typeof transcription | typeof agentTokens, quantity?: number) =>
      database.system((tx) => usage.ensure(tx, { meter, account, ...(quantity ? { quantity } : {}) }));
    await ensure(transcription, 1_000);
    await expect(ensure(transcription, 1_001)).rejects.toMatchObject({
      status: 402,
      code: "usage_limit_reached",
      message: expect.stringContaining(
        "Transcription: the 10 h of this month are used. Nothing is lost; new work continues",
      ),
    });
    await expect(ensure(agentTokens)).rejects.toMatchObject({
      message: expect.stringContaining(
        "the 5 M of this month are used. Nothing is lost; new work continues on 1 December",
      ),
    });
  });
});
