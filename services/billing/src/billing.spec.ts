import { randomUUID } from "node:crypto";
import { type BillingWorld, card, startBilling } from "./testing/billing-world.ts";

describe("billing, against the sandbox through the real SDK", () => {
  let world: BillingWorld;
  beforeAll(async () => {
    world = await startBilling({ environment: { INTERNAL_EMAIL_DOMAIN: "tessera.example" } });
  });
  afterAll(() => world?.stop());

  it("answers the check without a payload, inactive before and active after paying [billing.check]", async () => {
    const ada = await world.person();
    expect(await ada.billing.check()).toEqual({
      billingStatus: "inactive",
      status: "none",
      planId: null,
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
      graceEndsAt: null,
      cardLimit: null,
      storageLimit: null,
      entitlements: {},
    });
    await world.subscribe(ada);
    expect(await ada.billing.check()).toMatchObject({
      billingStatus: "active",
      status: "active",
      planId: "studio",
      cancelAtPeriodEnd: false,
      cardLimit: 100_000,
      storageLimit: 50 * 1024 ** 3,
    });
    expect((await fetch(`${world.url}/api/stripe/check-subscription`)).status).toBe(401);
  });

  it("lets people of the internal domain pass, and nobody whose address merely looks like it [billing.internal-domain]", async () => {
    expect((await (await world.person("Ida@Tessera.Example")).billing.check()).billingStatus).toBe("active");
    const paying = await world.person("ivo@tessera.example");
    await world.subscribe(paying);
    expect([(await paying.billing.check()).cardLimit, (await paying.billing.overview()).cardLimit]).toEqual([
      null,
      null,
    ]);
    for (const email of ["ida@nottessera.example", "ida@tessera.example.org", "ida@tessera.example@mail.org"])
      expect((await (await world.person(email)).billing.check()).billingStatus).toBe("inactive");
  });

  it("sells the plans at the prices that the provider charges", async () => {
    const { billing } = await world.person();
    const plans = await billing.plans();
    expect(plans.map(({ name, price }) => [name, price.amount, price.currency])).toEqual([
      ["Desk", 800, "EUR"],
      ["Studio", 1800, "EUR"],
      ["Workshop", 4400, "EUR"],
    ]);
    // Without prices of a year, which an installation sets, nothing is sold by the year.
    expect(plans.filter((plan) => "yearlyPrice" in plan)).toEqual([]);
    const forVisitors = await fetch(`${world.url}/api/billing/plans`);
    expect([forVisitors.status, await forVisitors.json()]).toEqual([200, plans]);
    expect(plans.map(({ cardLimit }) => cardLimit)).toEqual([10_000, 100_000, null]);
    expect(plans.map(({ features }) => features[0])).toEqual([
      { name: "Cards", value: "10,000" },
      { name: "Cards", value: "100,000" },
      { name: "Cards", value: "Unlimited" },
    ]);
    expect(new Set(plans.map(({ features }) => features.map(({ name }) => name).join())).size).toBe(1);
  });

  it("opens one checkout for a double click and its retries, and closes those of earlier attempts", async () => {
    const ada = await world.person();
    const attempt = randomUUID();
    const [first, second] = await Promise.all([
      ada.billing.checkout("studio", attempt, "/items/inbox"),
      ada.billing.checkout("studio", attempt, "/items/inbox"),
    ]);
    expect(second.url).toBe(first.url);
    expect((await ada.billing.checkout("studio", attempt, "/items/inbox")).url).toBe(first.url);
    await expect(ada.billing.checkout("desk", attempt, "/items/inbox")).rejects.toMatchObject({
      status: 422,
      code: "attempt_reused",
    });
    const other = await ada.billing.checkout("desk", randomUUID());
    expect((await fetch(first.url)).status).toBe(410);
    expect((await fetch(other.url)).status).toBe(200);
    const again = await ada.billing.checkout("studio", attempt, "/items/inbox");
    expect(again.url).not.toBe(first.url);
    const paid = await world.submit(again.url, card());
    expect(paid.headers.get("location")).toMatch(/\/billing\/success\?session_id=cs_test_\w+&from=%2Fitems%2Finbox$/);
    await world.settled();
    await expect(ada.billing.checkout("desk", randomUUID())).rejects.toMatchObject({
      status: 409,
      code: "already_subscribed",
    });
    const customers = await world.stripe.customers.list({ limit: 100 });
    expect(customers.data.filter(({ metadata }) => metadata.userId === ada.userId)).toHaveLength(1);
  });

  it("believes the provider, not the address: another person's session and an unpaid one grant nothing", async () => {
    const [ada, bob] = [await world.person(), await world.person()];
    const { url } = await ada.billing.checkout("studio", randomUUID());
    const sessionId = url.split("/").at(-1)!;
    expect((await ada.billing.confirm(sessionId)).billingStatus).toBe("inactive");
    await world.submit(url, card());
    await bob.billing.checkout("studio", randomUUID());
    await expect(bob.billing.confirm(sessionId)).rejects.toMatchObject({ status: 404, code: "checkout_not_found" });
    await expect(bob.billing.confirm("cs_test_none00")).rejects.toMatchObject({ status: 404 });
    expect((await bob.billing.check()).billingStatus).toBe("inactive");
    expect((await ada.billing.confirm(sessionId)).billingStatus).toBe("active");
  });

  it("becomes active by the webhook alone when the success page is never reached", async () => {
    const ada = await world.person();
    const { url } = await ada.billing.checkout("studio", randomUUID());
    await world.submit(url, card());
    await world.settled();
    expect((await ada.billing.check()).billingStatus).toBe("active");
    expect(await ada.billing.overview()).toMatchObject({
      price: { amount: 1800, currency: "EUR" },
      interval: "month",
      card: { brand: "Visa", last4: "4242" },
      sandbox: true,
    });
    expect(await ada.billing.invoices()).toMatchObject([
      { status: "paid", total: { amount: 1800, currency: "EUR" }, description: expect.stringMatching(/^Studio, /) },
    ]);
  });

  it("stays inactive when the card is declined, and authenticates one that asks for it", async () => {
    const ada = await world.person();
    const { url } = await ada.billing.checkout("studio", randomUUID());
    expect(await (await world.submit(url, card("4000000000000002"))).text()).toContain("Your card was declined.");
    await world.settled();
    expect((await ada.billing.check()).billingStatus).toBe("inactive");
    const asked = await world.submit(url, card("4000002500003155"));
    await world.submit(asked.headers.get("location")!, { answer: "complete" });
    await world.settled();
    expect((await ada.billing.check()).billingStatus).toBe("active");
  });

  it("changes the plan with proration, once for a repeated request, and not when the card does not pay", async () => {
    const ada = await world.person();
    await world.subscribe(ada, "desk");
    const key = randomUUID();
    const [money, nothing] = [(amount: number) => ({ amount, currency: "EUR" }), { amount: 0, currency: "EUR" }];
    expect(await ada.billing.previewChange("workshop")).toEqual({ dueNow: money(3600), credit: nothing });
    expect(await ada.billing.changePlan("workshop", key)).toMatchObject({
      planId: "workshop",
      price: { amount: 4400 },
    });
    await ada.billing.changePlan("workshop", key);
    const invoices = await ada.billing.invoices();
    expect(invoices.map(({ total }) => total.amount).sort((a, b) => a - b)).toEqual([800, 3600]);
    const portal = await ada.billing.portal();
    await world.submit(`${portal.url}/card`, card("4000000000000341"));
    await world.settled();
    expect(await ada.billing.previewChange("desk")).toEqual({ dueNow: nothing, credit: money(3600) });
    await expect(ada.billing.previewChange("none")).rejects.toMatchObject({ code: "plan_not_found" });
    await expect((await world.person()).billing.previewChange("desk")).rejects.toMatchObject({
      code: "not_subscribed",
    });
    expect(await ada.billing.changePlan("desk", randomUUID())).toMatchObject({ planId: "desk" });
    const bob = await world.person();
    await world.subscribe(bob, "desk");
    await world.submit(`${(await bob.billing.portal()).url}/card`, card("4000000000000341"));
    await expect(bob.billing.changePlan("workshop", randomUUID())).rejects.toMatchObject({
      status: 402,
      code: "payment_failed",
    });
    expect((await bob.billing.overview()).planId).toBe("desk");
  });

  it("cancels at the end of the period and takes it back, whichever side began it", async () => {
    const ada = await world.person();
    await world.subscribe(ada);
    expect(await ada.billing.cancel()).toMatchObject({ billingStatus: "active", cancelAtPeriodEnd: true });
    expect(await ada.billing.resume()).toMatchObject({ billingStatus: "active", cancelAtPeriodEnd: false });
    const portal = await ada.billing.portal("/items/inbox");
    expect(await (await fetch(portal.url)).text()).toContain(`href="${world.url}/items/inbox"`);
    await world.submit(`${portal.url}/cancel`, {});
    await world.settled();
    expect(await ada.billing.overview()).toMatchObject({ billingStatus: "active", cancelAtPeriodEnd: true });
    expect(await ada.billing.resume()).toMatchObject({ cancelAtPeriodEnd: false });
  });

  it.each(["//evil.example", "https://evil.example", "/\\evil.example", "items", "/a\nb", "javascript:alert(1)"])(
    "returns to no other origin: %j",
    async (path) => {
      const ada = await world.person();
      await expect(ada.billing.checkout("studio", randomUUID(), path)).rejects.toMatchObject({
        status: 400,
        code: "invalid_request",
      });
      await expect(ada.billing.portal(path)).rejects.toMatchObject({ status: 400 });
    },
  );

  it("says what to do where there is nothing to change", async () => {
    const ada = await world.person();
    await expect(ada.billing.portal()).rejects.toMatchObject({ status: 409, code: "no_customer" });
    await expect(ada.billing.cancel()).rejects.toMatchObject({ status: 409, code: "not_subscribed" });
    await expect(ada.billing.checkout("palace", randomUUID())).rejects.toMatchObject({
      status: 404,
      code: "plan_not_found",
    });
  });
});
