import type Stripe from "stripe";
import { card, type SandboxWorld, startSandbox } from "./testing/sandbox-world.ts";
import { differences, readDeclarations } from "./testing/sdk-types.ts";

/** Where the SDK declares each kind of object. */
const declared: Record<string, [file: string, name: string]> = {
  customer: ["Customers", "Customer"],
  tax_id: ["TaxIds", "TaxId"],
  product: ["Products", "Product"],
  price: ["Prices", "Price"],
  plan: ["Plans", "Plan"],
  payment_method: ["PaymentMethods", "PaymentMethod"],
  payment_intent: ["PaymentIntents", "PaymentIntent"],
  charge: ["Charges", "Charge"],
  refund: ["Refunds", "Refund"],
  dispute: ["Disputes", "Dispute"],
  subscription: ["Subscriptions", "Subscription"],
  subscription_item: ["SubscriptionItems", "SubscriptionItem"],
  coupon: ["Coupons", "Coupon"],
  promotion_code: ["PromotionCodes", "PromotionCode"],
  discount: ["Discounts", "Discount"],
  invoice: ["Invoices", "Invoice"],
  line_item: ["InvoiceLineItems", "InvoiceLineItem"],
  invoice_payment: ["InvoicePayments", "InvoicePayment"],
  "checkout.session": ["Checkout/Sessions", "Session"],
  "billing_portal.session": ["BillingPortal/Sessions", "Session"],
  "billing_portal.configuration": ["BillingPortal/Configurations", "Configuration"],
  webhook_endpoint: ["WebhookEndpoints", "WebhookEndpoint"],
  "test_helpers.test_clock": ["TestHelpers/TestClocks", "TestClock"],
  "billing.meter": ["Billing/Meters", "Meter"],
  "billing.meter_event": ["Billing/MeterEvents", "MeterEvent"],
  "billing.meter_event_summary": ["Billing/MeterEventSummaries", "MeterEventSummary"],
};
const declarations = Object.fromEntries(
  Object.entries(declared).map(([kind, [file]]) => [kind, readDeclarations(file)]),
);

/** Every object of the API within an answer, itself included. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const entry of value) yield* objectsIn(entry);
  else if (value && typeof value === "object") {
    const object = value as Record<string, unknown>;
    if (typeof object.object === "string" && object.object in declared && !object.deleted) yield object;
    for (const held of Object.values(object)) yield* objectsIn(held);
  }
}

describe("what the sandbox answers, against the types of the installed SDK", () => {
  let world: SandboxWorld;
  const raw = async (path: string): Promise<unknown> => {
    const { host, port } = world.address;
    const answer = await fetch(`http://${host}:${port}${path}`, {
      headers: { authorization: `Bearer ${world.secretKey}` },
    });
    return answer.json();
  };
  beforeAll(async () => {
    world = await startSandbox();
  });
  afterAll(() => world?.stop());

  it("reads the declarations it checks against", () => {
    const session = declarations["checkout.session"]!.interfaces.get("Session")!;
    expect(session.size).toBeGreaterThan(60);
    expect(session.get("url")).toMatchObject({ optional: false, type: "string | null" });
    expect(declarations.subscription!.enums.get("Subscription.Status")).toContain("past_due");
    const wrong = { id: "cus_1", object: "customer", email: 5, made_up: true, metadata: null };
    expect(differences(declarations.customer!, "Customer", wrong)).toEqual(
      expect.arrayContaining([
        "Customer.made_up: unknown to the SDK",
        "Customer.balance: missing",
        "Customer.metadata: null, declared Metadata",
        "Customer.email: 5 is not string | null",
      ]),
    );
    expect(differences(declarations.charge!, "Charge", { status: "gone" })).toContainEqual(
      expect.stringContaining('Charge.status: "gone" is not'),
    );
  });

  it("has every key, no null that is not declared and no value outside its enum, in each kind and in events", async () => {
    const start = Date.UTC(2026, 5, 3) / 1000;
    const { customer, clock } = await world.customerAt(start);
    await world.post(`/sandbox/checkout/${(await world.checkout(customer.id)).id}`, card("4000000000000002"));
    const coupon = await world.stripe.coupons.create({ percent_off: 12.5, duration: "forever" });
    const code = { type: "coupon" as const, coupon: coupon.id };
    await world.stripe.promotionCodes.create({ promotion: code, code: "EIGHTH" });
    const subscription = await world.subscribe(customer.id, "EIGHTH");
    const item = subscription.items.data[0]!;
    await world.stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: world.prices.small.id }],
      proration_behavior: "always_invoice",
    });
    const [paid] = (await world.stripe.charges.list({ customer: customer.id })).data.filter(
      (charge: Stripe.Charge) => charge.paid,
    );
    await world.stripe.refunds.create({ charge: paid!.id });
    const { customer: disputing } = await world.customerAt(start);
    await world.post(`/sandbox/checkout/${(await world.checkout(disputing.id)).id}`, card("4000000000000259"));
    const portal = await world.stripe.billingPortal.sessions.create({
      customer: customer.id,
      flow_data: { type: "payment_method_update" },
      expand: ["configuration"],
    });
    await world.post(new URL(portal.url).pathname, card("4000000000000341"));
    await world.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + 40 * 86_400 });
    await world.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + 80 * 86_400 });
    const { url: portalOfStarted } = await world.stripe.billingPortal.sessions.create({ customer: disputing.id });
    const [first] = (await world.stripe.subscriptions.list({ customer: disputing.id })).data;
    await world.stripe.subscriptions.cancel(first!.id);
    for (const begins of ["unconfirmed", "trial"]) {
      await world.post(`${new URL(portalOfStarted).pathname}/payments/start`, { price: world.prices.small.id, begins });
      await world.post(`${new URL(portalOfStarted).pathname}/clock/advance`, { by: "next" });
    }
    const meter = await world.stripe.billing.meters.create({
      display_name: "Tokens",
      event_name: "tokens",
      default_aggregation: { formula: "sum" },
    });
    const payload = { stripe_customer_id: customer.id, value: "7" };
    const meterEvent = await world.stripe.billing.meterEvents.create({ event_name: "tokens", payload });
    const day = Math.floor(meterEvent.timestamp / 86_400) * 86_400;
    await world.stripe.customers.createTaxId(customer.id, { type: "eu_vat", value: "DE123456789" });
    const answers = [
      ...(await Promise.all(
        [
          "/v1/events?limit=100",
          "/v1/customers",
          `/v1/customers/${customer.id}/tax_ids`,
          "/v1/products",
          "/v1/promotion_codes?expand[0]=data.promotion.coupon",
          "/v1/prices?expand[0]=data.product",
          "/v1/charges?expand[0]=data.refunds",
          "/v1/checkout/sessions",
          "/v1/webhook_endpoints",
          "/v1/invoice_payments",
          "/v1/disputes",
          `/v1/subscriptions?status=all&expand[0]=data.latest_invoice.payments&expand[1]=data.discounts`,
          `/v1/payment_methods?customer=${customer.id}`,
          `/v1/test_helpers/test_clocks/${clock.id}`,
          "/v1/billing/meters",
          `/v1/billing/meters/${meter.id}/event_summaries?customer=${customer.id}&start_time=${day}&end_time=${day + 86_400}`,
        ].map(raw),
      )),
      portal,
      meterEvent,
    ];
    const seen = new Map<string, number>();
    const found: string[] = [];
    for (const object of objectsIn(answers)) {
      const kind = object.object as string;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      found.push(...differences(declarations[kind]!, declared[kind]![1], object, kind));
    }
    expect([...new Set(found)]).toEqual([]);
    expect(Object.keys(declared).filter((kind) => !seen.has(kind))).toEqual([]);
  });
});
