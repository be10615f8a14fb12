import type { NextStep } from "../engine/test-clock.ts";
import type { PortalSession, Subscription } from "../state/documents.ts";
import { date, type Html, html } from "./html.ts";
import { page } from "./page.ts";

export interface ClockView {
  session: PortalSession;
  /** The customer's present, seconds since 1970. */
  now: number;
  /** Whether it has left the wall clock. */
  isOwn: boolean;
  subscription: Subscription | undefined;
  next: NextStep | null;
  failsNext: boolean;
  /** Whether a plan stays unpaid after the last attempt, or ends. */
  staysUnpaid: boolean;
  /** What the last action did. */
  notice: string | null;
}

const STATES: Record<Subscription["status"], string> = {
  incomplete: "The first payment waits for the bank",
  incomplete_expired: "Ended: the first payment was not confirmed",
  trialing: "Trial",
  active: "Active",
  past_due: "A payment failed, and is tried again",
  unpaid: "Unpaid, and not tried again",
  paused: "Paused: the trial ended without a card",
  canceled: "Ended",
};
const STEPS: Record<NextStep["is"], { is: string; go: string }> = {
  payment: { is: "Next payment", go: "Go to the next payment" },
  end: { is: "Ends", go: "Go to the end of the plan" },
  "trial-end": { is: "Trial ends", go: "Go to the end of the trial" },
  expiry: { is: "Can be confirmed until", go: "Go to the end of that time" },
};

/** Lets time pass for one customer, to see what months bring. */
export function clockPage(view: ClockView): string {
  const { session, now, isOwn, subscription, next, failsNext, staysUnpaid, notice } = view;
  const base = `/sandbox/portal/${session.id}`;
  const state = subscription ? STATES[subscription.status] : "There is no subscription";
  return page(
    "Test clock",
    html`<main class="single wide">
<p><a href="${base}">Back to your subscription</a></p>
<h1>Test clock</h1>
${notice && html`<div class="done" role="status"><p>${notice}</p></div>`}
<p class="quiet">See here what time brings: renewals, failed payments, the end of a plan. Only payments follow this clock. What Tessera times itself, such as the days of grace, keeps to the real date.</p>
<section class="card" aria-labelledby="now"><h2 id="now">${date(now)}</h2>
<dl class="facts"><div><dt>Date</dt><dd>${isOwn ? "Set here; it stands until you move it" : "The real one"}</dd></div>
<div><dt>Subscription</dt><dd>${state}</dd></div>
${next && html`<div><dt>${STEPS[next.is].is}</dt><dd>${date(next.at)}</dd></div>`}</dl>
<form method="post" action="${base}/clock/advance"><div class="actions">
${next && stepButton("next", STEPS[next.is].go)}
${stepButton("day", "A day later")}
${stepButton("month", "A month later")}</div></form></section>
<section class="card" aria-labelledby="payment"><h2 id="payment">Next payment</h2>
<p>${failsNext ? "The bank will refuse it, whatever the card." : "The card decides how it ends."}</p>
<form method="post" action="${base}/clock/next-payment"><div class="actions">
<button name="fails" value="${failsNext ? "no" : "yes"}">${failsNext ? "Let the card decide" : "Let it fail"}</button></div></form></section>
<section class="card" aria-labelledby="retries"><h2 id="retries">When every attempt has failed</h2>
<p>${staysUnpaid ? "The plan stays, unpaid and closed, until the open invoice is paid." : "The plan ends."} The seller sets this for the whole account; here it counts for one customer.</p>
<form method="post" action="${base}/clock/after-retries"><div class="actions">
<button name="plan" value="${staysUnpaid ? "ends" : "stays"}">${staysUnpaid ? "Let it end" : "Let it stay unpaid"}</button></div></form></section>
</main>`,
  );
}

const stepButton = (by: string, label: string): Html => html`<button name="by" value="${by}">${label}</button>`;
