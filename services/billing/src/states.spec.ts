/** States that only a seller or a setting leads into; src/webhook runs the statements. @databases one @run all */
import { type BillingWorld, card, type Person, startBilling } from "./testing/billing-world.ts";
import { listenerService, QueueListener } from "./testing/queue-listener.ts";

let world: BillingWorld;
beforeAll(async () => {
  world = await startBilling({}, [listenerService]);
});
afterAll(() => world?.stop());

const asked = (person: Person) => world.application.nest.get(QueueListener).titles(person.userId);
const standing = async ({ billing }: Person) => {
  const { status, billingStatus } = await billing.check();
  return [status, billingStatus];
};

/** Someone whose plan has ended, with the portal that the seller uses too. */
const left = async () => {
  const ada = await world.person();
  await world.subscribe(ada, "desk");
  const { url } = await ada.billing.portal();
  const { data } = await world.stripe.subscriptions.list({ customer: await world.customerOf(ada) });
  await world.stripe.subscriptions.cancel(data[0]!.id);
  await world.settled();
  expect(await standing(ada)).toEqual(["canceled", "inactive"]);
  return { ada, url };
};
const act = async (url: string, form: string, fields: Record<string, string> = {}) => {
  expect((await world.submit(`${url}/${form}`, fields)).status).toBeLessThan(400);
  await world.settled();
};
const start = async (url: string, begins: "unconfirmed" | "trial") => {
  const { data } = await world.stripe.prices.list({ lookup_keys: ["tessera_studio_month"] });
  await act(url, "payments/start", { price: data[0]!.id, begins });
};
const next = (url: string) => act(url, "clock/advance", { by: "next" });
const openInvoice = async (person: Person) => {
  const { data } = await world.stripe.invoices.list({ customer: await world.customerOf(person), status: "open" });
  return data[0]!.id!;
};

it("opens once the bank has confirmed the first payment", async () => {
  const { ada, url } = await left();
  await start(url, "unconfirmed");
  expect(await standing(ada)).toEqual(["incomplete", "inactive"]);
  expect((await ada.billing.overview()).trial).toBeNull();
  const invoice = await openInvoice(ada);
  await act(url, `invoices/${invoice}/authenticate`, { answer: "fail" });
  expect(await standing(ada)).toEqual(["incomplete", "inactive"]);
  await act(url, `invoices/${invoice}/authenticate`, { answer: "complete" });
  expect(await standing(ada)).toEqual(["active", "active"]);
  expect(asked(ada)).toEqual([]);
});

it("has no plan once nobody confirmed for 23 hours, and buys one again", async () => {
  const { ada, url } = await left();
  await start(url, "unconfirmed");
  await next(url);
  expect(await standing(ada)).toEqual(["incomplete_expired", "inactive"]);
  expect((await ada.billing.invoices())[0]).toMatchObject({ status: "void", paid: 0 });
  await world.subscribe(ada, "desk");
  expect(await standing(ada)).toEqual(["active", "active"]);
});

it("is paused when a trial ends without a card, pays when it is resumed, and says when the card does not", async () => {
  const { ada, url } = await left();
  await start(url, "trial");
  expect(await standing(ada)).toEqual(["trialing", "active"]);
  expect(asked(ada)).toEqual([]);
  await next(url);
  expect(await standing(ada)).toEqual(["paused", "inactive"]);
  expect(asked(ada)).toEqual(["Studio is paused"]);
  for (const [act, refusal] of [
    [() => ada.billing.changePlan("desk", "k".repeat(12)), "plan_paused"],
    [() => ada.billing.checkout("desk", crypto.randomUUID()), "already_subscribed"],
    [() => ada.billing.resume(), "payment_failed"],
    [() => ada.billing.resume(), "payment_failed"],
  ] as const)
    await expect(act()).rejects.toMatchObject({ code: refusal });
  await act(url, "card", card("5555555555554444"));
  expect(await standing(ada)).toEqual(["paused", "inactive"]);
  await Promise.all([ada.billing.resume(), ada.billing.resume()]);
  await world.settled();
  expect(await standing(ada)).toEqual(["active", "active"]);
  expect(asked(ada)).toEqual([]);
  const paid = (await ada.billing.invoices()).filter(
    ({ status, description }) => status === "paid" && /Studio/.test(description),
  );
  expect(paid).toHaveLength(1);
});

it("continues with a card that was given during the trial", async () => {
  const { ada, url } = await left();
  await start(url, "trial");
  await act(url, "card", card("5555555555554444"));
  await next(url);
  await next(url);
  expect(await standing(ada)).toEqual(["active", "active"]);
});

it("ends at once when it is cancelled while paused, and asks for a plan", async () => {
  const { ada, url } = await left();
  await start(url, "trial");
  await next(url);
  await ada.billing.cancel();
  await world.settled();
  expect(await standing(ada)).toEqual(["canceled", "inactive"]);
  expect(asked(ada)).toEqual(["Choose a plan"]);
});

/** A plan each attempt to charge of which failed, where such a plan stays. */
const unpaid = async () => {
  const ada = await world.person();
  await world.subscribe(ada);
  const { url } = await ada.billing.portal();
  await act(url, "clock/after-retries", { plan: "stays" });
  await act(url, "card", card("4000000000000341"));
  for (let step = 0; step < 4; step += 1) await next(url);
  expect(await standing(ada)).toEqual(["unpaid", "inactive"]);
  return { ada, url };
};

it("stays closed while unpaid, still asks for the payment, and opens when it is paid", async () => {
  const { ada, url } = await unpaid();
  expect(asked(ada)).toEqual(["Urgent: A payment did not go through"]);
  await expect(ada.billing.changePlan("desk", "k".repeat(12))).rejects.toMatchObject({ code: "payment_open" });
  await expect(ada.billing.checkout("desk", crypto.randomUUID())).rejects.toMatchObject({ code: "already_subscribed" });
  await act(url, "card", card("5555555555554444"));
  await act(url, `invoices/${await openInvoice(ada)}/pay`);
  expect(await standing(ada)).toEqual(["active", "active"]);
  expect(asked(ada)).toEqual([]);
});

it("does not end a plan that was paid in the moment in which it is cancelled", async () => {
  const { ada, url } = await unpaid();
  await act(url, "card", card("5555555555554444"));
  const paid = world.submit(`${url}/invoices/${await openInvoice(ada)}/pay`, {});
  expect((await paid).status).toBeLessThan(400);
  const answer = await ada.billing.cancel();
  expect(answer.status).toBe("active");
  await world.settled();
  expect((await standing(ada))[0]).toBe("active");
});

it("ends at once when it is cancelled while unpaid, and another plan can be bought", async () => {
  const { ada } = await unpaid();
  await ada.billing.cancel();
  await world.settled();
  expect(await standing(ada)).toEqual(["canceled", "inactive"]);
  expect(asked(ada)).toEqual(["Choose a plan"]);
  await world.subscribe(ada, "desk");
  expect(await standing(ada)).toEqual(["active", "active"]);
});
