/** The bank and the payment service as tests see them, not the product. @databases one */
import { card, type SandboxWorld, startSandbox } from "../testing/sandbox-world.ts";

describe("the payments of a portal", () => {
  let world: SandboxWorld;
  beforeAll(async () => {
    world = await startSandbox();
  });
  afterAll(() => world?.stop());

  const paying = async () => {
    const customer = await world.stripe.customers.create({ email: "ada@example.com" });
    const session = await world.checkout(customer.id);
    await world.post(new URL(session.url!).pathname, card("4242424242424242"));
    const { url } = await world.stripe.billingPortal.sessions.create({ customer: customer.id });
    const [charge] = (await world.stripe.charges.list({ customer: customer.id })).data;
    return { portal: new URL(url).pathname, charge: charge!.id };
  };
  const said = async (answer: Response) => {
    const text = await answer.text();
    return [answer.status, /role="(?:alert|status)"><p>(.*?)<\/p>/.exec(text)?.[1]];
  };
  const chargeNow = (id: string) => world.stripe.charges.retrieve(id);

  it("are refunded in part and in full, never by more than is left", async () => {
    const { portal, charge } = await paying();
    expect(await (await fetch(world.url + portal)).text()).toContain(`href="${portal}/payments"`);
    expect(await (await fetch(`${world.url}${portal}/payments`)).text()).toContain('value="18.00"');
    const refund = async (amount: string) => said(await world.post(`${portal}/payments/${charge}/refund`, { amount }));
    for (const amount of ["", "0", "-1", "18.01", "1e1", "five"])
      expect(await refund(amount)).toEqual([422, "Enter an amount of at most €18.00, for example 5.00."]);
    expect((await chargeNow(charge)).amount_refunded).toBe(0);
    expect(await refund("5,00")).toEqual([200, "€5.00 was refunded."]);
    expect(await refund("13.00")).toEqual([200, "€13.00 was refunded."]);
    expect(await chargeNow(charge)).toMatchObject({ amount_refunded: 1800, refunded: true });
    expect((await refund("1"))[0]).toBe(422);
    expect((await said(await world.post(`${portal}/payments/${charge}/dispute`, {})))[0]).toBe(422);
  });

  it("are disputed once, and the bank decides once", async () => {
    const { portal, charge } = await paying();
    const act = async (name: string, fields = {}) =>
      said(await world.post(`${portal}/payments/${charge}/${name}`, fields));
    expect((await act("decide", { decision: "won" }))[0]).toBe(422);
    expect(await act("dispute")).toEqual([200, "The payment is disputed. The bank decides next."]);
    expect((await act("dispute"))[0]).toBe(422);
    expect((await act("refund", { amount: "1" }))[0]).toBe(422);
    expect(await act("decide", { decision: "lost" })).toEqual([200, "The bank decided against Tessera."]);
    expect((await act("decide", { decision: "won" }))[0]).toBe(422);
    const [dispute] = (await world.stripe.disputes.list({ charge })).data;
    expect(dispute?.status).toBe("lost");
    expect(await (await fetch(`${world.url}${portal}/events`)).text()).toContain("charge.dispute.closed");
  });

  it("end with the customer, whom the seller deletes: nothing of the person is left, and the portal says so", async () => {
    const customer = await world.stripe.customers.create({ email: "grace@example.com" });
    const session = await world.checkout(customer.id);
    await world.post(new URL(session.url!).pathname, { ...card("4242424242424242"), name: "Grace Hopper" });
    const { url } = await world.stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: "https://tessera.example/billing",
    });
    const portal = new URL(url).pathname;
    expect(await (await fetch(`${world.url}${portal}/payments`)).text()).toContain("Delete for good");
    const deleted = await world.post(`${portal}/payments/delete-customer`, {});
    expect([deleted.status, await deleted.text()]).toEqual([200, expect.stringContaining("The customer is deleted")]);
    expect(await world.stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    const { data } = await world.stripe.subscriptions.list({ customer: customer.id, status: "all" });
    expect(data).toMatchObject([{ status: "canceled" }]);
    for (const page of ["", "/payments", "/clock"]) {
      const shown = await fetch(`${world.url}${portal}${page}`);
      expect([shown.status, await shown.text()]).toEqual([404, expect.stringContaining("This customer was deleted")]);
    }
    expect((await world.post(`${portal}/payments/delete-customer`, {})).status).toBe(404);
    const { rows } = await world.database.pool.query(
      "select kind from stripe_sandbox.object where data::text ~ 'grace@example.com|Grace Hopper'",
    );
    expect(rows).toEqual([]);
  });

  it("are nobody else's", async () => {
    const [{ portal }, other] = [await paying(), await paying()];
    expect(await (await fetch(`${world.url}${portal}/payments`)).text()).not.toContain(other.charge);
    for (const name of ["refund", "dispute", "decide"]) {
      const answer = await world.post(`${portal}/payments/${other.charge}/${name}`, { decision: "won", amount: "1" });
      expect(answer.status).toBe(404);
    }
    expect(await chargeNow(other.charge)).toMatchObject({ amount_refunded: 0, disputed: false });
  });
});
