/** The bank and the payment service as tests see them, not the product. @databases one */
import type Stripe from "stripe";
import { card, type SandboxWorld, startSandbox } from "../testing/sandbox-world.ts";

let world: SandboxWorld;
beforeAll(async () => {
  world = await startSandbox();
});
afterAll(() => world?.stop());

interface Left {
  customer: string;
  portal: string;
}

/** A customer whose plan has ended, and who left a card. */
const left = async (): Promise<Left> => {
  const customer = await world.stripe.customers.create({ email: "ada@example.com" });
  await world.stripe.subscriptions.cancel((await world.subscribe(customer.id)).id);
  const { url } = await world.stripe.billingPortal.sessions.create({ customer: customer.id });
  return { customer: customer.id, portal: new URL(url).pathname };
};
const start = ({ portal }: Left, begins: string, price = world.prices.small.id) =>
  world.post(`${portal}/payments/start`, { price, begins });
const advance = ({ portal }: Left, by = "next") => world.post(`${portal}/clock/advance`, { by });
const pageAt = async (path: string) => (await fetch(world.url + path)).text();
const newest = async ({ customer }: Left) =>
  (await world.stripe.subscriptions.list({ customer, status: "all", expand: ["data.latest_invoice"] })).data[0]!;
const invoiceOf = (subscription: Stripe.Subscription) => subscription.latest_invoice as Stripe.Invoice;
/** Types of the events since the last one of its kind, about the newest subscription. */
const typesOf = async ({ customer }: Left) => {
  const { data } = await world.stripe.events.list({ limit: 100 });
  return data.filter((event) => JSON.stringify(event.data).includes(customer)).map(({ type }) => type);
};

it("waits for the bank, is confirmed on the portal, and is charged once", async () => {
  const ada = await left();
  expect((await start(ada, "unconfirmed")).status).toBe(200);
  const waiting = await newest(ada);
  expect([waiting.status, invoiceOf(waiting).status]).toEqual(["incomplete", "open"]);
  expect((await typesOf(ada)).slice(0, 5).sort()).toEqual([
    "customer.subscription.created",
    "invoice.created",
    "invoice.finalized",
    "invoice.payment_action_required",
    "payment_intent.requires_action",
  ]);
  expect(await pageAt(ada.portal)).toContain("The first payment waits for your bank");
  const pay = `${ada.portal}/invoices/${invoiceOf(waiting).id}`;
  await expect(world.stripe.invoices.pay(invoiceOf(waiting).id!)).rejects.toMatchObject({
    statusCode: 402,
    code: "invoice_payment_intent_requires_action",
  });
  const asked = await world.post(`${pay}/pay`, {});
  expect(asked.headers.get("location")).toBe(`${pay}/authenticate`);
  expect(await pageAt(`${pay}/authenticate`)).toContain("Confirm with your bank");
  expect(await (await world.post(`${pay}/authenticate`, { answer: "fail" })).text()).toContain("Nothing was charged");
  expect((await newest(ada)).status).toBe("incomplete");
  expect(await (await world.post(`${pay}/authenticate`, { answer: "complete" })).text()).toContain("is paid");
  const active = await newest(ada);
  expect([active.status, invoiceOf(active).status]).toEqual(["active", "paid"]);
  expect((await world.post(`${pay}/authenticate`, { answer: "complete" })).status).toBe(303);
  expect((await world.stripe.invoicePayments.list({ invoice: invoiceOf(active).id! })).data).toHaveLength(1);
});

it("ends 23 hours later when nobody confirms, and nothing is owed", async () => {
  const ada = await left();
  await start(ada, "unconfirmed");
  const { created } = await newest(ada);
  expect(await pageAt(`${ada.portal}/clock`)).toContain("Go to the end of that time");
  await advance(ada);
  const expired = await newest(ada);
  expect([expired.status, invoiceOf(expired).status]).toEqual(["incomplete_expired", "void"]);
  expect(expired.ended_at).toBe(created + 23 * 3600);
  expect((await typesOf(ada)).slice(0, 6)).toEqual(
    expect.arrayContaining(["invoice.voided", "payment_intent.canceled", "customer.subscription.updated"]),
  );
  expect(await pageAt(`${ada.portal}/clock`)).toContain("Ended: the first payment was not confirmed");
  const late = await world.post(`${ada.portal}/invoices/${invoiceOf(expired).id}/pay`, {});
  expect(await late.text()).toContain("is not owed any more");
  await expect(world.stripe.subscriptions.update(expired.id, { metadata: { a: "1" } })).rejects.toMatchObject({
    statusCode: 400,
  });
  expect((await world.stripe.subscriptions.list({ customer: ada.customer, status: "ended" })).data).toHaveLength(2);
});

it("gives a trial that pauses without a card, and resumes with one", async () => {
  const ada = await left();
  await start(ada, "trial");
  const trial = await newest(ada);
  expect(trial).toMatchObject({ status: "trialing", default_payment_method: null });
  await advance(ada);
  expect((await newest(ada)).status).toBe("paused");
  expect((await typesOf(ada)).slice(0, 4)).toEqual(
    expect.arrayContaining([
      "customer.subscription.updated",
      "customer.subscription.paused",
      "customer.subscription.trial_will_end",
    ]),
  );
  await advance(ada, "month");
  expect((await newest(ada)).status).toBe("paused");
  // Without a card the invoice stays open, and the subscription paused.
  const resume = () => world.stripe.subscriptions.resume(trial.id, { payment_behavior: "resume_on_payment_success" });
  expect((await resume()).status).toBe("paused");
  const owed = invoiceOf(await newest(ada));
  expect(owed.status).toBe("open");
  await world.post(`${ada.portal}/card`, card("5555555555554444"));
  await world.stripe.invoices.pay(owed.id!);
  const resumed = await newest(ada);
  expect([resumed.status, resumed.items.data[0]!.current_period_start]).toEqual(["active", owed.created]);
  expect((await typesOf(ada)).slice(0, 3)).toContain("customer.subscription.resumed");
  await expect(resume()).rejects.toMatchObject({ statusCode: 400 });
});

it("charges the card that was given during the trial when the trial ends", async () => {
  const ada = await left();
  await start(ada, "trial");
  await world.post(`${ada.portal}/card`, card("5555555555554444"));
  await advance(ada);
  await advance(ada);
  const active = await newest(ada);
  expect([active.status, invoiceOf(active).status]).toEqual(["active", "paid"]);
});

it("leaves a plan unpaid when that is set, until its invoice is paid", async () => {
  const customer = await world.stripe.customers.create({ email: "ada@example.com" });
  await world.subscribe(customer.id);
  const { url } = await world.stripe.billingPortal.sessions.create({ customer: customer.id });
  const ada = { customer: customer.id, portal: new URL(url).pathname };
  const set = await world.post(`${ada.portal}/clock/after-retries`, { plan: "stays" });
  expect(await set.text()).toContain("A plan whose payment fails each time stays unpaid.");
  await world.post(`${ada.portal}/card`, card("4000000000000341"));
  for (let step = 0; step < 4; step += 1) await advance(ada);
  const unpaid = await newest(ada);
  expect([unpaid.status, invoiceOf(unpaid).status]).toEqual(["unpaid", "open"]);
  expect(await pageAt(`${ada.portal}/clock`)).toContain("Unpaid, and not tried again");
  await advance(ada, "month");
  expect((await newest(ada)).status).toBe("unpaid");
  await world.post(`${ada.portal}/card`, card("5555555555554444"));
  await world.post(`${ada.portal}/invoices/${invoiceOf(unpaid).id}/pay`, {});
  expect((await newest(ada)).status).toBe("active");
});

it("starts nothing beside a plan, at a price that is none, or with no card", async () => {
  const ada = await left();
  const none = await world.stripe.customers.create({ email: "bob@example.com" });
  const { url } = await world.stripe.billingPortal.sessions.create({ customer: none.id });
  const bob = { customer: none.id, portal: new URL(url).pathname };
  expect((await start(ada, "unconfirmed", "price_none")).status).toBe(422);
  expect((await start(ada, "later")).status).toBe(400);
  expect(await pageAt(`${bob.portal}/payments`)).not.toContain("Charge the card");
  expect((await start(bob, "unconfirmed")).status).toBe(422);
  expect((await start(bob, "trial")).status).toBe(200);
  expect((await start(bob, "trial")).status).toBe(422);
  expect((await world.post(`${ada.portal}/clock/after-retries`, { plan: "sells" })).status).toBe(400);
});
