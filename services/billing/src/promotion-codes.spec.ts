import { randomUUID } from "node:crypto";
import { type BillingWorld, card, type Person, startBilling } from "./testing/billing-world.ts";

const DAY = 86_400;

describe("promotion codes", () => {
  let world: BillingWorld;
  beforeAll(async () => {
    world = await startBilling({
      environment: { BILLING_PROMOTION_CODES: "true", BILLING_YEARLY_PRICES: '{"studio": 18000}' },
    });
  });
  afterAll(() => world?.stop());

  const now = () => Math.floor(world.clock.now().getTime() / 1000);
  /** A code for a coupon of its own. */
  const coded = async (
    code: string,
    coupon: Parameters<BillingWorld["stripe"]["coupons"]["create"]>[0],
    limits: { expires_at?: number; max_redemptions?: number } = {},
  ) => {
    const { id } = await world.stripe.coupons.create(coupon);
    return world.stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: id }, code, ...limits });
  };
  const open = async (person: Person, planId = "studio") => (await person.billing.checkout(planId, randomUUID())).url;
  const use = async (url: string, code: string) => {
    const answer = await world.submit(`${url}/code`, { code });
    return { status: answer.status, html: await answer.text() };
  };
  const pay = async (person: Person, url: string) => {
    const paid = await world.submit(url, card());
    await person.billing.confirm(new URL(paid.headers.get("location") ?? "").searchParams.get("session_id") ?? "");
    await world.settled();
  };
  const buy = async (code: string, planId?: string) => {
    const ada = await world.person();
    const url = await open(ada, planId);
    expect((await use(url, code)).status).toBe(303);
    await pay(ada, url);
    return ada;
  };
  const totals = async (person: Person) => (await person.billing.invoices()).map(({ total }) => total.amount);

  it("show the discount before paying, and are on the subscription and the invoices until they end", async () => {
    await coded("SPRING20", { percent_off: 20, duration: "repeating", duration_in_months: 2 });
    const ada = await world.person();
    const url = await open(ada);
    expect(await (await fetch(url)).text()).toContain('<label for="code">Promotion code</label>');
    expect((await use(url, " spring20 ")).status).toBe(303);
    const page = await (await fetch(url)).text();
    expect(page).toContain("Code SPRING20");
    expect(page).toContain("20% off for 2 months");
    expect(page).toContain("−€3.60");
    expect(page).toContain("Pay €14.40");
    await pay(ada, url);
    const { price, discount } = await ada.billing.overview();
    expect([price?.amount, discount]).toEqual([
      1800,
      { percent: 20, amount: null, endsAt: expect.stringMatching(/^\d{4}-/) },
    ]);
    const months = (Date.parse(discount!.endsAt!) / 1000 - now()) / DAY;
    expect([months > 58, months < 63]).toEqual([true, true]);
    const [invoice] = (await world.stripe.invoices.list({ customer: await world.customerOf(ada) })).data;
    expect(invoice).toMatchObject({ subtotal: 1800, total: 1440, amount_paid: 1440 });
    expect(await (await fetch(invoice!.hosted_invoice_url!)).text()).toContain("−€3.60");
    await world.pass(32);
    expect(await totals(ada)).toEqual([1440, 1440]);
    await world.pass(31);
    expect(await totals(ada)).toEqual([1800, 1440, 1440]);
    expect((await ada.billing.overview()).discount).toBeNull();
  });

  it("are refused in a sentence where they are unknown, expired or used up, and the price stays", async () => {
    await coded("ONCE-ONLY", { percent_off: 50, duration: "forever" }, { max_redemptions: 1 });
    await coded("SHORT", { amount_off: 300, currency: "eur", duration: "once" }, { expires_at: now() + DAY });
    const [late, ada] = [await world.person(), await world.person()];
    const lateUrl = await open(late);
    expect((await use(lateUrl, "ONCE-ONLY")).status).toBe(303);
    await buy("ONCE-ONLY");
    await world.pass(1.5);
    const url = await open(ada);
    for (const [code, sentence] of [
      ["<b>none</b>", "There is no code &lt;b&gt;none&lt;/b&gt;. Check how it is written."],
      ["short", "The code SHORT expired on "],
      ["ONCE-ONLY", "The code ONCE-ONLY has been used as often as it can be."],
      ["", "Enter a code."],
    ] as const) {
      const { status, html } = await use(url, code);
      expect([status, html.includes(sentence), html.includes("Pay €18.00")]).toEqual([422, true, true]);
    }
    await pay(ada, url);
    expect(await totals(ada)).toEqual([1800]);
    expect((await ada.billing.overview()).discount).toBeNull();
  });

  it("that are used up between the page and the payment charge nothing, and say so", async () => {
    await coded("LAST", { percent_off: 50, duration: "forever" }, { max_redemptions: 1 });
    const ada = await world.person();
    const url = await open(ada);
    await use(url, "LAST");
    await buy("LAST");
    const refused = await world.submit(url, card());
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toContain("The code LAST has been used as often as it can be. Nothing was charged.");
    expect(page).toContain("Pay €18.00");
    await world.settled();
    expect((await ada.billing.check()).billingStatus).toBe("inactive");
    await pay(ada, url);
    expect(await totals(ada)).toEqual([1800]);
  });

  it("of one payment are on the first invoice alone, and can be taken off before", async () => {
    await coded("FIRST", { amount_off: 500, currency: "eur", duration: "once" });
    const ada = await buy("FIRST");
    expect((await ada.billing.overview()).discount).toBeNull();
    await world.pass(32);
    expect(await totals(ada)).toEqual([1800, 1300]);
    const bob = await world.person();
    const url = await open(bob);
    await use(url, "FIRST");
    expect((await world.submit(`${url}/code`, { remove: "yes" })).status).toBe(303);
    await pay(bob, url);
    expect(await totals(bob)).toEqual([1800]);
  });

  it("that pay for all charge nothing", async () => {
    await coded("FREE", { percent_off: 100, duration: "forever" });
    const ada = await buy("FREE");
    expect(await ada.billing.overview()).toMatchObject({
      billingStatus: "active",
      discount: { percent: 100, amount: null, endsAt: null },
    });
    expect(await totals(ada)).toEqual([0]);
    const charges = await world.stripe.charges.list({ customer: await world.customerOf(ada) });
    expect(charges.data).toEqual([]);
  });

  it("continue with another plan and another interval, and give back no more than was paid", async () => {
    await coded("HALF", { percent_off: 50, duration: "forever" });
    const ada = await buy("HALF", "desk");
    expect((await ada.billing.previewChange("workshop")).dueNow.amount).toBe(1800);
    const year = await ada.billing.previewChange("studio", "year");
    expect(year.dueNow.amount).toBe(9000 - 400);
    await ada.billing.changePlan("studio", randomUUID(), "year");
    expect(await totals(ada)).toEqual([8600, 400]);
    expect((await ada.billing.overview()).discount?.percent).toBe(50);
  });
});

it("are not asked for where the installation takes none", async () => {
  const world = await startBilling();
  const { url } = await (await world.person()).billing.checkout("studio", randomUUID());
  expect(await (await fetch(url)).text()).not.toContain("Promotion code");
  await world.stop();
});
