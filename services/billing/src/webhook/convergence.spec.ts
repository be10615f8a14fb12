/** Events in any order and number, forged and lost. @run all */
import { sql } from "drizzle-orm";
import { Reconciliation } from "../reconciliation/reconciliation.ts";
import { type BillingWorld, card, type Person, startBilling } from "../testing/billing-world.ts";

describe("the webhook", () => {
  let world: BillingWorld;
  let secret: string;
  beforeAll(async () => {
    world = await startBilling();
    secret = await world.webhookSecret();
  });
  afterAll(() => world?.stop());

  const made = new Set<string>();
  const present = () => Math.floor(world.clock.now().getTime() / 1000);
  const signed = (payload: string, timestamp = present()) =>
    world.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  /** A signature of its own each time, as the provider makes one for every attempt: of another second. */
  const signedAgain = (payload: string) => {
    let second = present();
    while (made.has(signed(payload, second))) second -= 1;
    made.add(signed(payload, second));
    return signed(payload, second);
  };
  const stored = async () => {
    const found = await world.database.system((tx) =>
      tx.execute<{ n: number }>(sql`select count(*)::int as n from billing.webhook_event`),
    );
    return found.rows[0]!.n;
  };
  /** Puts the person's account back to nothing and forgets every event. */
  const forget = (person: Person) =>
    world.database.system(async (tx) => {
      await tx.execute(
        sql`update billing.account set status = 'none', plan_id = null, subscription_id = null where user_id = ${person.userId}`,
      );
      await tx.execute(sql`delete from billing.invoice where user_id = ${person.userId}`);
      await tx.execute(sql`delete from billing.webhook_event`);
    });
  const eventsOf = async (customer: string) => {
    const events = [];
    for await (const event of world.stripe.events.list({ limit: 100 }))
      if (JSON.stringify(event).includes(customer)) events.push(event);
    return events;
  };

  it("refuses what is not signed, tampered with, old, or signed by somebody else, and writes nothing", async () => {
    const payload = JSON.stringify({
      id: "evt_forged",
      object: "event",
      type: "customer.updated",
      data: { object: { object: "customer", id: "cus_x" } },
    });
    const before = await stored();
    const now = Math.floor(world.clock.now().getTime() / 1000);
    const other = world.stripe.webhooks.generateTestHeaderString({ payload, secret: "whsec_other", timestamp: now });
    for (const [body, signature] of [
      [payload, ""],
      [payload, "t=1,v1=00"],
      [payload.replace("cus_x", "cus_y"), signed(payload)],
      [`${payload} `, signed(payload)],
      [payload, signed(payload, now - 301)],
      [payload, other],
    ] as const) {
      const answer = await world.webhook(body, signature);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, "invalid_signature"]);
    }
    expect(await stored()).toBe(before);
    // Within the five minutes, with one to spare on a busy machine.
    expect((await world.webhook(payload, signed(payload, now - 240))).status).toBe(200);
    await world.settled();
  });

  it("refuses what is rightly signed but no event, in words and without writing", async () => {
    const before = await stored();
    const event = { id: "evt_odd", type: "customer.updated", data: { object: { object: "customer", id: "cus_none" } } };
    const odd: unknown[] = [
      [],
      null,
      1,
      "text",
      {},
      { id: null },
      { ...event, id: 7 },
      { ...event, id: "evt_\u0000" },
      { ...event, type: null },
    ];
    odd.push({ ...event, data: null }, { ...event, data: { object: null } }, { ...event, data: { object: "text" } });
    for (const body of odd.map((value) => JSON.stringify(value))) {
      const answer = await world.webhook(body, signed(body));
      expect([body, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        body,
        400,
        "invalid_event",
      ]);
    }
    expect(await stored()).toBe(before);
    const strange = JSON.stringify({
      ...event,
      data: { object: { object: "customer", id: "cus_\u0000" }, previous_attributes: 3 },
    });
    expect((await world.webhook(strange, signed(strange))).status).toBe(200);
  });

  it("ends in the same state whatever the order and number of events", async () => {
    const ada = await world.person();
    await world.subscribe(ada, "desk");
    await ada.billing.changePlan("studio", crypto.randomUUID());
    await ada.billing.cancel();
    await world.settled();
    const [overview, invoices] = [await ada.billing.overview(), await ada.billing.invoices()];
    expect(overview).toMatchObject({ billingStatus: "active", planId: "studio", cancelAtPeriodEnd: true });
    const events = await eventsOf(await world.customerOf(ada));
    expect(events.length).toBeGreaterThan(15);
    for (const seed of [1, 2, 3]) {
      await forget(ada);
      const shuffled = [...events, ...events].sort((a, b) => order(a.id + seed) - order(b.id + seed));
      await Promise.all(
        shuffled.map(async (event) => {
          const payload = JSON.stringify(event);
          expect((await world.webhook(payload, signedAgain(payload))).status).toBe(200);
        }),
      );
      await world.settled();
      expect(await ada.billing.overview()).toEqual(overview);
      expect(await ada.billing.invoices()).toEqual(invoices);
      expect(await stored()).toBe(events.length);
    }
  });

  it("ends in the provider's state when some events are lost, the others come late, twice and in disorder", async () => {
    const ada = await world.person();
    await world.subscribe(ada, "desk");
    await ada.billing.changePlan("workshop", crypto.randomUUID());
    await world.settled();
    const [overview, invoices] = [await ada.billing.overview(), await ada.billing.invoices()];
    const events = await eventsOf(await world.customerOf(ada));
    await forget(ada);
    // Every one that tells of the subscription and its payment is lost.
    const left = events.filter(({ type }) => !/^(customer\.subscription|invoice|checkout|payment|charge)/.test(type));
    expect(left.length).toBeGreaterThan(0);
    const sends = [...left, ...left].sort((a, b) => order(`${a.id}x`) - order(`${b.id}x`));
    world.clock.advance(2 * 86_400_000);
    await world.application.nest.get(Reconciliation).begin();
    await world.settled();
    expect(await ada.billing.overview()).toEqual(overview);
    expect(await ada.billing.invoices()).toEqual(invoices);
    for (const payload of sends.map((event) => JSON.stringify(event)))
      expect((await world.webhook(payload, signedAgain(payload))).status).toBe(200);
    await world.settled();
    expect(await ada.billing.overview()).toEqual(overview);
  });

  const next = ["clock/advance", { by: "next" }] as const;
  const declined = ["card", card("4000000000000341")] as const;
  const endAndStart = (begins: string) => [["cancel", {}] as const, next, ["payments/start", { begins }] as const];
  const failed = [declined, next, next, next, next];

  it.each([
    ["active", [["card", card("5555555555554444")] as const, next]],
    ["past_due", [declined, next]],
    ["canceled", failed],
    ["unpaid", [["clock/after-retries", { plan: "stays" }] as const, ...failed]],
    ["incomplete", endAndStart("unconfirmed")],
    ["incomplete_expired", [...endAndStart("unconfirmed"), next]],
    ["trialing", endAndStart("trial")],
    ["paused", [...endAndStart("trial"), next]],
  ] as const)(
    "ends in %s, as the provider has it, whatever is shuffled, doubled, late or lost",
    async (status, steps) => {
      const ada = await world.person();
      await world.subscribe(ada, "desk");
      const { url } = await ada.billing.portal();
      const [price] = (await world.stripe.prices.list({ lookup_keys: ["tessera_studio_month"] })).data;
      for (const [form, fields] of steps) {
        const answer = await world.submit(`${url}/${form}`, { ...fields, price: price!.id });
        expect(answer.status).toBeLessThan(400);
      }
      await world.settled();
      const [overview, invoices] = [await ada.billing.overview(), await ada.billing.invoices()];
      expect(overview.status).toBe(status);
      const events = await eventsOf(await world.customerOf(ada));
      const send = async (sent: typeof events) => {
        await forget(ada);
        const answers = sent
          .map((event) => JSON.stringify(event))
          .map((body) => world.webhook(body, signedAgain(body)));
        for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200);
        await world.settled();
        expect(await ada.billing.overview()).toEqual(overview);
        expect(await ada.billing.invoices()).toEqual(invoices);
      };
      await send([...events, ...events].sort((a, b) => order(a.id) - order(b.id)));
      // All but the oldest are lost, and that one comes when everything has happened.
      await send(events.slice(-1));
    },
  );

  const eventOf = (id: string) =>
    JSON.stringify({ id, type: "customer.updated", data: { object: { object: "customer", id: "cus_none" } } });
  const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code ?? answer.status;

  it("takes a signed request once: alone, at once with others, and with its signatures in another order", async () => {
    const before = await stored();
    const payload = eventOf("evt_replayed");
    const signature = signed(payload);
    expect((await world.webhook(payload, signature)).status).toBe(200);
    for (const again of [signature, signature.split(",").reverse().join(","), `${signature},v1=00`])
      expect(await codeOf(await world.webhook(payload, again))).toBe("replayed_signature");
    // A byte order mark is no part of what is signed.
    expect(await codeOf(await world.webhook(`\ufeff${payload}`, signature))).toBe("replayed_signature");
    const together = eventOf("evt_at_once");
    const once = signed(together);
    const codes = await Promise.all(
      Array.from({ length: 20 }, async () => codeOf(await world.webhook(together, once))),
    );
    expect(codes.sort()).toEqual([200, ...Array(19).fill("replayed_signature")]);
    expect(await stored()).toBe(before + 2);
    await world.settled();
  });

  it("takes the same signed request after one that failed, once", async () => {
    const payload = eventOf("evt_failed_first");
    const signature = signed(payload);
    await world.database.system((tx) =>
      tx.execute(sql`alter table billing.webhook_event add constraint full_disk check (id <> 'evt_failed_first')`),
    );
    expect((await world.webhook(payload, signature)).status).toBe(500);
    await world.database.system((tx) => tx.execute(sql`alter table billing.webhook_event drop constraint full_disk`));
    expect((await world.webhook(payload, signature)).status).toBe(200);
    expect(await codeOf(await world.webhook(payload, signature))).toBe("replayed_signature");
    await world.settled();
  });

  it("takes one event twice as one", async () => {
    const before = await stored();
    const payload = JSON.stringify({
      id: "evt_twice",
      object: "event",
      type: "customer.updated",
      data: { object: { object: "customer", id: "cus_none" } },
    });
    for (let i = 0; i < 2; i++)
      expect(await (await world.webhook(payload, signedAgain(payload))).json()).toEqual({ received: true });
    expect(await stored()).toBe(before + 1);
    await world.settled();
  });

  it("takes a dispute that names only the charge, and of customers that are nobody's here", async () => {
    const ada = await world.person();
    await world.subscribe(ada);
    const [charge] = (await world.stripe.charges.list({ customer: await world.customerOf(ada) })).data;
    await forget(ada);
    const object = { object: "dispute", id: "dp_1", charge: charge!.id };
    const payload = JSON.stringify({
      id: "evt_dispute",
      object: "event",
      type: "charge.dispute.created",
      data: { object },
    });
    await world.webhook(payload, signed(payload));
    await world.stripe.customers.create({ email: "nobody@example.com" });
    await world.settled();
    expect((await ada.billing.check()).billingStatus).toBe("active");
  });

  it("heals at night when every event of a change was lost", async () => {
    const ada = await world.person();
    await world.subscribe(ada);
    const [endpoint] = (await world.stripe.webhookEndpoints.list()).data;
    await world.stripe.webhookEndpoints.update(endpoint!.id, { enabled_events: ["price.created"] });
    const { url } = await ada.billing.portal();
    await world.submit(`${url}/cancel`, {});
    await world.submit(`${url}/card`, card("5555555555554444"));
    await world.settled();
    expect((await ada.billing.check()).cancelAtPeriodEnd).toBe(false);
    await world.application.nest.get(Reconciliation).begin();
    await world.settled();
    expect(await ada.billing.overview()).toMatchObject({
      cancelAtPeriodEnd: true,
      card: { brand: "Mastercard", last4: "4444" },
    });
  });
});

/** A number that depends on the text alone: the same shuffle in every run. */
const order = (text: string) => [...text].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7);
