/** Accounts of the provider as `npm run set-up-account` leaves them; no data of ours. @databases one @run all */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { meters } from "@tessera/contracts-billing/meters.ts";
import { SANDBOX_ADDRESS_FILE, SandboxAddress } from "@tessera/contracts-billing/stripe-sandbox.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import Stripe from "stripe";
import { pricesSold, type YearlyAmounts } from "../plans.ts";
import { stripeSandboxService } from "../testing/sandbox.ts";
import { accountSteps } from "./account-steps.ts";
import { listenedEvents } from "./listened-events.ts";
import { carryOut, lineOf } from "./steps.ts";

let world: World;
let stripe: Stripe;
/** What was asked of the account that may change it. */
const writes: string[] = [];
const recording: typeof fetch = (input, init) => {
  if (init?.method !== "GET") writes.push(`${init?.method} ${new URL(String(input)).pathname}`);
  return fetch(input, init);
};

beforeEach(async () => {
  world = await startServices([stripeSandboxService]);
  const { secretKey, ...at } = SandboxAddress.parse(
    JSON.parse(readFileSync(join(world.dataDir, SANDBOX_ADDRESS_FILE), "utf8")),
  );
  const httpClient = Stripe.createFetchHttpClient(recording);
  stripe = new Stripe(secretKey, { ...at, protocol: "http", telemetry: false, httpClient });
  writes.length = 0;
});
afterEach(() => world?.stop());

const ORIGIN = "https://tessera.example";
const WEBHOOK = `${ORIGIN}/api/stripe/webhook`;
const stepsFor = (yearly: YearlyAmounts = { desk: 8000 }) => accountSteps(stripe, pricesSold(yearly), ORIGIN);
const setUp = async (yearly?: YearlyAmounts) => {
  const said: string[] = [];
  await carryOut(await stepsFor(yearly), (line) => said.push(line));
  return said;
};
const toDo = async (yearly?: YearlyAmounts) =>
  (await stepsFor(yearly)).filter(({ does }) => does !== "leave").map(lineOf);
const priceAt = async (key: string) => (await stripe.prices.list({ lookup_keys: [key], active: true })).data[0]!;
const counts = async () => ({
  products: (await stripe.products.list({ limit: 100 })).data.length,
  prices: (await stripe.prices.list({ limit: 100 })).data.length,
  meters: (await stripe.billing.meters.list({ limit: 100 })).data.length,
  portals: (await stripe.billingPortal.configurations.list({ limit: 100 })).data.length,
  endpoints: (await stripe.webhookEndpoints.list({ limit: 100 })).data.length,
});

it("creates in an empty account what is needed, says so, and finds nothing more to do", async () => {
  const said = await setUp();
  expect(said).toEqual(
    expect.arrayContaining([
      "create  product tessera_desk: Desk",
      "create  price tessera_desk_month: €8.00 a month",
      "create  price tessera_desk_year: €80.00 a year",
      expect.stringMatching(/^create {2}meter tessera_agent_tokens: /),
      "create  customer portal: address, name and VAT number, card, invoices, cancelling",
      `create  webhook endpoint ${WEBHOOK}: ${listenedEvents.length} events`,
      expect.stringMatching(/^Set STRIPE_WEBHOOK_SECRET=whsec_/),
    ]),
  );
  const month = meters.filter(({ counts: how }) => how === "month").length;
  const after = { products: 3, prices: 4, meters: month, portals: 1, endpoints: 1 };
  expect(await counts()).toEqual(after);
  expect(writes).toHaveLength(said.length - 1);
  writes.length = 0;
  const again = await setUp();
  expect(again.filter((line) => !line.startsWith("leave "))).toEqual([]);
  expect(writes).toEqual([]);
  expect(await counts()).toEqual(after);
});

it("is a command that Node runs as it is, and says how to call it", () => {
  const command = fileURLToPath(new URL("set-up-account.ts", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [command], {
    env: { PATH: process.env.PATH },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Usage: STRIPE_SECRET_KEY=sk_/)]);
});

it("only says what it would do until it is told to: reading the account changes nothing", async () => {
  expect((await toDo()).length).toBeGreaterThan(10);
  expect(writes).toEqual([]);
});

it("brings an account that was set up before up to date, and changes no price in place", async () => {
  await setUp();
  // As earlier releases and people at the dashboard leave an account.
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  await stripe.webhookEndpoints.update(endpoint!.id, {
    enabled_events: [...listenedEvents.filter((event) => event !== "charge.refunded"), "product.created"],
    disabled: true,
  });
  const [portal] = (await stripe.billingPortal.configurations.list()).data;
  await stripe.billingPortal.configurations.update(portal!.id, {
    features: {
      customer_update: { enabled: true, allowed_updates: ["address"] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: false },
    },
  });
  await stripe.products.update("tessera_studio", { name: "Atelier", active: false });
  const meter = (await stripe.billing.meters.list()).data.find(
    ({ event_name }) => event_name === "tessera_agent_tokens",
  )!;
  await stripe.billing.meters.update(meter.id, { display_name: "Tokens" });
  const before = await priceAt("tessera_desk_year");
  await stripe.products.update("tessera_desk", { default_price: before.id });
  await expect(stripe.prices.update(before.id, { active: false })).rejects.toMatchObject({ param: "active" });

  const yearly = { desk: 9000 };
  expect(await toDo(yearly)).toEqual([
    "create  price tessera_desk_year: €90.00 a year, as the former is €80.00",
    `archive price ${before.id}: it is sold no more; its subscribers keep it`,
    'change  product tessera_studio: name from "Atelier" to "Studio", active from "false" to "true"',
    `change  meter tessera_agent_tokens: its name from "Tokens" to "${meter.display_name}"`,
    "change  customer portal: customer update, subscription cancel",
    `change  webhook endpoint ${WEBHOOK}: adds charge.refunded; takes product.created off; switches it on`,
  ]);
  writes.length = 0;
  await setUp(yearly);
  const after = await priceAt("tessera_desk_year");
  expect([after.unit_amount, after.id === before.id]).toEqual([9000, false]);
  expect(await stripe.prices.retrieve(before.id)).toMatchObject({ active: false, unit_amount: 8000, lookup_key: null });
  expect(await stripe.products.retrieve("tessera_desk")).toMatchObject({ default_price: after.id });
  expect(await stripe.products.retrieve("tessera_studio")).toMatchObject({ name: "Studio", active: true });
  expect((await stripe.webhookEndpoints.list()).data).toMatchObject([
    { id: endpoint!.id, status: "enabled", enabled_events: listenedEvents },
  ]);
  expect((await stripe.billingPortal.configurations.list()).data).toMatchObject([
    {
      id: portal!.id,
      features: {
        customer_update: { allowed_updates: ["address", "name", "tax_id"] },
        subscription_cancel: { enabled: true },
      },
    },
  ]);
  expect(await toDo(yearly)).toEqual([]);
});

it("keeps what the account decides, and what is another product's", async () => {
  await setUp();
  const cheaper = await stripe.prices.create({
    ...{ product: "tessera_desk", currency: "usd", unit_amount: 700, recurring: { interval: "month" } },
    ...{ lookup_key: "tessera_desk_month", transfer_lookup_key: true, tax_behavior: "inclusive" },
  });
  const other = await stripe.webhookEndpoints.create({ url: "https://other.example/hook", enabled_events: ["*"] });
  const foreign = await stripe.billingPortal.configurations.create({
    features: {
      customer_update: { enabled: false },
      invoice_history: { enabled: false },
      payment_method_update: { enabled: false },
      subscription_cancel: { enabled: false },
    },
  });
  // A price of a year that is set no more is neither sold nor taken from those who pay it.
  expect(await toDo({})).toEqual([]);
  writes.length = 0;
  await setUp({});
  expect(writes).toEqual([]);
  expect(await priceAt("tessera_desk_month")).toMatchObject({ id: cheaper.id, unit_amount: 700 });
  // A person who changes to the year stays in the currency of the month.
  expect((await toDo({ desk: 8000 }))[0]).toBe(
    "create  price tessera_desk_year: $80.00 a year, as the former is €80.00",
  );
  expect((await stripe.webhookEndpoints.list()).data).toContainEqual(expect.objectContaining({ id: other.id }));
  const { data } = await stripe.billingPortal.configurations.list();
  expect(data.find(({ id }) => id === foreign.id)?.features.invoice_history.enabled).toBe(false);
});

it("replaces a price that is charged at other times, which nobody has decided the amount of", async () => {
  await setUp();
  const wrong = await stripe.prices.create({
    ...{ product: "tessera_desk", currency: "eur", unit_amount: 9000, recurring: { interval: "year" } },
    ...{ lookup_key: "tessera_desk_month", transfer_lookup_key: true, tax_behavior: "inclusive" },
  });
  expect((await toDo())[0]).toBe(
    "create  price tessera_desk_month: €8.00 a month, as the former is charged at other times",
  );
  await setUp();
  expect(await priceAt("tessera_desk_month")).toMatchObject({ unit_amount: 800, recurring: { interval: "month" } });
  expect((await stripe.prices.retrieve(wrong.id)).active).toBe(false);
});
