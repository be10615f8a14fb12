/** What the API answers, whatever stores it. @databases one */
import { routes } from "./api/server.ts";
import { operationOf, published, unlike } from "./testing/published.ts";
import { card, type SandboxWorld, startSandbox } from "./testing/sandbox-world.ts";

let world: SandboxWorld;
beforeAll(async () => {
  world = await startSandbox();
});
afterAll(() => world?.stop());

/**
 * Where the description, of version 2026-08-26.dahlia, and the types of the SDK, of 2026-10-28.endive, differ. The
 * types count (contract.spec.ts).
 */
const OTHER_VERSION = [
  "allowed_payment_method_types: not published",
  "current_trial: not published",
  "features.subscription_pause: not published",
  "intended_submission_method: not published",
  "payment_record: not published",
  "plan: not published",
  "source: not published",
  "submission_method: not published",
  "tax_details: not published",
  "trial_period_days: not published",
  "trial_settings.end_behavior.billing_cycle_anchor: not published",
  "type: not published",
];

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.replace(/:\w+/g, "{}")}`;

it("serves no address that the provider does not publish", () => {
  expect(routes.map(nameOf).filter((name) => !(name in published.operations))).toEqual([]);
  expect(Object.keys(published.operations).filter((name) => !routes.some((route) => nameOf(route) === name))).toEqual(
    [],
  );
});

it("tells what is not as published", () => {
  const customer = published.operations["POST /v1/customers"]!;
  expect(unlike(customer, { object: "customer", id: 5, livemode: null, made_up: true }, "customer")).toEqual(
    expect.arrayContaining([
      "customer.created: missing",
      "customer.id: 5 is no string",
      "customer.livemode: null",
      "customer.made_up: not published",
    ]),
  );
  const status = { ref: "subscription" };
  expect(unlike(status, { status: "gone" }, "subscription")).toContainEqual(
    expect.stringMatching(/^subscription.status: "gone" is not .*past_due/),
  );
});

it("answers on each address what the provider publishes: keys, types, nulls and enums", async () => {
  const { stripe } = world;
  const start = Date.UTC(2026, 5, 3) / 1000;
  const { customer, clock } = await world.customerAt(start);
  await stripe.customers.update(customer.id, { name: "Ada" });
  await stripe.customers.retrieve(customer.id);
  await stripe.customers.list();
  const taxId = await stripe.customers.createTaxId(customer.id, { type: "eu_vat", value: "DE123456789" });
  await stripe.customers.listTaxIds(customer.id);
  await stripe.customers.retrieve(customer.id, { expand: ["tax_ids"] });
  await stripe.customers.deleteTaxId(customer.id, taxId.id);
  const { id: endpoint } = await stripe.webhookEndpoints.create({
    url: "http://127.0.0.1:9/hook",
    enabled_events: ["*"],
  });
  await stripe.webhookEndpoints.update(endpoint, { enabled_events: ["invoice.paid"] });
  await stripe.webhookEndpoints.list();
  await stripe.webhookEndpoints.del(endpoint);
  await stripe.products.list();
  await stripe.products.retrieve(world.product.id);
  await stripe.prices.list();
  await stripe.prices.retrieve(world.prices.small.id);
  await stripe.products.update(world.product.id, { description: "For one person" });
  await stripe.prices.update(world.prices.small.id, { nickname: "Small" });
  const coupon = await stripe.coupons.create({ percent_off: 12.5, duration: "forever" });
  await stripe.coupons.retrieve(coupon.id);
  const promotion = { type: "coupon" as const, coupon: coupon.id };
  await stripe.promotionCodes.retrieve((await stripe.promotionCodes.create({ promotion, code: "EIGHTH" })).id);
  await stripe.promotionCodes.list();
  const left = await world.checkout(customer.id);
  await stripe.checkout.sessions.expire(left.id);
  await stripe.checkout.sessions.list({ customer: customer.id });
  const subscription = await world.subscribe(customer.id, "EIGHTH");
  await stripe.subscriptions.list({ customer: customer.id, status: "all" });
  const item = { id: subscription.items.data[0]!.id, price: world.prices.small.id };
  await stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: { items: [item] } });
  await stripe.subscriptions.update(subscription.id, { items: [item], proration_behavior: "always_invoice" });
  const features = {
    customer_update: { enabled: true, allowed_updates: ["name", "tax_id"] as ["name", "tax_id"] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true },
  };
  const { id: configuration } = await stripe.billingPortal.configurations.create({ features });
  await stripe.billingPortal.configurations.update(configuration, { features });
  await stripe.billingPortal.configurations.list();
  const portal = { customer: customer.id, configuration, flow_data: { type: "payment_method_update" as const } };
  const { url } = await stripe.billingPortal.sessions.create(portal);
  const [method] = (await stripe.paymentMethods.list({ customer: customer.id })).data;
  await stripe.paymentMethods.retrieve(method!.id);
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data;
  await stripe.charges.retrieve(charge!.id);
  await stripe.paymentIntents.retrieve(charge!.payment_intent as string);
  await stripe.refunds.retrieve((await stripe.refunds.create({ charge: charge!.id, amount: 100 })).id);
  await stripe.refunds.list();
  await world.post(new URL(url).pathname, card("4000000000000341"));
  // What was paid too much for the larger plan pays the first renewal.
  for (const days of [32, 64])
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + days * 86_400 });
  await stripe.testHelpers.testClocks.retrieve(clock.id);
  const { data: invoices } = await stripe.invoices.list({ customer: customer.id });
  await stripe.invoices.retrieve(invoices[0]!.id!);
  await stripe.invoicePayments.list({ invoice: invoices.at(-1)!.id! });
  await world.post(new URL(url).pathname, card("5555555555554444"));
  await stripe.invoices.pay(invoices.find(({ status }) => status === "open")!.id!);
  await stripe.subscriptions.cancel(subscription.id);
  const payments = `${new URL(url).pathname}/payments/start`;
  await world.post(payments, { price: world.prices.small.id, begins: "unconfirmed" });
  await stripe.events.list({ limit: 100 });
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + 70 * 86_400 });
  await stripe.subscriptions.list({ customer: customer.id, status: "incomplete_expired" });
  await stripe.invoices.list({ customer: customer.id, status: "void" });
  const { customer: paused, clock: trying } = await world.customerAt(start);
  const { url: portalOfPaused } = await stripe.billingPortal.sessions.create({ customer: paused.id });
  await world.post(`${new URL(portalOfPaused).pathname}/payments/start`, {
    price: world.prices.small.id,
    begins: "trial",
  });
  await stripe.testHelpers.testClocks.advance(trying.id, { frozen_time: start + 20 * 86_400 });
  const [trial] = (await stripe.subscriptions.list({ customer: paused.id, status: "paused" })).data;
  await stripe.subscriptions.resume(trial!.id, { payment_behavior: "resume_on_payment_success" });
  const { customer: disputing, clock: other } = await world.customerAt(start);
  await world.post(`/sandbox/checkout/${(await world.checkout(disputing.id)).id}`, card("4000000000000259"));
  const [dispute] = (await stripe.disputes.list()).data;
  await stripe.disputes.retrieve(dispute!.id);
  await stripe.disputes.update(dispute!.id, { evidence: { uncategorized_text: "It was used." } });
  await stripe.disputes.close(dispute!.id);
  const meter = await stripe.billing.meters.create({
    display_name: "Tokens",
    event_name: "tokens",
    default_aggregation: { formula: "sum" },
  });
  await stripe.billing.meters.list();
  await stripe.billing.meters.update(meter.id, { display_name: "Agent tokens" });
  await stripe.billing.meters.retrieve(meter.id);
  const payload = { stripe_customer_id: disputing.id, value: "7" };
  const { timestamp } = await stripe.billing.meterEvents.create({ event_name: "tokens", payload });
  const day = Math.floor(timestamp / 86_400) * 86_400;
  const summed = { customer: disputing.id, start_time: day, end_time: day + 86_400 };
  await stripe.billing.meters.listEventSummaries(meter.id, summed);
  const [event] = (await stripe.events.list()).data;
  await stripe.events.retrieve(event!.id);
  await stripe.testHelpers.testClocks.del(other.id);
  await stripe.customers.del((await stripe.customers.create({ email: "bob@example.com" })).id);

  const found = new Set<string>();
  const seen = new Set<string>();
  for (const { method: verb, path, answer } of world.calls) {
    const name = operationOf(verb, path)!;
    seen.add(name);
    const differences = unlike(published.operations[name]!, answer, name);
    for (const one of differences) found.add(one.replace(/\[\d+\]/g, "[]"));
  }
  expect(routes.map(nameOf).filter((name) => !seen.has(name))).toEqual([]);
  const known = (difference: string) => OTHER_VERSION.find((one) => difference.endsWith(`.${one}`));
  expect([...found].filter((difference) => !known(difference))).toEqual([]);
  expect(OTHER_VERSION.filter((one) => ![...found].some((difference) => known(difference) === one))).toEqual([]);
});
