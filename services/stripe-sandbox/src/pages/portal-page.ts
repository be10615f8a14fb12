import type { BusinessForm } from "../business.ts";
import { itemOf } from "../resources/subscription.ts";
import type { Invoice, PaymentMethod, PortalSession, Product, Subscription } from "../state/documents.ts";
import { type CardFormState, cardForm, testCardHint } from "./card-form.ts";
import { brandName, date, type Html, html, money, shortDate } from "./html.ts";
import { page } from "./page.ts";

export interface Portal {
  session: PortalSession;
  subscription: Subscription | undefined;
  product: Product | undefined;
  method: PaymentMethod | undefined;
  invoices: Invoice[];
  /** What is taken off the price now, in words, and off the next payment, in minor units; null without a discount. */
  discount: { words: string; nextOff: number } | null;
  business: BusinessSection;
  /** What the last action did, or why it did not. */
  notice: { kind: "done" | "failed"; sentence: string } | null;
}

interface BusinessSection {
  /** As it is kept, or as it was typed. */
  values: BusinessForm;
  /** What is wrong with what was typed. */
  errors?: Partial<Record<keyof BusinessForm, string>>;
  /** What the portal's configuration lets people change. */
  fields: (keyof BusinessForm)[];
}

const words = { draft: "Draft", open: "Open", paid: "Paid", void: "Void", uncollectible: "Written off" };

/** The customer portal: plan, card, invoices. */
export function portalPage({
  session,
  subscription,
  product,
  method,
  invoices,
  discount,
  notice,
  business,
}: Portal): string {
  const base = `/sandbox/portal/${session.id}`;
  return page(
    "Your subscription",
    html`<main class="single wide">
<p><a href="${session.return_url ?? "/"}">Back to Tessera</a></p>
<h1>Your subscription</h1>
${notice && html`<div class="${notice.kind === "failed" ? "alert" : "done"}" role="${notice.kind === "failed" ? "alert" : "status"}"><p>${notice.sentence}</p></div>`}
<section class="card" aria-labelledby="plan"><h2 id="plan">Plan</h2>${plan(base, subscription, product, discount)}</section>
<section class="card" aria-labelledby="method"><h2 id="method">Card</h2>
${method ? html`<p>${brandName(method.card.brand)} ending in ${method.card.last4}, expires ${String(method.card.exp_month).padStart(2, "0")} / ${method.card.exp_year}</p>` : html`<p>No card is kept.</p>`}
<p><a class="button" href="${base}/card">${method ? "Change card" : "Add a card"}</a></p></section>
${business.fields.length > 0 && html`<section class="card" aria-labelledby="business"><h2 id="business">Business</h2>${businessForm(base, business)}</section>`}
<section class="card" aria-labelledby="invoices"><h2 id="invoices">Invoices</h2>${invoiceTable(base, invoices)}</section>
<p><a href="${base}/payments">Refund or dispute a payment</a></p>
<p><a href="${base}/clock">Test clock: let time pass</a></p>
<p><a href="${base}/events">Events sent to Tessera</a></p>
</main>`,
  );
}

const LABELS: Record<keyof BusinessForm, string> = { business_name: "Business name", tax_number: "VAT number" };

function businessForm(base: string, { values, errors = {}, fields }: BusinessSection): Html {
  const input = (name: keyof BusinessForm) => {
    const error = errors[name];
    return html`<div class="field"><label for="${name}">${LABELS[name]}</label>
<input id="${name}" name="${name}" value="${values[name]}" autocomplete="${name === "business_name" ? "billing organization" : "off"}" maxlength="${name === "business_name" ? 150 : 30}" spellcheck="false" ${error && html`aria-invalid="true" aria-describedby="${name}-error"`}>
${error && html`<p class="error" id="${name}-error" role="alert">${error}</p>`}</div>`;
  };
  return html`<form method="post" action="${base}/business" novalidate>${fields.map(input)}
<p class="quiet">What you keep is on your invoices from then on. Empty a field to remove it.</p>
<div class="actions"><button>Keep for invoices</button></div></form>`;
}

function plan(
  base: string,
  subscription: Subscription | undefined,
  product: Product | undefined,
  discount: Portal["discount"],
): Html {
  if (!subscription) return html`<p>There is no subscription. Choose a plan in Tessera.</p>`;
  const item = itemOf(subscription);
  const { currency, recurring, unit_amount } = item.price;
  const amount = unit_amount * (item.quantity ?? 1);
  const price = `${money(amount, currency)} a ${recurring.interval}${discount ? `, ${discount.words}` : ""}`;
  const action = (name: string, label: string) =>
    html`<form method="post" action="${base}/${name}"><button>${label}</button></form>`;
  if (subscription.cancel_at)
    return html`<p><strong>${product?.name ?? "Subscription"}</strong>, ${price}</p><p>Ends on ${date(subscription.cancel_at)}. Nothing more is charged.</p>${action("resume", "Keep the plan")}`;
  const renews = `Renews on ${date(item.current_period_end)}${discount ? ` for ${money(amount - discount.nextOff, currency)}` : ""}.`;
  return html`<p><strong>${product?.name ?? "Subscription"}</strong>, ${price}</p>
<p>${WAITS[subscription.status] ?? renews}</p>
${["active", "trialing", "past_due"].includes(subscription.status) && action("cancel", "Cancel at the end of the period")}`;
}

/** What a plan that does not run waits for. */
const WAITS: Partial<Record<Subscription["status"], string>> = {
  past_due: "The last payment failed. Change the card or pay the open invoice below.",
  unpaid: "Every attempt to charge the card failed. Change the card and pay the open invoice below.",
  incomplete: "The first payment waits for your bank. Pay the open invoice below to confirm it.",
  paused: "The trial ended without a card. Add one, then resume the plan in Tessera.",
};

function invoiceTable(base: string, invoices: Invoice[]): Html {
  if (!invoices.length) return html`<p>There are no invoices yet.</p>`;
  const row = (invoice: Invoice) => html`<tr>
<th scope="row">${invoice.hosted_invoice_url ? html`<a href="/sandbox/invoice/${invoice.id}">${invoice.number}</a>` : "Draft"}</th>
<td>${shortDate(invoice.created)}</td><td>${words[invoice.status]}</td><td class="sum">${money(invoice.total, invoice.currency)}</td>
<td>${invoice.status === "open" && html`<form method="post" action="${base}/invoices/${invoice.id}/pay"><button>Pay now</button></form>`}</td></tr>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="All invoices"><table class="rows"><thead><tr><th scope="col">Number</th><th scope="col">Date</th><th scope="col">Status</th><th scope="col" class="sum">Total</th><td></td></tr></thead><tbody>${invoices.map(row)}</tbody></table></div>`;
}

/** The form that changes the card. */
export const cardPage = (session: PortalSession, state: CardFormState): string =>
  page(
    "Change card",
    html`<main class="single"><section class="card" aria-labelledby="title"><h1 id="title">Change card</h1>
<p>The new card is charged from the next payment on.</p>
${cardForm(`/sandbox/portal/${session.id}/card`, "Keep this card", state, html`<a class="button" href="/sandbox/portal/${session.id}">Cancel</a>`)}
${testCardHint}</section></main>`,
    true,
  );
