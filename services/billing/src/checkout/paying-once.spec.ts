import { randomUUID } from "node:crypto";
import type { Caller } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { billingService } from "../index.ts";
import { SyncCustomer } from "../sync/sync-customer.ts";
import { type BillingWorld, card, type Person, startBilling } from "../testing/billing-world.ts";
import { listenerService, QueueListener } from "../testing/queue-listener.ts";
import { Checkout } from "./checkout.ts";

const intent = () => ({ planId: "desk", interval: "month" as const, attemptId: randomUUID() });
const callerOf = ({ userId, token }: Person): Caller => ({
  userId,
  email: "ada@example.com",
  role: "authenticated",
  aal: "aal1",
  sessionId: null,
  amr: [],
  roles: [],
  clientId: null,
  clientScopes: [],
  apiToken: null,
  accessToken: token,
});

describe("one person never pays twice", () => {
  let world: BillingWorld;
  beforeAll(async () => {
    world = await startBilling({}, [listenerService]);
  });
  afterAll(() => world?.stop());

  /** Charges of the person that were not given back. */
  const charged = async (person: Person) => {
    const { data } = await world.stripe.charges.list({ customer: await world.customerOf(person), limit: 100 });
    return data.filter((charge) => charge.paid && !charge.refunded).length;
  };
  const open = async (person: Person) =>
    (await world.stripe.subscriptions.list({ customer: await world.customerOf(person) })).data.map(({ id }) => id);

  /** Buys a subscription past our own checkout, which would refuse a second one. */
  const buyAgain = async (person: Person, number?: string) => {
    const { data } = await world.stripe.prices.list({ lookup_keys: ["tessera_studio_month"] });
    const { url } = await world.stripe.checkout.sessions.create({
      mode: "subscription",
      customer: await world.customerOf(person),
      line_items: [{ price: data[0]!.id, quantity: 1 }],
      success_url: `${world.url}/billing/success`,
      subscription_data: { metadata: { userId: person.userId } },
    });
    await world.submit(url!, card(number));
    await world.settled();
  };

  it("lets one of two tabs pay that check out at the same moment", async () => {
    for (let pair = 0; pair < 5; pair++) {
      const ada = await world.person();
      const tabs = await Promise.all([
        ada.billing.checkout("studio", randomUUID()),
        ada.billing.checkout("studio", randomUUID()),
      ]);
      // One is closed before the other one is given out: a second payment is not made and then paid back.
      const pages = await Promise.all(tabs.map(({ url }) => fetch(url)));
      expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
      await Promise.all(tabs.map(({ url }) => world.submit(url, card())));
      await world.settled();
      expect([await charged(ada), (await open(ada)).length]).toEqual([1, 1]);
      const { data } = await world.stripe.charges.list({ customer: await world.customerOf(ada), limit: 100 });
      expect(data).toHaveLength(1);
    }
  });

  it("keeps one payable checkout of fifty that are opened at once, and refuses none of them", async () => {
    const ada = await world.person();
    const opened = await Promise.all(Array.from({ length: 50 }, () => ada.billing.checkout("desk", randomUUID())));
    const pages = await Promise.all(opened.map(({ url }) => fetch(url)));
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
    await Promise.all(opened.map(({ url }) => world.submit(url, card())));
    await world.settled();
    expect([await charged(ada), (await open(ada)).length]).toEqual([1, 1]);
  });

  it("sells nothing while the payment of another tab arrives", async () => {
    const ada = await world.person();
    const { url } = await ada.billing.checkout("desk", randomUUID());
    const [, second] = await Promise.allSettled([
      world.submit(url, card()),
      ada.billing.checkout("studio", randomUUID()),
    ]);
    if (second.status === "fulfilled") await world.submit(second.value.url, card());
    else expect(second.reason).toMatchObject({ status: 409, code: "already_subscribed" });
    await world.settled();
    expect([await charged(ada), (await open(ada)).length]).toEqual([1, 1]);
  });

  it("waits for the process that opens a checkout, and takes over the lease of one that died", async () => {
    const ada = await world.person();
    await ada.billing.checkout("desk", randomUUID());
    const lease = (ends: string) =>
      world.database.system((tx) =>
        tx.execute(sql`
          insert into billing.checkout_lease (user_id, provider, holder, expires_at)
          values (${ada.userId}, 'sandbox', ${randomUUID()}, now() + ${ends}::interval)
          on conflict (user_id, provider) do update set expires_at = excluded.expires_at`),
      );
    await lease("1 hour");
    const waiting = ada.billing.checkout("studio", randomUUID());
    const first = await Promise.race([
      waiting,
      world.database.system((tx) => tx.execute(sql`select 'nothing yet' as url`)),
    ]);
    expect(first).not.toHaveProperty("url");
    await lease("-1 second");
    expect((await waiting).url).toContain("/sandbox/checkout/");
  });

  it("closes what it opened when another process took the lease meanwhile", async () => {
    const ada = await world.person();
    // A lease of this person is lost as soon as it is taken, as if another process had come after it expired.
    const stolen = `lease_of_${randomUUID().replaceAll("-", "")}`;
    await world.database.system((tx) =>
      tx.execute(
        sql.raw(`
          create function billing.${stolen}() returns trigger language plpgsql as $$
            begin new.holder = gen_random_uuid(); return new; end $$;
          create trigger ${stolen} before insert on billing.checkout_lease
            for each row when (new.user_id = '${ada.userId}') execute function billing.${stolen}()`),
      ),
    );
    const opening = ada.billing.checkout("desk", randomUUID()).then(
      () => "opened",
      (error: { code: string }) => error.code,
    );
    expect(await opening).toBe("checkout_busy");
    const { data } = await world.stripe.checkout.sessions.list({ customer: await world.customerOf(ada), limit: 100 });
    expect(data.filter(({ status }) => status === "open")).toEqual([]);
  });

  it("ends a second subscription, pays it back and tells the person once", async () => {
    const ada = await world.person();
    await world.subscribe(ada, "desk");
    const [kept] = await open(ada);
    await buyAgain(ada);
    expect(await open(ada)).toEqual([kept]);
    expect(await charged(ada)).toBe(1);
    const { data: refunds } = await world.stripe.refunds.list({ limit: 10 });
    expect(refunds.filter(({ reason, amount }) => reason === "duplicate" && amount === 1800)).toHaveLength(1);
    expect(await ada.billing.overview()).toMatchObject({ billingStatus: "active", planId: "desk" });
    const titles = world.application.nest.get(QueueListener).titles(ada.userId);
    expect(titles.filter((title) => title.startsWith("You paid twice"))).toHaveLength(1);
  });

  it("ends a second subscription whose payment the bank has taken back", async () => {
    const ada = await world.person();
    await world.subscribe(ada, "desk");
    const [kept] = await open(ada);
    await buyAgain(ada, "4000000000000259");
    expect(await open(ada)).toEqual([kept]);
    expect((await ada.billing.invoices()).map(({ disputed }) => disputed)).toEqual([true, false]);
  });

  it("pays a second subscription back once its dispute is won, and a first one or a lost dispute never", async () => {
    const [ada, bob] = [await world.person(), await world.person()];
    const decide = async (person: Person, evidence: string) => {
      for await (const { id, disputed } of world.stripe.charges.list({ customer: await world.customerOf(person) }))
        for (const dispute of disputed ? (await world.stripe.disputes.list({ charge: id })).data : [])
          await world.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: evidence } });
      await world.settled();
    };
    const refunded = async (person: Person) => (await person.billing.invoices()).map((invoice) => invoice.refunded);
    for (const person of [ada, bob]) {
      await world.subscribe(person, "desk", "4000000000000259");
      await buyAgain(person, "4000000000000259");
    }
    expect(await refunded(ada)).toEqual([0, 0]);
    await decide(ada, "winning_evidence");
    await decide(bob, "losing_evidence");
    expect(await refunded(ada)).toEqual([1800, 0]);
    expect(await refunded(bob)).toEqual([0, 0]);
    await world.application.nest.get(SyncCustomer).run(await world.customerOf(ada));
    expect(await refunded(ada)).toEqual([1800, 0]);
  });

  // Last: the sandbox tells the process that started last.
  it("opens one payable checkout for two processes", async () => {
    const ada = await world.person();
    const beside = await world.startBeside([billingService]);
    const here = world.application.nest.get(Checkout);
    const there = beside.nest.get(Checkout);
    const opened = await Promise.all(
      [here, there, here, there].map((checkout) => checkout.open(callerOf(ada), intent())),
    );
    const pages = await Promise.all(opened.map(({ url }) => fetch(url)));
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
    await beside.close();
  });
});
