import { randomUUID } from "node:crypto";
import { Module } from "@nestjs/common";
import { agentTokens, cards, enrichment, METERS, type Meter } from "@tessera/contracts-billing/meters.ts";
import { type ServiceDefinition, Usage } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { eventNameOf, metersOf } from "../provider/meters.ts";
import { Differences } from "../reconciliation/differences.ts";
import { Reconciliation } from "../reconciliation/reconciliation.ts";
import { type BillingWorld, startBilling } from "../testing/billing-world.ts";
import { CountUsage } from "./count-usage.ts";
import { ReportUsage } from "./report-usage.ts";

@Module({})
class AreaModule {}
const metered: Meter[] = [enrichment, agentTokens, cards];
const area: ServiceDefinition = {
  name: "area",
  title: "Area",
  module: AreaModule,
  schema: "area",
  migrations: [{ name: "001", sql: "create schema if not exists area" }],
  contributes: { [METERS]: metered },
};

let world: BillingWorld;
beforeAll(async () => {
  world = await startBilling({ environment: { BILLING_REPORT_USAGE: "true" } }, [area]);
});
beforeEach(() => world.clock.set("2026-11-20T12:00:00Z"));
afterAll(() => world?.stop());

const get = <T>(type: new (...args: never[]) => T): T => world.application.nest.get(type);
const used = (account: string, meter: Meter, quantity: number) =>
  world.database.system((tx) => get(Usage).record(tx, { meter, quantity, account, key: randomUUID() }));
const report = async () => {
  await get(CountUsage).run();
  await get(ReportUsage).run();
};
const subscribed = async () => {
  const person = await world.person();
  await world.subscribe(person, "desk");
  return { userId: person.userId, customer: await world.customerOf(person) };
};
const atProvider = async (customer: string, { name }: Meter, from = "2026-11-01", to = "2026-12-01") => {
  const id = (await metersOf(world.stripe, metered)).get(name)!;
  const range = { start_time: Date.parse(from) / 1000, end_time: Date.parse(to) / 1000 };
  const { data } = await world.stripe.billing.meters.listEventSummaries(id, { customer, ...range });
  return data.reduce((sum, { aggregated_value }) => sum + aggregated_value, 0);
};
const compare = async () => {
  await get(Reconciliation).begin();
  await world.settled();
  return (await get(Differences).open()).map(({ kind, detail }) => ({ kind, detail }));
};

it("reports each day's usage once, however often it runs, and what came after alone", async () => {
  const { userId, customer } = await subscribed();
  world.clock.set("2026-11-19T23:00:00Z");
  await used(userId, enrichment, 7);
  world.clock.set("2026-11-20T12:00:00Z");
  await used(userId, enrichment, 3);
  await used(userId, agentTokens, 9_007_199_254);
  await used(userId, cards, 5);
  await report();
  await report();
  await used(userId, enrichment, 1);
  await Promise.all([report(), report()]);
  expect(await atProvider(customer, enrichment, "2026-11-19", "2026-11-20")).toBe(7);
  expect(await atProvider(customer, enrichment)).toBe(11);
  expect(await atProvider(customer, agentTokens)).toBe(9_007_199_254);
  const meters = await world.stripe.billing.meters.list({ limit: 100 });
  expect(meters.data.map(({ event_name }) => event_name)).not.toContain(eventNameOf(cards.name));
});

it("sends an event whose answer was lost again, and it counts once", async () => {
  const { userId, customer } = await subscribed();
  await used(userId, enrichment, 4);
  await report();
  await world.database.system((tx) =>
    tx.execute(sql`update billing.meter_event set sent_at = null where user_id = ${userId}`),
  );
  await report();
  expect(await atProvider(customer, enrichment)).toBe(4);
  const { rows } = await world.database.system((tx) =>
    tx.execute(sql`select refusal from billing.meter_event where user_id = ${userId} and sent_at is not null`),
  );
  expect(rows).toEqual([{ refusal: null }]);
});

it("reports nothing of people without a customer, and nothing at all unless it is configured", async () => {
  const { userId, customer } = await subscribed();
  await used(userId, enrichment, 4);
  await used((await world.person()).userId, enrichment, 4);
  const config = world.application.nest.get<BillingConfig>(BILLING_CONFIG);
  config.reportsUsage = false;
  await report();
  config.reportsUsage = true;
  expect(await atProvider(customer, enrichment)).toBe(0);
  await report();
  expect(await atProvider(customer, enrichment)).toBe(4);
});

it("asks an administrator where the provider counted something else, until it is the same", async () => {
  const { userId, customer } = await subscribed();
  await used(userId, enrichment, 40);
  await report();
  world.clock.set("2026-11-21T12:00:00Z");
  await used(userId, enrichment, 2);
  expect(await compare()).toEqual([]);
  const change = (by: number) =>
    world.database.system((tx) =>
      tx.execute(sql`update stripe_sandbox.meter_event set value = value + ${by} where customer = ${customer}`),
    );
  await change(-10);
  expect(await compare()).toEqual([
    { kind: "usage", detail: `Enrichments of ${customer} since 2026-11-01: 40 here, 30 at the provider.` },
  ]);
  await change(10);
  expect(await compare()).toEqual([]);
});

it("gives up what the provider refuses each time, and says so at night", async () => {
  const { userId, customer } = await subscribed();
  const set = (status: string) =>
    world.database.system((tx) =>
      tx.execute(sql`update stripe_sandbox.object set data = jsonb_set(data, '{status}', to_jsonb(${status}::text))
        where kind = 'billing.meter' and data ->> 'event_name' = ${eventNameOf(agentTokens.name)}`),
    );
  await used(userId, agentTokens, 6);
  await set("inactive");
  await report();
  await set("active");
  const { rows } = await world.database.system((tx) =>
    tx.execute(sql`select refusal, attempts from billing.meter_event where user_id = ${userId}`),
  );
  expect(rows).toEqual([{ refusal: "no_meter", attempts: 5 }]);
  world.clock.set("2026-11-21T12:00:00Z");
  expect(await compare()).toEqual([
    { kind: "usage", detail: `Agent tokens of ${customer} since 2026-11-01: 6 here, 0 at the provider.` },
  ]);
});
