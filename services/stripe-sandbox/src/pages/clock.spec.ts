/** The bank and the payment service as tests see them, not the product. @databases one */
import { card, type SandboxWorld, startSandbox } from "../testing/sandbox-world.ts";

describe("the test clock of a portal", () => {
  let world: SandboxWorld;
  beforeAll(async () => {
    world = await startSandbox();
  });
  afterAll(() => world?.stop());

  const subscribed = async () => {
    const customer = await world.stripe.customers.create({ email: "ada@example.com" });
    const subscription = await world.subscribe(customer.id);
    const { url } = await world.stripe.billingPortal.sessions.create({ customer: customer.id });
    return { customer: customer.id, subscription: subscription.id, portal: new URL(url).pathname };
  };
  type Subscribed = Awaited<ReturnType<typeof subscribed>>;
  const shown = async ({ portal }: Subscribed) => (await fetch(`${world.url}${portal}/clock`)).text();
  const act = async ({ portal }: Subscribed, name: string, fields: Record<string, string>) => {
    const answer = await world.post(`${portal}/clock/${name}`, fields);
    return [answer.status, /role="status"><p>(.*?)<\/p>/.exec(await answer.text())?.[1]];
  };
  const next = (one: Subscribed) => act(one, "advance", { by: "next" });
  const statusOf = async ({ subscription }: Subscribed) =>
    (await world.stripe.subscriptions.retrieve(subscription)).status;
  const invoicesOf = async ({ customer }: Subscribed) =>
    (await world.stripe.invoices.list({ customer })).data.map(({ status }) => status);

  it("lets time pass for its customer alone, and the portal stays open", async () => {
    const [ada, bob] = [await subscribed(), await subscribed()];
    expect(await (await fetch(world.url + ada.portal)).text()).toContain(`href="${ada.portal}/clock"`);
    expect(await shown(ada)).toContain("The real one");
    const before = await world.stripe.subscriptions.retrieve(ada.subscription);
    expect((await next(ada))[0]).toBe(200);
    const after = await world.stripe.subscriptions.retrieve(ada.subscription);
    expect(after.items.data[0]!.current_period_start).toBe(before.items.data[0]!.current_period_end);
    expect(after.test_clock).toBe(
      ((await world.stripe.customers.retrieve(ada.customer)) as { test_clock: string }).test_clock,
    );
    expect([await invoicesOf(ada), await invoicesOf(bob)]).toEqual([["paid", "paid"], ["paid"]]);
    const clock = await world.stripe.testHelpers.testClocks.retrieve(after.test_clock as string);
    const [status, said] = await act(ada, "advance", { by: "day" });
    expect(status).toBe(200);
    const day = new Date((clock.frozen_time + 86_400) * 1000);
    expect(said).toBe(
      `It is ${day.getUTCDate()} ${day.toLocaleString("en-GB", { month: "long", timeZone: "UTC" })} ${day.getUTCFullYear()} now.`,
    );
    await act(ada, "advance", { by: "month" });
    expect(await shown(ada)).toContain("Set here");
    // The wall clock does not move what lives by another.
    world.clock.advance(70 * 86_400_000);
    await world.stripe.products.list();
    expect((await invoicesOf(ada)).length).toBe(3);
    expect((await invoicesOf(bob)).length).toBe(3);
  });

  it("makes the next payment fail once, whatever the card", async () => {
    const ada = await subscribed();
    expect(await act(ada, "next-payment", { fails: "yes" })).toEqual([200, "The next payment will fail."]);
    await next(ada);
    expect(await statusOf(ada)).toBe("past_due");
    expect(await shown(ada)).toContain("A payment failed, and is tried again");
    await next(ada);
    expect([await statusOf(ada), await invoicesOf(ada)]).toEqual(["active", ["paid", "paid"]]);
    await act(ada, "next-payment", { fails: "yes" });
    await act(ada, "next-payment", { fails: "no" });
    await next(ada);
    expect(await statusOf(ada)).toBe("active");
  });

  it("ends a plan that was cancelled, and the next one is bought by the same clock", async () => {
    const ada = await subscribed();
    await world.post(`${ada.portal}/cancel`, {});
    expect(await shown(ada)).toContain("Go to the end of the plan");
    await next(ada);
    expect(await statusOf(ada)).toBe("canceled");
    expect(await shown(ada)).toContain("Ended");
    const ended = await world.stripe.subscriptions.retrieve(ada.subscription);
    const session = await world.checkout(ada.customer);
    await world.post(new URL(session.url!).pathname, card("4242424242424242"));
    const [again] = (await world.stripe.subscriptions.list({ customer: ada.customer, status: "active" })).data;
    expect(again!.items.data[0]!.current_period_start).toBeGreaterThanOrEqual(ended.ended_at!);
  });

  it("refuses a step it does not know, and has none for a customer that was deleted", async () => {
    const ada = await subscribed();
    expect((await act(ada, "advance", { by: "year" }))[0]).toBe(400);
    expect((await act(ada, "next-payment", {}))[0]).toBe(400);
    await world.stripe.customers.del(ada.customer);
    expect((await next(ada))[0]).toBe(404);
    expect((await act(ada, "next-payment", { fails: "yes" }))[0]).toBe(404);
  });
});
