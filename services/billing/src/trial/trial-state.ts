import type { Trial } from "@tessera/contracts-billing/billing.ts";
import type { Account } from "../account/account-store.ts";

/** The plan whose limits count during a trial. */
export const TRIAL_PLAN = "studio";

type Tried = Pick<Account, "status" | "trialEndsAt">;

/** Statuses of a person who bought nothing: a purchase ends the trial. */
const UNBOUGHT: Account["status"][] = ["none", "incomplete", "incomplete_expired"];

/** Whether what the person has, or had, is a trial. */
export const isTrial = ({ trialEndsAt, status }: Tried): boolean => trialEndsAt !== null && UNBOUGHT.includes(status);

export const trialRuns = (account: Tried | null, now: Date): boolean =>
  Boolean(account?.trialEndsAt && now < account.trialEndsAt && isTrial(account));

/** Whether the person had neither a trial here nor a plan, not even one that was never paid. */
export const isNew = (account: Tried | null): boolean =>
  account === null || (account.trialEndsAt === null && account.status === "none");

/**
 * What the billing page says of the trial.
 * @param offeredDays 0: none is offered to this person
 */
export function trialOf(account: Account | null, now: Date, offeredDays: number): Trial | null {
  if (account?.trialEndsAt)
    return {
      state: trialRuns(account, now) ? "running" : "ended",
      days: null,
      endsAt: account.trialEndsAt.toISOString(),
    };
  return offeredDays > 0 ? { state: "offered", days: offeredDays, endsAt: null } : null;
}
