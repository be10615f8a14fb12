import { request, type Transport } from "@tessera/contracts-core/client.ts";
import type {
  BillingOverview,
  ChangePlan,
  ChangePreview,
  ConfirmCheckout,
  HostedPage,
  Interval,
  Invoice,
  NewCheckout,
  Nothing,
  OpenPortal,
  Plan,
  SubscriptionCheck,
} from "./billing.ts";
import type { Reconciliation } from "./reconciliation.ts";
import type { OwnLimits, Usage, UsageQuery, UseList, UseQuery } from "./usage.ts";

export const billingClient = (transport: Transport) => ({
  check: (signal?: AbortSignal) =>
    request<SubscriptionCheck>(transport, "GET", "/api/stripe/check-subscription", { signal }),
  plans: (signal?: AbortSignal) => request<Plan[]>(transport, "GET", "/api/billing/plans", { signal }),
  overview: (signal?: AbortSignal) => request<BillingOverview>(transport, "GET", "/api/billing/overview", { signal }),
  invoices: (signal?: AbortSignal) => request<Invoice[]>(transport, "GET", "/api/billing/invoices", { signal }),
  /** `attemptId` is made once per intent to buy: a double click or a retry opens the same checkout. */
  checkout: (planId: string, attemptId: string, returnPath?: string, interval: Interval = "month") =>
    request<HostedPage>(transport, "POST", "/api/billing/checkout", {
      json: { planId, interval, attemptId, returnPath } satisfies NewCheckout,
    }),
  /** What the success page calls: the same sync as the webhook. */
  confirm: (sessionId: string) =>
    request<BillingOverview>(transport, "POST", "/api/billing/confirm", {
      json: { sessionId } satisfies ConfirmCheckout,
    }),
  /** Starts the trial without a card. */
  startTrial: () => request<BillingOverview>(transport, "POST", "/api/billing/trial", { json: {} satisfies Nothing }),
  portal: (returnPath?: string) =>
    request<HostedPage>(transport, "POST", "/api/billing/portal", { json: { returnPath } satisfies OpenPortal }),
  /** What a change would cost now. */
  previewChange: (planId: string, interval: Interval = "month", signal?: AbortSignal) =>
    request<ChangePreview>(transport, "GET", "/api/billing/plan/preview", {
      query: { planId, interval } satisfies ChangePlan,
      signal,
    }),
  changePlan: (planId: string, idempotencyKey: string, interval: Interval = "month") =>
    request<BillingOverview>(transport, "POST", "/api/billing/plan", {
      json: { planId, interval } satisfies ChangePlan,
      idempotencyKey,
    }),
  cancel: () => request<BillingOverview>(transport, "POST", "/api/billing/cancel", { json: {} satisfies Nothing }),
  resume: () => request<BillingOverview>(transport, "POST", "/api/billing/resume", { json: {} satisfies Nothing }),
  /** What one month used. @param month "2026-11" */
  usage: (month: string, signal?: AbortSignal) =>
    request<Usage>(transport, "GET", "/api/billing/usage", { query: { month } satisfies UsageQuery, signal }),
  /** The single uses behind a figure. */
  uses: (query: UseQuery, signal?: AbortSignal) =>
    request<UseList>(transport, "GET", "/api/billing/usage/uses", { query: { ...query }, signal }),
  /** Sets both limits of one meter; answers the present month. */
  limitUsage: (limits: OwnLimits) => request<Usage>(transport, "PUT", "/api/billing/usage/limits", { json: limits }),
  /** For administrators: how the last comparison with the provider went, and what waits for them. */
  reconciliation: (signal?: AbortSignal) =>
    request<Reconciliation>(transport, "GET", "/api/billing/reconciliation", { signal }),
  /** Compares now, unless a comparison runs. */
  reconcile: () =>
    request<Reconciliation>(transport, "POST", "/api/billing/reconciliation", { json: {} satisfies Nothing }),
});
