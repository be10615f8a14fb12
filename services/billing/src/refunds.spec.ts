/** Payments that go back, in each way. @run all */
import { userDeleted } from "@tessera/contracts-identity/events.ts";
import { type AdministratorsEntry, administratorsEntry } from "@tessera/contracts-queue/events.ts";
import { Events } from "@tessera/service-kit";
import { subscriber } from "@tessera/testing/subscriber.ts";
import { sql } from "drizzle-orm";
import { Reconciliation } from "./reconciliation/reconciliation.ts";
import { type BillingWorld, type Person, startBilling } from "./testing/billing-world.ts";
import { listenerService, QueueListener } from "./testing/queue-listener.ts";

const told: AdministratorsEntry[] = [];
const administrators = subscriber((events) => {
  events.on(administratorsEntry, "administrators", async (entry) => void told.push(entry));
});

describe("a payment that went back", () => {
  let world: BillingWorld;
  beforeAll(async () => {
    world = await startBilling({}, [listenerService, administrators]);
  });
  afterAll(() => world?.stop());

  const mailed = (person: Person) => world.application.nest.get(QueueListener).mailed(person.userId);
  const chargeOf = async (person: Person) =>
    (await world.stripe.charges.list({ customer: await world.customerOf(person) })).data[0]!;
  const reversals = async (person: Person) =>
    (await person.billing.invoices()).map(({ paid, refunded, disputed }) => ({ paid, refunded, disputed }));
  const kept = { paid: 1800, refunded: 0, disputed: false };
  const disputeOf = async (person: Person) =>
    (await world.stripe.disputes.list({ charge: (await chargeOf(person)).id })).data[0]!;
  const settle = async (person: Person, uncategorized_text: string) => {
    await world.stripe.disputes.update((await disputeOf(person)).id, { evidence: { uncategorized_text } });
    await world.settled();
  };

  it("is on its invoice alone, by the event, in part and in full", async () => {
    const [ada, bob] = [await world.person(), await world.person()];
    await world.subscribe(ada);
    await world.subscribe(bob);
    const charge = await chargeOf(ada);
    await world.pass(31);
    expect(await reversals(ada)).toEqual([kept, kept]);
    await world.stripe.refunds.create({ charge: charge.id, amount: 500 });
    await world.settled();
    expect(await reversals(ada)).toEqual([kept, { ...kept, refunded: 500 }]);
    await world.stripe.refunds.create({ charge: charge.id });
    await world.settled();
    expect(await reversals(ada)).toEqual([kept, { ...kept, refunded: 1800 }]);
    expect(await reversals(bob)).toEqual([kept, kept]);
    const receipts = ["Receipt: €18.00", "Receipt: €18.00"];
    expect(mailed(ada)).toEqual([...receipts, "Refund: €13.00", "Refund: €5.00"]);
    expect(mailed(bob)).toEqual(receipts);
    // Paid back is not cancelled: the plan continues.
    expect((await ada.billing.check()).billingStatus).toBe("active");
  });

  it("is disputed until the bank has decided for the product, and stays so when it decided against it", async () => {
    const [ada, bob] = [await world.person(), await world.person()];
    for (const person of [ada, bob]) await world.subscribe(person, "studio", "4000000000000259");
    expect(await reversals(ada)).toEqual([{ ...kept, disputed: true }]);
    await settle(ada, "winning_evidence");
    await settle(bob, "losing_evidence");
    expect(await reversals(ada)).toEqual([kept]);
    expect(await reversals(bob)).toEqual([{ ...kept, disputed: true }]);
  });

  it("is an entry of the administrators until the bank is answered, has decided, or the account is gone", async () => {
    const [ada, bob, cleo] = [await world.person(), await world.person(), await world.person()];
    told.splice(0);
    for (const person of [ada, bob, cleo]) await world.subscribe(person, "studio", "4000000000000259");
    const [invoice] = await ada.billing.invoices();
    const day = new Date((await disputeOf(ada)).evidence_details.due_by! * 1000).getUTCDate();
    expect(told.splice(0)).toEqual([
      expect.objectContaining({
        ...{ state: "open", kind: "dispute", title: "A payment is disputed" },
        line: expect.stringMatching(`^€18.00 of invoice ${invoice!.number}. Answer the bank by ${day} `),
      }),
      ...[bob, cleo].map(() => expect.objectContaining({ state: "open" })),
    ]);
    await world.stripe.customers.update(await world.customerOf(ada), { name: "Ada" });
    await world.settled();
    expect(told).toEqual([]);
    await settle(ada, "The person used it on the day of the payment.");
    expect(await reversals(ada)).toEqual([{ ...kept, disputed: true }]);
    expect(told).toEqual([expect.objectContaining({ state: "closed", kind: "dispute" })]);
    await settle(ada, "winning_evidence");
    await settle(bob, "losing_evidence");
    expect(told.map(({ state }) => state)).toEqual(["closed", "closed"]);
    const events = world.application.nest.get(Events);
    await world.database.system((tx) => events.publish(tx, userDeleted, { userId: cleo.userId }));
    await world.settled();
    expect(told.map(({ state }) => state)).toEqual(["closed", "closed", "closed"]);
    expect(new Set(told.map(({ key }) => key)).size).toBe(3);
  });

  it("is disputed by the event alone, long after it was paid", async () => {
    const ada = await world.person();
    await world.subscribe(ada);
    const { url } = await ada.billing.portal();
    await world.submit(`${url}/payments/${(await chargeOf(ada)).id}/dispute`, {});
    await world.settled();
    expect(await reversals(ada)).toEqual([{ ...kept, disputed: true }]);
  });

  it("is found at night when the event was lost", async () => {
    const ada = await world.person();
    await world.subscribe(ada);
    await world.stripe.refunds.create({ charge: (await chargeOf(ada)).id });
    await world.settled();
    const forget = sql`update billing.invoice set refunded = 0 where user_id = ${ada.userId}`;
    await world.database.system((tx) => tx.execute(forget));
    await world.application.nest.get(Reconciliation).begin();
    await world.settled();
    expect(await reversals(ada)).toEqual([{ ...kept, refunded: 1800 }]);
  });
});
