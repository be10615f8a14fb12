import { randomUUID } from "node:crypto";
import { Module } from "@nestjs/common";
import { agentCost, agentTokens, cards, enrichment, METERS, storage } from "@tessera/contracts-billing/meters.ts";
import { userDeleted } from "@tessera/contracts-identity/events.ts";
import { Events, type MeteredUse, type ServiceDefinition, Usage } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type BillingWorld, type Person, startBilling } from "../testing/billing-world.ts";
import { listenerService, QueueListener } from "../testing/queue-listener.ts";
import { CountUsage } from "./count-usage.ts";
import { FollowUsage } from "./follow-usage.ts";

@Module({})
class AreaModule {}
const area: ServiceDefinition = {
  name: "area",
  title: "Area",
  module: AreaModule,
  schema: "area",
  migrations: [{ name: "001", sql: "create schema if not exists area" }],
  contributes: { [METERS]: [enrichment, agentTokens, agentCost, cards, storage, { name: "nonsense" }] },
};

let world: BillingWorld;
let ledger: Usage;
beforeAll(async () => {
  const environment = {
    BILLING_PLAN_LIMITS: JSON.stringify({ enrichment: { desk: 100 }, cards: { desk: 1 } }),
    INTERNAL_EMAIL_DOMAIN: "tessera.example",
  };
  world = await startBilling({ environment }, [area, listenerService]);
  ledger = world.application.nest.get(Usage);
});
beforeEach(() => world.clock.set("2026-11-20T12:00:00Z"));
afterAll(() => world.stop());

const count = () => world.application.nest.get(CountUsage).run();
const titles = async ({ userId }: Person) => {
  await world.jobsIdle();
  return world.application.nest
    .get(QueueListener)
    .titles(userId)
    .filter((title) => title.includes(":"));
};
const used = (person: Person, quantity: number, more: Partial<MeteredUse> = {}) =>
  world.database.system((tx) =>
    ledger.record(tx, { meter: enrichment, quantity, account: person.userId, key: randomUUID(), ...more }),
  );
const of = async (person: Person, meter = "enrichment", month = "2026-11") =>
  (await person.billing.usage(month)).meters.find((one) => one.meter === meter)!;
const left = (person: Person) =>
  world.database.system((tx) => ledger.left(tx, { meter: enrichment, account: person.userId }));

describe("usage of a month", () => {
  it("lists what services declare, in the order of the catalogue, with nothing used", async () => {
    const usage = await (await world.person()).billing.usage("2026-11");
    expect(usage).toMatchObject({ month: "2026-11", today: "2026-11-20", firstMonth: null });
    expect(usage.meters.map(({ meter }) => meter)).toEqual([
      "cards",
      "storage",
      "agent-tokens",
      "agent-cost",
      "enrichment",
    ]);
    expect(usage.meters.every((meter) => meter.used === 0 && meter.days.length === 0)).toBe(true);
  });

  it("is exact before and after it was counted, by day, model and agent", async () => {
    const ada = await world.person();
    world.clock.set("2026-11-02T23:59:59Z");
    await used(ada, 1000, { meter: agentTokens, model: "small", agent: "Clerk" });
    world.clock.set("2026-11-20T12:00:00Z");
    await used(ada, 5000, { meter: agentTokens, model: "large", agent: "Clerk" });
    await used(ada, 70, { meter: agentTokens, model: "large", agent: "Gardener" });
    await used(ada, 3);
    const before = await ada.billing.usage("2026-11");
    await count();
    await used(ada, 30, { meter: agentTokens, model: "small", agent: "Gardener" });
    await count();
    const tokens = await of(ada, "agent-tokens");
    expect(before.meters.find(({ meter }) => meter === "agent-tokens")).toMatchObject({ used: 6070 });
    expect(tokens).toMatchObject({
      used: 6100,
      days: [
        { day: "2026-11-02", quantity: 1000, uses: 1 },
        { day: "2026-11-20", quantity: 5100, uses: 3 },
      ],
      models: [
        { name: "large", quantity: 5070, uses: 2 },
        { name: "small", quantity: 1030, uses: 2 },
      ],
      agents: [
        { name: "Clerk", quantity: 6000, uses: 2 },
        { name: "Gardener", quantity: 100, uses: 2 },
      ],
    });
    expect((await ada.billing.usage("2026-11")).firstMonth).toBe("2026-11");
    expect(await of(ada, "agent-tokens", "2026-10")).toMatchObject({ used: 0, days: [], projected: null });
    expect((await of(await world.person(), "agent-tokens")).used).toBe(0);
  });

  it("says what was held at the end of each month", async () => {
    const ada = await world.person();
    world.clock.set("2026-10-30T12:00:00Z");
    await used(ada, 10, { meter: cards });
    await count();
    world.clock.set("2026-11-20T12:00:00Z");
    await used(ada, 5, { meter: cards });
    await used(ada, -2, { meter: cards });
    expect((await of(ada, "cards")).used).toBe(13);
    await count();
    expect((await of(ada, "cards")).used).toBe(13);
    expect((await of(ada, "cards", "2026-10")).used).toBe(10);
    expect((await of(ada, "cards", "2026-09")).used).toBe(0);
  });

  it("is without the plan's limit for a person of the internal domain who also pays, in the work as on the page", async () => {
    const ida = await world.person("ida@tessera.example");
    await world.subscribe(ida, "desk");
    await used(ida, 150);
    await count();
    expect(await of(ida)).toMatchObject({ used: 150, included: null, stopAt: null });
    expect(await left(ida)).toBeNull();
    await ida.billing.limitUsage({ meter: "enrichment", notifyAt: null, stopAt: 200 });
    expect(await left(ida)).toBe(50);
  });

  it("is expected to continue as in the last seven days, and says when a limit is reached", async () => {
    const ada = await world.person();
    await world.subscribe(ada, "desk");
    world.clock.set("2026-11-13T12:00:00Z");
    await used(ada, 20);
    world.clock.set("2026-11-20T12:00:00Z");
    await used(ada, 42);
    // 62, and 6 for each of the ten days left.
    expect(await of(ada)).toMatchObject({
      used: 62,
      projected: 122,
      included: 100,
      stopAt: 100,
      reachedOn: "2026-11-27",
    });
  });

  it("opens the single uses behind a figure, those of the person alone", async () => {
    const [ada, bob] = [await world.person(), await world.person()];
    const cardId = randomUUID();
    await used(ada, 1, { subject: "readable", cardId });
    await used(ada, 2, { model: "small" });
    await used(bob, 4);
    const uses = await ada.billing.uses({ month: "2026-11", meter: "enrichment" });
    expect(uses.total).toBe(2);
    expect(uses.uses).toContainEqual({
      ...{ at: "2026-11-20T12:00:00.000Z", quantity: 1, subject: "readable" },
      ...{ model: null, agent: null, cardId },
    });
    expect((await ada.billing.uses({ month: "2026-11", meter: "enrichment", model: "small" })).total).toBe(1);
    expect((await ada.billing.uses({ month: "2026-11", meter: "enrichment", day: "2026-11-19" })).total).toBe(0);
  });

  it("refuses what is no month", async () => {
    const { token } = await world.person();
    for (const month of ["2026-13", "2026", "1999-01", ""])
      expect((await world.client(token)(`/api/billing/usage?month=${month}`)).status).toBe(400);
    expect((await world.client()("/api/billing/usage?month=2026-11")).status).toBe(401);
  });
});

describe("limits", () => {
  it("of the plan are said among its features and stop new work as soon as the plan is known", async () => {
    const ada = await world.person();
    const [desk] = await ada.billing.plans();
    expect(desk!.features).toContainEqual({ name: "Enrichments a month", value: "100" });
    expect(desk!.features).toContainEqual({ name: "Agent tokens a month", value: "1 M" });
    expect(desk!.features.map(({ name }) => name)).not.toContain("Agent cost a month");
    expect(desk!.usage).toMatchObject({ cards: 10_000, enrichment: 100, "agent-cost": null });
    expect(await left(ada)).toBeNull();
    await world.subscribe(ada, "desk");
    expect(await left(ada)).toBe(100);
    await used(ada, 100);
    expect(await left(ada)).toBe(0);
    await ada.billing.changePlan("studio", randomUUID());
    expect(await left(ada)).toBe(19_900);
  });

  it("of what is held are those that the items service keeps to", async () => {
    const ada = await world.person();
    await world.subscribe(ada, "desk");
    const { cardLimit, storageLimit } = await ada.billing.check();
    expect(await of(ada, "cards")).toMatchObject({ included: cardLimit, stopAt: cardLimit });
    expect(await of(ada, "storage")).toMatchObject({ included: storageLimit, stopAt: storageLimit });
    const refused = ada.billing.limitUsage({ meter: "cards", notifyAt: null, stopAt: 5 });
    await expect(refused).rejects.toMatchObject({ problem: { status: 409, code: "held_by_plan" } });
  });

  it("of the person count at once, within those of the plan", async () => {
    const ada = await world.person();
    await world.subscribe(ada, "desk");
    const set = (stopAt: number | null, notifyAt: number | null = null) =>
      ada.billing.limitUsage({ meter: "enrichment", notifyAt, stopAt });
    const usage = await set(30, 10);
    expect(usage.meters.find(({ meter }) => meter === "enrichment")).toMatchObject({ notifyAt: 10, stopAt: 30 });
    expect(await left(ada)).toBe(30);
    await set(5_000);
    expect(await left(ada)).toBe(100);
    await set(null);
    expect(await of(ada)).toMatchObject({ own: { notifyAt: null, stopAt: null }, notifyAt: 80, stopAt: 100 });
    const unknown = ada.billing.limitUsage({ meter: "unheard-of", notifyAt: null, stopAt: 1 });
    await expect(unknown).rejects.toMatchObject({ problem: { status: 404, code: "meter_not_found" } });
  });

  it("end with the plan, and do not bind people without one", async () => {
    const ada = await world.person();
    await ada.billing.startTrial();
    expect(await left(ada)).toBe(20_000);
    world.clock.advance(15 * 86_400_000);
    await world.application.nest.get(FollowUsage).run();
    expect(await left(ada)).toBeNull();
  });
});

describe("the queue", () => {
  it("says once a month, there and by mail, that 80% and that all is used, and takes it back", async () => {
    const ada = await world.person();
    await world.subscribe(ada, "desk");
    await used(ada, 79);
    await count();
    expect(await titles(ada)).toEqual([]);
    await used(ada, 1);
    await count();
    expect(await titles(ada)).toEqual(["Enrichments: 80% of this month is used"]);
    await used(ada, 20);
    await count();
    expect(await titles(ada)).toEqual(["Enrichments: this month’s limit is reached"]);
    await ada.billing.changePlan("studio", randomUUID());
    expect(await titles(ada)).toEqual([]);
    await ada.billing.limitUsage({ meter: "enrichment", notifyAt: null, stopAt: 100 });
    expect(await titles(ada)).toEqual([]);
    world.clock.set("2026-12-01T00:00:00Z");
    await used(ada, 100);
    await count();
    expect(await titles(ada)).toEqual(["Enrichments: this month’s limit is reached"]);
    world.clock.set("2027-01-01T00:00:00Z");
    await world.application.nest.get(FollowUsage).run();
    expect(await titles(ada)).toEqual([]);
    const mails = world.application.nest.get(QueueListener).mailed(ada.userId);
    expect(mails.filter((subject) => subject.startsWith("Enrichments"))).toEqual([
      "Enrichments: 80% of this month is used",
      "Enrichments: this month’s limit is reached",
      "Enrichments: this month’s limit is reached",
    ]);
  });

  it("notifies a person though nothing stops", async () => {
    const ada = await world.person();
    await ada.billing.limitUsage({ meter: "agent-cost", notifyAt: 500_000_000, stopAt: null });
    await used(ada, 499_999_999, { meter: agentCost });
    await count();
    expect(await titles(ada)).toEqual([]);
    await used(ada, 1, { meter: agentCost });
    await count();
    expect(await titles(ada)).toEqual(["Agent cost: €5.00 this month"]);
  });
});

it("counts the same whatever is repeated or runs at the same time", async () => {
  const ada = await world.person();
  const keys = Array.from({ length: 50 }, () => randomUUID());
  const attempt = () => Promise.all(keys.map((key) => used(ada, 2, { key })));
  await Promise.all([attempt(), count(), attempt(), count()]);
  await Promise.all([count(), attempt(), count()]);
  await count();
  expect((await of(ada)).used).toBe(100);
  const { rows } = await world.database.system((tx) =>
    tx.execute<{ used: string }>(sql`select used from kit.usage_standing where user_id = ${ada.userId}`),
  );
  expect(Number(rows[0]!.used)).toBe(100);
});

it("counts what is held before the service that holds it has declared it", async () => {
  const alone = await startBilling();
  try {
    const [ada, bob] = [await alone.person(), await alone.person()];
    const one = (meter: string, account: string) => sql`(${account}::uuid, ${meter}, 'held-before', 7)`;
    await alone.database.system((tx) =>
      tx.execute(sql`insert into kit.usage (user_id, meter, key, quantity)
        values ${one("cards", ada.userId)}, ${one("of-a-newer-service", bob.userId)}`),
    );
    await alone.application.nest.get(CountUsage).run();
    const beside = await alone.startBeside([area]);
    await until("the meters of the area", async () => (await ada.billing.usage("2026-11")).meters.length > 0);
    await beside.close();
    const usage = await ada.billing.usage(alone.clock.now().toISOString().slice(0, 7));
    expect(usage.meters.find(({ meter }) => meter === "cards")).toMatchObject({ used: 7 });
    const { rows } = await alone.database.system((tx) =>
      tx.execute(sql`select meter, counted from kit.usage order by meter`),
    );
    expect(rows).toEqual([
      { meter: "cards", counted: true },
      { meter: "of-a-newer-service", counted: false },
    ]);
  } finally {
    await alone.stop();
  }
});

it("goes with the account", async () => {
  const ada = await world.person();
  await used(ada, 5);
  await count();
  await ada.billing.limitUsage({ meter: "enrichment", notifyAt: 1, stopAt: null });
  await used(ada, 5);
  const held = async () => {
    const tables = [
      "kit.usage",
      "kit.usage_standing",
      "billing.usage_day",
      "billing.usage_limit",
      "billing.usage_alert",
    ];
    const counted = tables.map((table) => `(select count(*)::int from ${table} where user_id = '${ada.userId}')`);
    const { rows } = await world.database.system((tx) =>
      tx.execute<{ held: number[] }>(sql.raw(`select array[${counted.join()}] as held`)),
    );
    return rows[0]!.held;
  };
  expect(await held()).toEqual([2, 5, 1, 1, 1]);
  const events = world.application.nest.get(Events);
  await world.database.system((tx) => events.publish(tx, userDeleted, { userId: ada.userId }));
  await world.jobsIdle();
  expect(await held()).toEqual([0, 0, 0, 0, 0]);
});
