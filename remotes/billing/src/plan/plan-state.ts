import type { BillingOverview } from "@tessera/contracts-billing/billing.ts";

/**
 * Where a person stands, as the page tells it: without a plan, on a trial without a card (trial), on a plan that runs,
 * on one that ends with its period, with a failed payment that still has time (grace), shut until it is paid
 * (closed), or shut since a trial ended without a card (paused).
 */
export type PlanState = "none" | "trial" | "running" | "ending" | "grace" | "closed" | "paused";

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
      return "closed";
    case "paused":
      return "paused";
    default:
      return cancelAtPeriodEnd ? "ending" : "running";
  }
}
