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
  /** What the last action did. */
  notice: string | null;
}

const STATES = { active: "Active", past_due: "A payment failed, and is tried again", canceled: "Ended" };

/** Lets time pass for one customer, to see what months bring. */
export function clockPage({ session, now, isOwn, subscription, next, failsNext, notice }: ClockView): string {
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
${next && html`<div><dt>${next.is === "end" ? "Ends" : "Next payment"}</dt><dd>${date(next.at)}</dd></div>`}</dl>
<form method="post" action="${base}/clock/advance"><div class="actions">
${next && stepButton("next", next.is === "end" ? "Go to the end of the plan" : "Go to the next payment")}
${stepButton("day", "A day later")}
${stepButton("month", "A month later")}</div></form></section>
<section class="card" aria-labelledby="payment"><h2 id="payment">Next payment</h2>
<p>${failsNext ? "The bank will refuse it, whatever the card." : "The card decides how it ends."}</p>
<form method="post" action="${base}/clock/next-payment"><div class="actions">
<button name="fails" value="${failsNext ? "no" : "yes"}">${failsNext ? "Let the card decide" : "Let it fail"}</button></div></form></section>
</main>`,
  );
}

const stepButton = (by: string, label: string): Html => html`<button name="by" value="${by}">${label}</button>`;
