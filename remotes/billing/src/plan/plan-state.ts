import type { BillingOverview } from "@tessera/contracts-billing/billing.ts";

/**
 * Where a person stands, as the page tells it: without a plan, on a trial without a card (trial), on a plan that runs,
 * on one that ends with its period, with a failed payment that still has time (grace), or shut until it is paid
 * (closed).
 */
export type PlanState = "none" | "trial" | "running" | "ending" | "grace" | "closed";

export function planStateOf({ status, billingStatus, cancelAtPeriodEnd, trial }: BillingOverview): PlanState {
  if (trial?.state === "running") return "trial";
  switch (status) {
    case "none":
    case "incomplete":
    case "incomplete_expired":
    case "canceled":
      return "none";
    case "past_due":
      return billingStatus === "active" ? "grace" : "closed";
    case "unpaid":
    case "paused":
      return "closed";
    default:
      return cancelAtPeriodEnd ? "ending" : "running";
  }
}
