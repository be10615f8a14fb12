import type { SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import type { PlanStanding } from "@tessera/service-kit";
import type { Account } from "../account/account-store.ts";
import { planById } from "../plans.ts";
import { isTrial, TRIAL_PLAN, trialRuns } from "../trial/trial-state.ts";

/**
 * What the check answers: active, trialing, and past due within the grace after the failed payment, read "active"; all
 * else "inactive". A trial counts until something is bought; it ends with its period, by the clock.
 * @param grace milliseconds
 */
export function checkOf(account: Account | null, now: Date, grace: number): SubscriptionCheck {
  const graceEnds =
    account?.status === "past_due" && account.pastDueSince ? new Date(account.pastDueSince.getTime() + grace) : null;
  if (account?.trialEndsAt && trialRuns(account, now)) return trialCheck(account.trialEndsAt);
  return {
    billingStatus: account && isOpen(account, graceEnds, now) ? "active" : "inactive",
    status: account?.status ?? "none",
    planId: account?.planId ?? null,
    currentPeriodEnd: account?.currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd: account?.cancelAtPeriodEnd ?? false,
    graceEndsAt: graceEnds?.toISOString() ?? null,
    ...limitsOf(account?.planId ?? null),
  };
}

/**
 * The same in advance, for work that asks without a token: until when the plan is open unless something changes, and
 * what it holds.
 */
export function standingOf(account: Account, grace: number): Omit<PlanStanding, "limits"> {
  const { userId, trialEndsAt } = account;
  if (trialEndsAt && isTrial(account))
    return { userId, openUntil: trialEndsAt, planId: TRIAL_PLAN, ...limitsOf(TRIAL_PLAN) };
  return { userId, openUntil: openUntil(account, grace), planId: account.planId, ...limitsOf(account.planId) };
}

function openUntil(account: Account, grace: number): PlanStanding["openUntil"] {
  const { status, pastDueSince, cancelAtPeriodEnd, currentPeriodEnd } = account;
  const ends = [
    ...(status === "past_due" ? [new Date((pastDueSince?.getTime() ?? Number.NEGATIVE_INFINITY) + grace)] : []),
    ...(cancelAtPeriodEnd && currentPeriodEnd ? [currentPeriodEnd] : []),
  ].map((end) => end.getTime());
  if (!["active", "trialing", "past_due"].includes(status) || ends.some(Number.isNaN)) return null;
  return ends.length ? new Date(Math.min(...ends)) : "infinity";
}

const trialCheck = (endsAt: Date): SubscriptionCheck => ({
  billingStatus: "active",
  status: "trialing",
  planId: TRIAL_PLAN,
  currentPeriodEnd: endsAt.toISOString(),
  cancelAtPeriodEnd: true,
  graceEndsAt: null,
  ...limitsOf(TRIAL_PLAN),
});

const limitsOf = (planId: string | null) => {
  const plan = planById(planId ?? "");
  return { cardLimit: plan?.cardLimit ?? null, storageLimit: plan?.storageLimit ?? null };
};

function isOpen(account: Account, graceEnds: Date | null, now: Date): boolean {
  // A planned end has come even when the message of it has not.
  if (account.cancelAtPeriodEnd && account.currentPeriodEnd && account.currentPeriodEnd <= now) return false;
  if (account.status === "past_due") return graceEnds !== null && now < graceEnds;
  return account.status === "active" || account.status === "trialing";
}

/**
 * The check of a person of the internal domain: open without a plan, and without its limits.
 * @param entitlements each without a limit
 */
export const openedCheck = (
  check: SubscriptionCheck,
  entitlements: SubscriptionCheck["entitlements"],
): SubscriptionCheck => ({
  ...check,
  billingStatus: "active",
  cardLimit: null,
  storageLimit: null,
  entitlements,
});

/** Whether an account is one of the internal domain, for work that knows no address. */
export const isOpened = (account: Pick<Account, "openedBy">, domain: string | null): boolean =>
  domain !== null && account.openedBy === domain;

/** Whether the address belongs to the internal domain itself; one that merely ends in the same letters does not. */
export const isInternal = (email: string, domain: string | null) =>
  domain !== null && email.toLowerCase().endsWith(`@${domain}`);
