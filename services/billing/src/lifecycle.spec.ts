/** What each state of a subscription means for a person; src/webhook runs the statements. @databases one */
import { userCreated, userDeleted } from "@tessera/contracts-identity/events.ts";
import { Events } from "@tessera/service-kit";
import { type BillingWorld, card, type Person, startBilling } from "./testing/billing-world.ts";
import { listenerService, QueueListener } from "./testing/queue-listener.ts";

describe("a subscription over time", () => {
  let world: BillingWorld;
  beforeAll(async () => {
    world = await startBilling({ environment: { INTERNAL_EMAIL_DOMAIN: "tessera.example" } }, [listenerService]);
  });
  afterAll(() => world?.stop());
  const asked = (person: Person) => world.application.nest.get(QueueListener).titles(person.userId);
  const mailed = (person: Person) => world.application.nest.get(QueueListener).mailed(person.userId);
  const signedUp = async (person: Person, email: string) => {
    const events = world.application.nest.get(Events);
    await world.database.system((tx) => events.publish(tx, userCreated, { userId: person.userId, email }));
    await world.jobsIdle();
  };

  it("asks a new person to choose a plan until one is paid, and nobody of the internal domain", async () => {
    const [ada, ida] = [await world.person(), await world.person("ida@tessera.example")];
    await signedUp(ada, "ada@example.com");
    await signedUp(ada, "ada@example.com");
    await signedUp(ida, "ida@tessera.example");
    expect(asked(ada)).toEqual(["Choose a plan"]);
    expect(asked(ida)).toEqual([]);
    await world.subscribe(ada);
    await world.settled();
    expect(asked(ada)).toEqual([]);
  });

  it("ends the subscription at once when the account is deleted, and asks for nothing any more", async () => {
    const ada = await world.person();
    await world.subscribe(ada);
    const customer = await world.customerOf(ada);
    const events = world.application.nest.get(Events);
    await world.database.system((tx) => events.publish(tx, userDeleted, { userId: ada.userId }));
    await world.jobsIdle();
    await world.settled();
    expect((await world.stripe.customers.retrieve(customer!)).deleted).toBe(true);
    expect((await world.stripe.subscriptions.list({ customer: customer!, status: "active" })).data).toEqual([]);
    expect(await ada.billing.check()).toMatchObject({ billingStatus: "inactive" });
    expect(asked(ada)).toEqual([]);
  });

  it("renews: the period rolls on, the second invoice is paid, and each payment has its receipt", async () => {
    const ada = await world.person();
    await world.subscribe(ada);
    const before = await ada.billing.check();
    await world.pass(32);
    const after = await ada.billing.check();
    expect(after.billingStatus).toBe("active");
    expect(Date.parse(after.currentPeriodEnd!)).toBeGreaterThan(Date.parse(before.currentPeriodEnd!));
    expect((await ada.billing.invoices()).map(({ status }) => status)).toEqual(["paid", "paid"]);
    expect(mailed(ada)).toEqual(["Receipt: €18.00", "Receipt: €18.00"]);
  });

  it("stays open for the grace after a failed renewal, closes after it, and opens again when the invoice is paid", async () => {
    const ada = await world.person();
    await world.subscribe(ada);
    const { currentPeriodEnd } = await ada.billing.check();
    const portal = await ada.billing.portal();
    await world.submit(`${portal.url}/card`, card("4000000000000341"));
    await world.pass((Date.parse(currentPeriodEnd!) - world.clock.now().getTime()) / 86_400_000 + 0.1);
    const failed = await ada.billing.check();
    expect(failed).toMatchObject({ billingStatus: "active", status: "past_due" });
    // Grace counts from when the invoice became final, an hour after the period began.
    expect(Date.parse(failed.graceEndsAt!)).toBe(Date.parse(currentPeriodEnd!) + 3_600_000 + 7 * 86_400_000);
    expect(asked(ada)).toEqual(["Urgent: A payment did not go through"]);
    expect(mailed(ada)).toEqual(["A payment did not go through", "Receipt: €18.00"]);
    await expect(ada.billing.changePlan("desk", "k".repeat(12))).rejects.toMatchObject({
      status: 409,
      code: "payment_open",
    });
    await world.pass(7);
    expect(await ada.billing.check()).toMatchObject({ billingStatus: "inactive", status: "past_due" });
    const later = await ada.billing.portal();
    await world.submit(`${later.url}/card`, card("5555555555554444"));
    const [open] = (await world.stripe.invoices.list({ customer: await world.customerOf(ada), status: "open" })).data;
    await world.submit(`${later.url}/invoices/${open!.id}/pay`, {});
    await world.settled();
    expect(await ada.billing.overview()).toMatchObject({
      billingStatus: "active",
      status: "active",
      graceEndsAt: null,
      card: { brand: "Mastercard" },
    });
    expect(asked(ada)).toEqual([]);
  });

  it("ends after the last failed attempt and asks for a plan again", async () => {
    const ada = await world.person();
    await world.subscribe(ada, "desk", "4242424242424242");
    await world.submit(`${(await ada.billing.portal()).url}/card`, card("4000000000000341"));
    await world.pass(32);
    await world.pass(16);
    expect(await ada.billing.check()).toMatchObject({ billingStatus: "inactive", status: "canceled" });
    expect(asked(ada)).toEqual(["Choose a plan"]);
    await world.subscribe(ada);
    await world.settled();
    expect(await ada.billing.check()).toMatchObject({ billingStatus: "active", planId: "studio" });
    expect(asked(ada)).toEqual([]);
  });

  it("closes with the period once cancelled, even before the message of it comes", async () => {
    const ada = await world.person();
    await world.subscribe(ada);
    const { currentPeriodEnd } = await ada.billing.cancel();
    world.clock.set(currentPeriodEnd!);
    expect(await ada.billing.check()).toMatchObject({ billingStatus: "inactive", status: "active" });
    await world.pass(0.01);
    expect(await ada.billing.check()).toMatchObject({ billingStatus: "inactive", status: "canceled" });
  });

  it("forgets a customer that was deleted and makes a new one for the next purchase", async () => {
    const ada = await world.person();
    await world.subscribe(ada);
    const customer = await world.customerOf(ada);
    await world.stripe.customers.del(customer);
    await world.settled();
    expect(await ada.billing.check()).toMatchObject({ billingStatus: "inactive", status: "none" });
    await world.subscribe(ada);
    expect(await world.customerOf(ada)).not.toBe(customer);
    expect((await ada.billing.check()).billingStatus).toBe("active");
  });
});
