import { BillingOverview, Invoice, Plan, SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import type { billingClient } from "@tessera/contracts-billing/client.ts";
import type { ProblemError } from "@tessera/contracts-core/problem.ts";
import { z } from "zod";

type Billing = ReturnType<typeof billingClient>;

/** Status and code of what is refused. */
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ problem }: ProblemError) => [problem.status, problem.code],
  );

/**
 * What pages rely on of the billing service before anything is bought: run against the service and against its stand-in for the
 * tests of pages. What follows a purchase is the provider's, and the journeys' to test.
 * @param open a client of a person who has never had a plan
 */
export function billingConformance(open: () => Promise<Billing>): void {
  it("knows a person without a plan: nothing is open, nothing was charged", async () => {
    const billing = await open();
    const nothing = { billingStatus: "inactive", status: "none", planId: null, cardLimit: null, graceEndsAt: null };
    expect(SubscriptionCheck.parse(await billing.check())).toMatchObject(nothing);
    expect(BillingOverview.parse(await billing.overview())).toMatchObject({ ...nothing, price: null, card: null });
    expect(z.array(Invoice).parse(await billing.invoices())).toEqual([]);
  });

  it("sells plans that can be compared line by line, the smallest first", async () => {
    const plans = z.array(Plan).parse(await (await open()).plans());
    expect(plans.map(({ id }) => id)).toEqual(["desk", "studio", "workshop"]);
    expect(plans.map(({ price }) => price.amount)).toEqual(plans.map(({ price }) => price.amount).sort((a, b) => a - b));
    const names = plans.map(({ features }) => features.map(({ name }) => name).join(", "));
    expect(new Set(names).size).toBe(1);
    expect(names[0]).toMatch(/^Cards, /);
  });

  it("refuses to change what is not there", async () => {
    const billing = await open();
    expect(await refusal(billing.portal())).toEqual([409, "no_customer"]);
    expect(await refusal(billing.changePlan("studio", crypto.randomUUID()))).toEqual([409, "not_subscribed"]);
    expect(await refusal(billing.cancel())).toEqual([409, "not_subscribed"]);
    expect(await refusal(billing.resume())).toEqual([409, "not_subscribed"]);
    expect(await refusal(billing.confirm("cs_test_nothing"))).toEqual([404, "checkout_not_found"]);
  });
}
