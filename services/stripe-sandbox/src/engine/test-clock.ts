import { CONFIRM_WITHIN, hasEnded, itemOf } from "../resources/subscription.ts";
import type { Customer, Subscription, TestClock } from "../state/documents.ts";
import { invalid } from "../state/fault.ts";
import type { Ledger } from "../state/ledger.ts";
import { passTime } from "./pass-time.ts";
import { DRAFT_TIME } from "./renewal.ts";

/** A clock goes forward by at most two intervals of the shortest subscription; two years cover all. Seconds. */
const MAX_ADVANCE = 2 * 366 * 86_400;

/** @param at where the clock stands, seconds since 1970 */
export async function newTestClock(ledger: Ledger, at: number, name: string | null): Promise<TestClock> {
  const clock = await ledger.save<TestClock>({
    id: ledger.newId("test_helpers.test_clock"),
    object: "test_helpers.test_clock",
    created: ledger.now,
    deletes_after: ledger.now + 30 * 86_400,
    frozen_time: at,
    livemode: false,
    name,
    status: "ready",
    status_details: {},
  });
  await ledger.emit("test_helpers.test_clock.created", clock);
  return clock;
}

/** Lets everything happen to the clock's customers that is due by then. @throws Fault for a time it cannot go to */
export async function advance(ledger: Ledger, clock: TestClock, until: number): Promise<void> {
  if (until <= clock.frozen_time || until > clock.frozen_time + MAX_ADVANCE)
    throw invalid("A test clock only goes forward, by two years at most.", "frozen_time");
  await ledger.emit("test_helpers.test_clock.advancing", clock);
  await passTime(ledger, clock.id, until);
  clock.frozen_time = until;
  await ledger.save(clock);
  await ledger.emit("test_helpers.test_clock.ready", clock);
}

/** The clock that a customer lives by: one of their own from now on, if they lived by the wall clock. */
export async function clockOf(ledger: Ledger, customer: Customer): Promise<TestClock> {
  if (customer.test_clock) return ledger.get("test_helpers.test_clock", customer.test_clock);
  const clock = await newTestClock(ledger, ledger.now, null);
  await ledger.moveToClock(customer, clock);
  return clock;
}

export interface NextStep {
  /** Seconds since 1970. */
  at: number;
  is: "payment" | "end" | "trial-end" | "expiry";
}

/** What a subscription does next on its own; null when it waits for the person. */
export async function nextStep(ledger: Ledger, subscription: Subscription): Promise<NextStep | null> {
  const { latest_invoice: latest, cancel_at: end, status, created } = subscription;
  if (hasEnded(subscription)) return null;
  if (status === "incomplete") return { at: created + CONFIRM_WITHIN, is: "expiry" };
  if (status === "unpaid" || status === "paused") return end ? { at: end, is: "end" } : null;
  if (status === "trialing" && !end) return { at: itemOf(subscription).current_period_end, is: "trial-end" };
  const invoice = latest ? await ledger.find("invoice", latest) : undefined;
  const attempt = invoice?.status === "draft" ? invoice.automatically_finalizes_at : invoice?.next_payment_attempt;
  const payment = attempt ?? itemOf(subscription).current_period_end + DRAFT_TIME;
  return end && end <= payment ? { at: end, is: "end" } : { at: payment, is: "payment" };
}
