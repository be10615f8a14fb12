import type Stripe from "stripe";
import { card, type SandboxWorld, startSandbox } from "./testing/sandbox-world.ts";

const day = 86_400;
const start = Date.UTC(2026, 0, 31, 12) / 1000;

describe("payment sandbox, spoken to by the real SDK", () => {
  let world: SandboxWorld;
  beforeAll(async () => {
    world = await startSandbox();
  });
  afterAll(() => world?.stop());
  beforeEach(async () => {
    await world.deliver();
    world.received.length = 0;
  });
  const types = () => world.received.map((event) => event.type);
  const advance = async (clock: Stripe.TestHelpers.TestClock, to: number) => {
    await world.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: to });
    await world.deliver();
  };

  it("takes a payment and tells of it in the documented order", async () => {
    const { customer } = await world.customerAt(start);
    const session = await world.checkout(customer.id);
    expect(session).toMatchObject({
      status: "open",
      payment_status: "unpaid",
      ui_mode: "hosted_page",
      amount_total: 1800,
      currency: "eur",
    });
    expect(session.url).toBe(`${world.url}/sandbox/checkout/${session.id}`);
    world.received.length = 0;
    const answer = await world.post(`/sandbox/checkout/${session.id}`, card("4242424242424242"));
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`${world.url}/billing/success?session_id=${session.id}`);
    await world.deliver();
    expect(types().filter((type) => !type.startsWith("customer.c") && !type.startsWith("test_helpers"))).toEqual([
      "payment_method.attached",
      "payment_intent.succeeded",
      "charge.succeeded",
      "customer.subscription.created",
      "invoice.created",
      "invoice.finalized",
      "invoice_payment.paid",
      "invoice.paid",
      "invoice.payment_succeeded",
      "checkout.session.completed",
    ]);
    const paid = await world.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["subscription.latest_invoice.payments", "invoice"],
    });
    expect(paid).toMatchObject({ status: "complete", payment_status: "paid", url: null });
    const subscription = paid.subscription as Stripe.Subscription;
    expect(subscription).toMatchObject({ status: "active", metadata: { userId: "u1" } });
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({
      status: "paid",
      total: 1800,
      amount_paid: 1800,
      billing_reason: "subscription_create",
    });
    expect(invoice.payments?.data).toHaveLength(1);
    // The 31st of January renews on the 28th of February and then on the 31st again.
    expect(subscription.items.data[0]?.current_period_end).toBe(Date.UTC(2026, 1, 28, 12) / 1000);
    const again = await world.post(`/sandbox/checkout/${session.id}`, card("4242424242424242"));
    expect(again.status).toBe(303);
    expect((await world.stripe.subscriptions.list({ customer: customer.id, status: "all" })).data).toHaveLength(1);
  });

  it("leaves the session open when the card is refused", async () => {
    const { customer } = await world.customerAt(start);
    const session = await world.checkout(customer.id);
    for (const [number, sentence] of [
      ["4000000000000002", "Your card was declined."],
      ["4000000000000341", "Your card was declined."],
      ["4000000000009995", "Your card has insufficient funds."],
      ["4111111111111111", "This is a sandbox: real cards are not taken."],
      ["1234", "Enter the whole card number."],
    ] as const) {
      const answer = await world.post(`/sandbox/checkout/${session.id}`, card(number));
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain(sentence);
    }
    expect((await world.stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
    expect((await world.stripe.subscriptions.list({ customer: customer.id, status: "all" })).data).toEqual([]);
    await world.deliver();
    expect(types()).toContain("charge.failed");
    expect(types()).not.toContain("checkout.session.completed");
  });

  it("asks for authentication, and renews without asking again", async () => {
    const { customer, clock } = await world.customerAt(start);
    const session = await world.checkout(customer.id);
    const asked = await world.post(`/sandbox/checkout/${session.id}`, card("4000002500003155"));
    expect(asked.headers.get("location")).toBe(`/sandbox/checkout/${session.id}/authenticate`);
    const refused = await world.post(`/sandbox/checkout/${session.id}/authenticate`, { answer: "fail" });
    expect(await refused.text()).toContain("We could not authenticate your card.");
    await world.post(`/sandbox/checkout/${session.id}`, card("4000002500003155"));
    const done = await world.post(`/sandbox/checkout/${session.id}/authenticate`, { answer: "complete" });
    expect(done.headers.get("location")).toContain("/billing/success");
    await advance(clock, start + 32 * day);
    const [subscription] = (await world.stripe.subscriptions.list({ customer: customer.id })).data;
    expect(subscription?.status).toBe("active");
    expect((await world.stripe.invoices.list({ customer: customer.id, status: "paid" })).data).toHaveLength(2);
  });

  it("renews by the test clock: period first, payment an hour later", async () => {
    const { customer, clock } = await world.customerAt(start);
    const before = await world.subscribe(customer.id);
    const end = before.items.data[0]!.current_period_end;
    await world.deliver();
    world.received.length = 0;
    await advance(clock, end + 60);
    const drafted = await world.stripe.subscriptions.retrieve(before.id, { expand: ["latest_invoice"] });
    expect(drafted.items.data[0]).toMatchObject({
      current_period_start: end,
      current_period_end: Date.UTC(2026, 2, 31, 12) / 1000,
    });
    expect(drafted.latest_invoice).toMatchObject({ status: "draft", billing_reason: "subscription_cycle" });
    await advance(clock, end + 2 * 3600);
    expect(types().filter((type) => !type.startsWith("test_helpers"))).toEqual([
      "invoice.upcoming",
      "customer.subscription.updated",
      "invoice.created",
      "invoice.finalized",
      "payment_intent.succeeded",
      "charge.succeeded",
      "invoice_payment.paid",
      "invoice.paid",
      "invoice.payment_succeeded",
    ]);
  });

  it("fails a renewal, retries, and ends the subscription after the last attempt", async () => {
    const { customer, clock } = await world.customerAt(start);
    const { id, items } = await world.subscribe(customer.id);
    const portal = await world.stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: `${world.url}/billing`,
    });
    const kept = await world.post(`${new URL(portal.url).pathname}/card`, card("4000000000000341"));
    expect(kept.status).toBe(303);
    const due = items.data[0]!.current_period_end + 3600;
    await world.deliver();
    world.received.length = 0;
    await advance(clock, due);
    expect((await world.stripe.subscriptions.retrieve(id)).status).toBe("past_due");
    expect(types().slice(-5)).toEqual([
      "charge.failed",
      "payment_intent.payment_failed",
      "invoice.payment_failed",
      "customer.subscription.updated",
      "test_helpers.test_clock.ready",
    ]);
    const [open] = (await world.stripe.invoices.list({ customer: customer.id, status: "open" })).data;
    expect(open).toMatchObject({ attempt_count: 1, next_payment_attempt: due + 3 * day, amount_remaining: 1800 });
    await expect(world.stripe.invoices.pay(open!.id!)).rejects.toMatchObject({
      type: "StripeCardError",
      code: "card_declined",
    });
    await advance(clock, due + 16 * day);
    expect(await world.stripe.subscriptions.retrieve(id)).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
    });
    expect((await world.stripe.invoices.retrieve(open!.id!)).next_payment_attempt).toBeNull();
  });

  it("recovers when the card is changed and the invoice paid in the portal", async () => {
    const { customer, clock } = await world.customerAt(start);
    const { id, items } = await world.subscribe(customer.id);
    const portal = await world.stripe.billingPortal.sessions.create({ customer: customer.id });
    const path = new URL(portal.url).pathname;
    await world.post(`${path}/card`, card("4000000000000341"));
    await advance(clock, items.data[0]!.current_period_end + 3600);
    const [open] = (await world.stripe.invoices.list({ customer: customer.id, status: "open" })).data;
    expect(await (await world.post(`${path}/invoices/${open!.id}/pay`, {})).text()).toContain(
      "Your card was declined.",
    );
    await world.post(`${path}/card`, card("5555555555554444"));
    expect(await (await world.post(`${path}/invoices/${open!.id}/pay`, {})).text()).toContain("is paid");
    expect((await world.stripe.subscriptions.retrieve(id)).status).toBe("active");
    await world.deliver();
    expect(types().slice(-1)).toEqual(["customer.subscription.updated"]);
  });

  it("changes the plan with proration, both ways", async () => {
    const { customer, clock } = await world.customerAt(Date.UTC(2026, 3, 1) / 1000);
    const { id, items } = await world.subscribe(customer.id);
    const item = items.data[0]!;
    await advance(clock, (item.current_period_start + item.current_period_end) / 2);
    const change = {
      items: [{ id: item.id, price: world.prices.small.id }],
      proration_behavior: "always_invoice" as const,
    };
    const preview = await world.stripe.invoices.createPreview({
      subscription: id,
      subscription_details: { items: change.items },
    });
    expect(preview.total).toBe(-500);
    const down = await world.stripe.subscriptions.update(id, { ...change, expand: ["latest_invoice"] });
    expect(down.items.data[0]?.price.unit_amount).toBe(800);
    expect(down.latest_invoice).toMatchObject({
      total: -500,
      amount_due: 0,
      status: "paid",
      billing_reason: "subscription_update",
    });
    expect((await world.stripe.customers.retrieve(customer.id)) as Stripe.Customer).toMatchObject({ balance: -500 });
    const up = await world.stripe.subscriptions.update(id, {
      items: [{ id: item.id, price: world.prices.large.id }],
      proration_behavior: "always_invoice",
      expand: ["latest_invoice"],
    });
    // The credit of the way down pays the way up.
    expect(up.latest_invoice).toMatchObject({ total: 500, amount_due: 0, starting_balance: -500, ending_balance: 0 });
  });

  it("begins a period of its own for a price of another interval, and charges it whole", async () => {
    const { customer, clock } = await world.customerAt(Date.UTC(2026, 3, 1) / 1000);
    const { id, items } = await world.subscribe(customer.id);
    const yearly = await world.stripe.prices.create({
      ...{ product: world.product.id, currency: "eur", unit_amount: 18_000, lookup_key: "yearly" },
      recurring: { interval: "year" },
    });
    const item = items.data[0]!;
    const half = (item.current_period_start + item.current_period_end) / 2;
    await advance(clock, half);
    const change = { items: [{ id: item.id, price: yearly.id }], proration_behavior: "always_invoice" as const };
    const preview = await world.stripe.invoices.createPreview({ subscription: id, subscription_details: change });
    expect(preview).toMatchObject({ total: 17_100, amount_due: 17_100 });
    expect(await world.stripe.subscriptions.retrieve(id)).toMatchObject({
      billing_cycle_anchor: item.current_period_start,
    });
    world.received.length = 0;
    const changed = await world.stripe.subscriptions.update(id, { ...change, expand: ["latest_invoice"] });
    const end = Date.UTC(2027, 3, 16) / 1000;
    expect(changed).toMatchObject({ billing_cycle_anchor: half, items: { data: [{ current_period_start: half }] } });
    expect(changed.items.data[0]?.current_period_end).toBe(end);
    const invoice = changed.latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({ total: 17_100, amount_paid: 17_100, period_start: half, period_end: end });
    expect(invoice.lines.data.map(({ amount, description, period }) => [amount, description, period.end])).toEqual([
      [-900, "Unused time on Studio, 16 Apr to 30 Apr", item.current_period_end],
      [18_000, "Studio, 16 Apr 2026 to 15 Apr 2027", end],
    ]);
    await world.deliver();
    const updated = world.received.find(({ type }) => type === "customer.subscription.updated");
    expect(updated?.data.previous_attributes).toMatchObject({
      billing_cycle_anchor: item.current_period_start,
      items: { data: [{ current_period_end: item.current_period_end }] },
    });
    // The month that was begun renews no more.
    await advance(clock, item.current_period_end + 3 * day);
    expect((await world.stripe.invoices.list({ customer: customer.id })).data).toHaveLength(2);
  });

  it("refuses a plan change whose payment fails and changes nothing", async () => {
    const { customer } = await world.customerAt(start);
    const session = await world.checkout(customer.id, world.prices.small.id);
    await world.post(`/sandbox/checkout/${session.id}`, card("4242424242424242"));
    const [subscription] = (await world.stripe.subscriptions.list({ customer: customer.id })).data;
    const portal = await world.stripe.billingPortal.sessions.create({ customer: customer.id });
    await world.post(`${new URL(portal.url).pathname}/card`, card("4000000000000341"));
    const refused = world.stripe.subscriptions.update(subscription!.id, {
      items: [{ id: subscription!.items.data[0]!.id, price: world.prices.large.id }],
      proration_behavior: "always_invoice",
      payment_behavior: "error_if_incomplete",
    });
    await expect(refused).rejects.toMatchObject({
      type: "StripeCardError",
      statusCode: 402,
      decline_code: "generic_decline",
    });
    expect((await world.stripe.subscriptions.retrieve(subscription!.id)).items.data[0]?.price.id).toBe(
      world.prices.small.id,
    );
  });

  it("cancels at the end of the period, takes it back, and ends when the period does", async () => {
    const { customer, clock } = await world.customerAt(start);
    const { id, items } = await world.subscribe(customer.id);
    const end = items.data[0]!.current_period_end;
    expect(await world.stripe.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({
      cancel_at_period_end: true,
      cancel_at: end,
    });
    expect(await world.stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
      cancel_at: null,
      canceled_at: null,
    });
    const portal = await world.stripe.billingPortal.sessions.create({ customer: customer.id });
    await world.post(`${new URL(portal.url).pathname}/cancel`, {});
    expect(await world.stripe.subscriptions.retrieve(id)).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: end,
      status: "active",
    });
    expect(await world.stripe.subscriptions.update(id, { cancel_at: "" })).toMatchObject({ cancel_at: null });
    await world.post(`${new URL(portal.url).pathname}/cancel`, {});
    await advance(clock, end);
    expect(await world.stripe.subscriptions.retrieve(id)).toMatchObject({ status: "canceled", ended_at: end });
    expect((await world.stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1);
  });

  it("refunds a charge", async () => {
    const { customer } = await world.customerAt(start);
    await world.subscribe(customer.id);
    const [charge] = (await world.stripe.charges.list({ customer: customer.id })).data;
    const refund = await world.stripe.refunds.create({ charge: charge!.id, amount: 800 });
    expect(refund).toMatchObject({ amount: 800, status: "succeeded" });
    await expect(world.stripe.refunds.create({ charge: charge!.id, amount: 1001 })).rejects.toMatchObject({
      param: "amount",
    });
    await world.deliver();
    expect(types().slice(-3)).toEqual(["refund.created", "charge.refunded", "refund.updated"]);
  });

  it("disputes what the disputing card pays, refunds none of it until the bank has decided for the product", async () => {
    const { customer } = await world.customerAt(start);
    const session = await world.checkout(customer.id);
    await world.post(new URL(session.url!).pathname, card("4000000000000259"));
    const [charge] = (await world.stripe.charges.list({ customer: customer.id })).data;
    expect(charge).toMatchObject({ paid: true, disputed: true, refunded: false });
    const [dispute] = (await world.stripe.disputes.list({ charge: charge!.id })).data;
    expect(dispute).toMatchObject({ status: "needs_response", amount: 1800, charge: charge!.id });
    await expect(world.stripe.refunds.create({ charge: charge!.id })).rejects.toMatchObject({
      code: "charge_disputed",
    });
    const evidence = { uncategorized_text: "winning_evidence" };
    expect(await world.stripe.disputes.update(dispute!.id, { evidence, submit: true })).toMatchObject({
      status: "won",
    });
    await expect(world.stripe.disputes.close(dispute!.id)).rejects.toMatchObject({ statusCode: 400 });
    expect(await world.stripe.refunds.create({ charge: charge!.id })).toMatchObject({ amount: 1800 });
    await world.deliver();
    expect(types().filter((type) => type.startsWith("charge.dispute"))).toEqual([
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.closed",
      "charge.dispute.funds_reinstated",
    ]);
  });

  it("expires a checkout that nobody pays", async () => {
    const { customer, clock } = await world.customerAt(start);
    const session = await world.checkout(customer.id);
    await advance(clock, start + 25 * 3600);
    expect(await world.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: "expired", url: null });
    expect(types()).toContain("checkout.session.expired");
    expect((await fetch(`${world.url}/sandbox/checkout/${session.id}`)).status).toBe(410);
  });
});
