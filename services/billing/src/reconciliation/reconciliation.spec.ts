import { randomUUID } from "node:crypto";
import { billingClient } from "@tessera/contracts-billing/client.ts";
import { userDeleted } from "@tessera/contracts-identity/events.ts";
import { type AdministratorsEntry, administratorsEntry } from "@tessera/contracts-queue/events.ts";
import { Events } from "@tessera/service-kit";
import { subscriber } from "@tessera/testing/subscriber.ts";
import { sql } from "drizzle-orm";
import { type BillingWorld, card, type Person, startBilling } from "../testing/billing-world.ts";
import { CompareCustomer } from "./compare-customer.ts";
import { keyOf } from "./differences.ts";
import { Reconciliation } from "./reconciliation.ts";

const told: AdministratorsEntry[] = [];
const listener = subscriber((events) => {
  events.on(administratorsEntry, "listener", async (entry) => void told.push(entry));
});

let world: BillingWorld;
beforeAll(async () => {
  world = await startBilling({ environment: { TESSERA_ADMINS: "ines@example.com" } }, [listener]);
});
afterAll(() => world?.stop());
beforeEach(() => told.splice(0));

const compare = async () => {
  await world.application.nest.get(Reconciliation).begin();
  await world.settled();
};
const latest = async () => {
  const found = await world.application.nest.get(Reconciliation).latest();
  return found!;
};
/** From now on, events tell of nothing that matters here. */
const deaf = async () => {
  const [endpoint] = (await world.stripe.webhookEndpoints.list()).data;
  await world.stripe.webhookEndpoints.update(endpoint!.id, { enabled_events: ["price.created"] });
};
const entries = () => told.map(({ key, state, line }) => ({ key, state, ...(state === "open" && { line }) }));
const subscribed = async () => {
  const person = await world.person();
  await world.subscribe(person, "desk");
  return { person, customer: await world.customerOf(person) };
};
/** A second subscription of the customer, sold by somebody else. */
const sellElsewhere = async (customer: string, price: string) => {
  const session = await world.stripe.checkout.sessions.create({
    customer,
    mode: "subscription",
    line_items: [{ price, quantity: 1 }],
    success_url: "https://example.com/",
  });
  await world.submit(session.url!, card());
};
const priceOf = async (product: string) => (await world.stripe.prices.list({ product, active: true })).data[0]!.id;

describe("the comparison of a night", () => {
  it("mends what is only late, counts it, and asks nobody", async () => {
    const { person } = await subscribed();
    await deaf();
    const { url } = await person.billing.portal();
    await world.submit(`${url}/cancel`, {});
    await world.settled();
    expect((await person.billing.check()).cancelAtPeriodEnd).toBe(false);
    await compare();
    expect((await person.billing.check()).cancelAtPeriodEnd).toBe(true);
    expect(await latest()).toMatchObject({ mended: 1, endedAt: expect.any(Date) });
    await compare();
    expect((await latest()).mended).toBe(0);
    expect(told).toEqual([]);
  });

  it("asks administrators once about a paying customer who was deleted, until the person has another", async () => {
    const { person, customer } = await subscribed();
    await deaf();
    await world.stripe.customers.del(customer);
    await compare();
    await compare();
    expect((await person.billing.check()).billingStatus).toBe("inactive");
    const key = keyOf({ kind: "customer-deleted", subject: customer });
    expect(entries()).toEqual([{ key, state: "open", line: expect.stringContaining(customer) }]);
    await world.subscribe(person);
    await compare();
    expect(entries().slice(1)).toEqual([{ key, state: "closed" }]);
  });

  it("asks about two subscriptions of one customer, and about a price that is no plan's, until they are gone", async () => {
    const [{ customer }, bob] = [await subscribed(), await world.person()];
    await sellElsewhere(customer, await priceOf("tessera_studio"));
    const product = await world.stripe.products.create({ name: "Poster" });
    const poster = {
      product: product.id,
      currency: "eur",
      unit_amount: 900,
      recurring: { interval: "month" },
    } as const;
    const price = await world.stripe.prices.create(poster);
    await world.subscribe(bob, "desk");
    const bobs = await world.customerOf(bob);
    const [subscription] = (await world.stripe.subscriptions.list({ customer: bobs })).data;
    const items = [{ id: subscription!.items.data[0]!.id, price: price.id }];
    await world.stripe.subscriptions.update(subscription!.id, { items, proration_behavior: "always_invoice" });
    await compare();
    const [two, unknown] = [
      keyOf({ kind: "two-subscriptions", subject: customer }),
      keyOf({ kind: "unknown-price", subject: bobs }),
    ];
    expect(entries()).toHaveLength(2);
    expect(entries()).toEqual(
      expect.arrayContaining([
        { key: two, state: "open", line: expect.stringContaining(" and sub_") },
        { key: unknown, state: "open", line: expect.stringContaining(price.id) },
      ]),
    );
    told.splice(0);
    const [second] = (await world.stripe.subscriptions.list({ customer })).data;
    await world.stripe.subscriptions.cancel(second!.id);
    await world.stripe.subscriptions.update(subscription!.id, {
      items: [{ id: items[0]!.id, price: await priceOf("tessera_desk") }],
      proration_behavior: "always_invoice",
    });
    await compare();
    expect(
      entries()
        .map(({ key, state }) => `${key} ${state}`)
        .sort(),
    ).toEqual([`${two} closed`, `${unknown} closed`].sort());
  });

  it("asks about a subscription to a plan that is nobody's here", async () => {
    const stranger = await world.stripe.customers.create({ email: "stranger@example.com" });
    await sellElsewhere(stranger.id, await priceOf("tessera_desk"));
    await compare();
    expect(entries()).toEqual([
      {
        key: expect.stringMatching(/^billing:[0-9a-f]{32}$/),
        state: "open",
        line: expect.stringContaining(stranger.id),
      },
    ]);
    await world.stripe.customers.del(stranger.id);
    await compare();
  });

  it("continues without a customer that always fails, and forgets what it said of an account that goes", async () => {
    const { person, customer } = await subscribed();
    const customers = world.application.nest.get(CompareCustomer);
    const run = customers.run.bind(customers);
    const tried: string[] = [];
    customers.run = async (userId, customerId, report) => {
      tried.push(customerId);
      if (customerId === customer) throw new TypeError("broken");
      return run(userId, customerId, report);
    };
    await compare();
    customers.run = run;
    expect(tried.filter((one) => one === customer)).toHaveLength(3);
    expect(new Set(tried).size).toBe(tried.length - 2);
    const key = keyOf({ kind: "unreadable", subject: customer });
    expect(entries()).toEqual([{ key, state: "open", line: expect.stringContaining("3 times") }]);
    const events = world.application.nest.get(Events);
    await world.database.system((tx) => events.publish(tx, userDeleted, { userId: person.userId }));
    await world.settled();
    expect(entries().at(-1)).toEqual({ key, state: "closed" });
  });

  it("takes up one that came to a halt, and begins no second one beside it", async () => {
    const halted = randomUUID();
    const insert = (at: Date) =>
      world.database.system((tx) =>
        tx.execute(sql`insert into billing.reconciliation (id, provider, started_at, phase)
          values (${halted}, 'sandbox', ${at.toISOString()}::timestamptz, 'customers')`),
      );
    await insert(world.clock.now());
    await compare();
    expect((await latest()).endedAt).toBeNull();
    world.clock.advance(7 * 3_600_000);
    await compare();
    expect((await latest()).endedAt).not.toBeNull();
  });
});

describe("the administrators' page", () => {
  const as = async (email: string): Promise<Person["billing"]> =>
    billingClient(world.client(await world.token({ userId: randomUUID(), email })));

  it("is for administrators alone", async () => {
    const ada = await as("ada@example.com");
    const refused = { status: 403, code: "billing_administrators_only" };
    await expect(ada.reconciliation()).rejects.toMatchObject(refused);
    await expect(ada.reconcile()).rejects.toMatchObject(refused);
  });

  it("compares at a request, and lists what is left to do", async () => {
    const stranger = await world.stripe.customers.create({ email: "stranger@example.com" });
    await sellElsewhere(stranger.id, await priceOf("tessera_desk"));
    const ines = await as("ines@example.com");
    await ines.reconcile();
    await world.settled();
    expect(await ines.reconciliation()).toMatchObject({
      latest: { endedAt: expect.any(String), compared: expect.any(Number) },
      differences: [{ kind: "nobodys", detail: expect.stringContaining(stranger.id) }],
    });
  });
});
