import { canBeDisputed, isUndecided } from "../engine/dispute.ts";
import { leftOf } from "../engine/refund.ts";
import type { Charge, Dispute, PortalSession } from "../state/documents.ts";
import { date, type Html, html, money } from "./html.ts";
import { page } from "./page.ts";

export interface Payment {
  charge: Charge;
  dispute: Dispute | undefined;
}
/** What the seller can start for a customer who has no plan: prices by id, in words. */
export interface Startable {
  prices: { id: string; words: string }[];
  /** Whether there is a card to charge. */
  hasCard: boolean;
}
/** What the last action did, or why it did not. */
export type PaymentNotice = { kind: "done" | "failed"; sentence: string } | null;

/**
 * What was charged to the customer, to refund it or to dispute it, and the customer to delete: at Stripe, the seller
 * and the bank do so.
 */
export function paymentsPage(
  session: PortalSession,
  payments: Payment[],
  startable: Startable | null,
  notice: PaymentNotice,
): string {
  const base = `/sandbox/portal/${session.id}`;
  return page(
    "Payments",
    html`<main class="single wide">
<p><a href="${base}">Back to your subscription</a></p>
<h1>Payments</h1>
${notice && html`<div class="${notice.kind === "failed" ? "alert" : "done"}" role="${notice.kind === "failed" ? "alert" : "status"}"><p>${notice.sentence}</p></div>`}
<p class="quiet">Try here what the seller and the bank do. Tessera learns of it by events.</p>
${payments.length ? payments.map((payment) => paymentCard(`${base}/payments/${payment.charge.id}`, payment)) : html`<p>Nothing was paid yet.</p>`}
<section class="card" aria-labelledby="start"><h2 id="start">Start a plan</h2>${startable ? startForm(base, startable) : html`<p>There is a plan. Once it has ended, the seller can start another one here.</p>`}</section>
<section class="card" aria-labelledby="customer"><h2 id="customer">Customer</h2>
<details><summary>Delete the customer</summary>
<p>The subscription ends at once, and nothing is paid back. Payments stay on record, without name and address. This cannot be undone.</p>
<form method="post" action="${base}/payments/delete-customer"><div class="actions"><button>Delete for good</button></div></form></details></section>
</main>`,
  );
}

/** 1800 as it is typed: "18.00". */
const typedAmount = (amount: number) => String(amount).padStart(3, "0").replace(/(..)$/, ".$1");

function startForm(base: string, { prices, hasCard }: Startable): Html {
  return html`<p>The seller starts it, without a checkout.</p>
<form method="post" action="${base}/payments/start">
<div class="field"><label for="price">Plan</label><select id="price" name="price">${prices.map(({ id, words }) => html`<option value="${id}">${words}</option>`)}</select></div>
<div class="actions">${hasCard && html`<button name="begins" value="unconfirmed">Charge the card; its bank asks the person</button>`}
<button name="begins" value="trial">Give a trial without a card</button></div></form>`;
}

function paymentCard(base: string, { charge, dispute }: Payment): Html {
  const { id, currency } = charge;
  const left = leftOf(charge, dispute);
  return html`<section class="card" aria-labelledby="${id}">
<h2 id="${id}">${money(charge.amount, currency)} on ${date(charge.created)}</h2>
<p>${stateOf(charge, dispute)}</p>
${
  left > 0 &&
  html`<form method="post" action="${base}/refund" novalidate>
<div class="field"><label for="amount-${id}">Amount to refund (${currency.toUpperCase()})</label>
<input id="amount-${id}" name="amount" value="${typedAmount(left)}" inputmode="decimal" autocomplete="off" maxlength="12" required></div>
<div class="actions"><button>Refund</button></div></form>`
}
${canBeDisputed(charge) && html`<form method="post" action="${base}/dispute"><div class="actions"><button>Dispute with the bank</button></div></form>`}
${
  dispute &&
  isUndecided(dispute) &&
  html`<form method="post" action="${base}/decide"><div class="actions">
<button name="decision" value="won">Decide for Tessera</button>
<button name="decision" value="lost">Decide against Tessera</button></div></form>`
}
</section>`;
}

function stateOf({ amount, amount_refunded: refunded, currency }: Charge, dispute: Dispute | undefined): string {
  const paid = refunded
    ? `Paid; ${money(refunded, currency)} of ${money(amount, currency)} was refunded.`
    : "Paid, nothing was refunded.";
  if (!dispute) return paid;
  if (dispute.status === "won") return `${paid} The bank decided for Tessera.`;
  if (dispute.status === "lost") return `${paid} The bank decided against Tessera and took it back.`;
  return `${paid} It is disputed, and the bank has not decided.`;
}
