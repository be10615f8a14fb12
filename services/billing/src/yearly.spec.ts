/** Plans that are paid by the year. @run all */
import { randomUUID } from "node:crypto";
import { BillingConfigSchema } from "./billing.config.ts";
import { pricesSold } from "./plans.ts";
import { catalogSteps, pricesOf } from "./provider/catalog.ts";
import { carryOut } from "./provider/steps.ts";
import { type BillingWorld, startBilling } from "./testing/billing-world.ts";

const eur = (amount: number) => ({ amount, currency: "EUR" });
const inAYear = (now: Date) => new Date(now).setUTCFullYear(now.getUTCFullYear() + 1);
/** What is left of a price, in whole cents, from now to the end of the period. */
const restOf = (amount: number, now: Date, start: Date, end: Date) =>
  Math.round(amount * ((end.getTime() - now.getTime()) / (end.getTime() - start.getTime())));

describe("plans that are paid by the year", () => {
  let world: BillingWorld;
  beforeAll(async () => {
    world = await startBilling({ environment: { BILLING_YEARLY_PRICES: '{"desk": 8000, "studio": 18000}' } });
  });
  afterAll(() => world?.stop());
  /** Of the person's subscription, as the provider has it. */
  const subscriptionOf = async (person: Parameters<BillingWorld["customerOf"]>[0]) => {
    const { data } = await world.stripe.subscriptions.list({ customer: await world.customerOf(person) });
    const item = data[0]!.items.data[0]!;
    return {
      subscription: data[0]!,
      start: new Date(item.current_period_start * 1000),
      end: new Date(item.current_period_end * 1000),
    };
  };
  const totals = async (person: Parameters<BillingWorld["customerOf"]>[0]) =>
    (await person.billing.invoices()).map(({ total }) => total.amount);

  it("are sold beside the price of a month, where the installation has set a price", async () => {
    const plans = await (await world.person()).billing.plans();
    expect(plans.map(({ id, price, interval, yearlyPrice }) => [id, price.amount, interval, yearlyPrice])).toEqual([
      ["desk", 800, "month", eur(8000)],
      ["studio", 1800, "month", eur(18_000)],
      ["workshop", 4400, "month", undefined],
    ]);
  });

  it("are bought for a year, and say so on the checkout, in the overview and on the invoice", async () => {
    const ada = await world.person();
    const attempt = randomUUID();
    const { url } = await ada.billing.checkout("studio", attempt, undefined, "year");
    const page = await (await fetch(url)).text();
    expect(page).toContain("<strong>€180.00</strong> a year");
    expect(page).toContain("Billed yearly");
    await expect(ada.billing.checkout("studio", attempt)).rejects.toMatchObject({ code: "attempt_reused" });
    await world.subscribe(ada, "studio", undefined, "year");
    const overview = await ada.billing.overview();
    expect(overview).toMatchObject({ planId: "studio", price: eur(18_000), interval: "year" });
    const now = world.clock.now();
    const [first] = await ada.billing.invoices();
    expect(first?.total).toEqual(eur(18_000));
    const [year, next] = [now.getUTCFullYear(), now.getUTCFullYear() + 1];
    expect(first?.description).toMatch(new RegExp(`^Studio, .* ${year} to .* ${next}$`));
    expect(Math.abs(Date.parse(overview.currentPeriodEnd!) - inAYear(now))).toBeLessThan(60_000);
    await world.pass(366);
    expect(await totals(ada)).toEqual([18_000, 18_000]);
    expect((await ada.billing.check()).billingStatus).toBe("active");
  });

  it("take what is left of the month off the first year, as the preview says, and begin a year of their own", async () => {
    const ada = await world.person();
    await world.subscribe(ada, "desk");
    await world.pass(10);
    const before = await subscriptionOf(ada);
    const due = 18_000 - restOf(800, world.clock.now(), before.start, before.end);
    expect(due).toBeGreaterThan(17_000);
    // The sandbox lives by whole seconds, and a cent is about an hour of a month of Desk.
    const { dueNow, credit } = await ada.billing.previewChange("studio", "year");
    expect([Math.abs(dueNow.amount - due) <= 1, credit]).toEqual([true, eur(0)]);
    const key = randomUUID();
    expect(await ada.billing.changePlan("studio", key, "year")).toMatchObject({
      ...{ planId: "studio", price: eur(18_000), interval: "year" },
    });
    await ada.billing.changePlan("studio", key, "year");
    expect(await totals(ada)).toEqual([dueNow.amount, 800]);
    const [invoice] = await ada.billing.invoices();
    expect(invoice?.description).toMatch(/^Unused time on Desk, .*; Studio, .* \d{4} to .* \d{4}$/);
    const after = await subscriptionOf(ada);
    expect(Math.abs(after.end.getTime() - inAYear(world.clock.now()))).toBeLessThan(60_000);
    await world.pass(31);
    expect(await totals(ada)).toEqual([dueNow.amount, 800]);
    await world.pass(340);
    expect(await totals(ada)).toEqual([18_000, dueNow.amount, 800]);
  });

  it("give back the rest of the year as credit, from which the months after it are paid", async () => {
    const ada = await world.person();
    await world.subscribe(ada, "studio", undefined, "year");
    await world.pass(73);
    const { start, end } = await subscriptionOf(ada);
    const rest = restOf(18_000, world.clock.now(), start, end);
    const { dueNow, credit } = await ada.billing.previewChange("studio");
    expect([dueNow, Math.abs(credit.amount - (rest - 1800)) <= 1]).toEqual([eur(0), true]);
    expect(await ada.billing.changePlan("studio", randomUUID())).toMatchObject({ price: eur(1800), interval: "month" });
    await world.pass(32);
    expect(await totals(ada)).toEqual([1800, -credit.amount, 18_000]);
    const [renewal] = (await world.stripe.invoices.list({ customer: await world.customerOf(ada) })).data;
    expect(renewal).toMatchObject({ status: "paid", total: 1800, amount_due: 0, amount_paid: 0 });
  });

  it("end with the new period where the end was planned, also by date in the portal", async () => {
    const ada = await world.person();
    await world.subscribe(ada, "desk");
    await world.submit(`${(await ada.billing.portal()).url}/cancel`, {});
    await world.settled();
    expect((await subscriptionOf(ada)).subscription.cancel_at_period_end).toBe(false);
    const { cancelAtPeriodEnd, currentPeriodEnd } = await ada.billing.changePlan("desk", randomUUID(), "year");
    expect(cancelAtPeriodEnd).toBe(true);
    const { subscription, end } = await subscriptionOf(ada);
    expect([subscription.cancel_at, Date.parse(currentPeriodEnd!)]).toEqual([end.getTime() / 1000, end.getTime()]);
    await world.pass(40);
    expect((await ada.billing.check()).billingStatus).toBe("active");
    await world.pass(330);
    expect(await ada.billing.check()).toMatchObject({ billingStatus: "inactive", status: "canceled" });
    expect(await totals(ada)).toHaveLength(2);
  });

  it("are refused by name where a plan has no price of a year, and nothing is opened or charged", async () => {
    const [ada, bob] = [await world.person(), await world.person()];
    const refused = {
      ...{ status: 409, code: "plan_not_yearly" },
      message: expect.stringMatching(/^Workshop is paid by the month/),
    };
    await expect(ada.billing.checkout("workshop", randomUUID(), undefined, "year")).rejects.toMatchObject(refused);
    const customers = await world.stripe.customers.list({ limit: 100 });
    expect(customers.data.filter(({ metadata }) => metadata.userId === ada.userId)).toEqual([]);
    await world.subscribe(bob, "desk");
    await expect(bob.billing.previewChange("workshop", "year")).rejects.toMatchObject(refused);
    await expect(bob.billing.changePlan("workshop", randomUUID(), "year")).rejects.toMatchObject(refused);
    expect(await totals(bob)).toEqual([800]);
    for (const interval of ["week", ""])
      await expect(ada.billing.checkout("desk", randomUUID(), undefined, interval as "month")).rejects.toMatchObject({
        status: 400,
        code: "invalid_request",
      });
  });

  it("get a new price when another amount is set, once; who pays the former one keeps it", async () => {
    const ada = await world.person();
    await world.subscribe(ada, "studio", undefined, "year");
    const set = async (studio: number) => {
      const sold = pricesSold({ desk: 8000, studio });
      await carryOut(await catalogSteps(world.stripe, sold));
      return (await pricesOf(world.stripe, sold)).get("tessera_studio_year");
    };
    const raised = await set(19_000);
    expect(raised).toMatchObject({ unit_amount: 19_000, recurring: { interval: "year" } });
    expect((await set(19_000))?.id).toBe(raised?.id);
    const { price } = (await subscriptionOf(ada)).subscription.items.data[0]!;
    expect(price).toMatchObject({ unit_amount: 18_000 });
    expect((await world.stripe.prices.retrieve(price.id)).active).toBe(false);
    await world.pass(366);
    expect(await totals(ada)).toEqual([18_000, 18_000]);
    await set(18_000);
  });

  it.each([
    ["{", "must be JSON"],
    ['{"palace": 100}', "must name plans: desk, studio, workshop"],
    ['{"desk": 80.5}', "must be a whole number of cents"],
    ['{"desk": 0}', "must be more than 0"],
  ])("are not taken from a setting that is %s", (value, message) => {
    const parsed = BillingConfigSchema.safeParse({ BILLING_YEARLY_PRICES: value });
    expect(parsed.error?.issues.map((issue) => JSON.stringify(issue))).toEqual([expect.stringContaining(message)]);
  });
});
