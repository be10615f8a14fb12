import { countryName, vatOf } from "../address.ts";
import { taxOf } from "../resources/invoice.ts";
import type { Invoice } from "../state/documents.ts";
import { date, html, money } from "./html.ts";
import { page } from "./page.ts";

/** The invoice, to read and to print. */
export function invoicePage(invoice: Invoice): string {
  const sum = (amount: number) => money(amount, invoice.currency);
  const credit = Math.max(0, invoice.total) - invoice.amount_due;
  const discount = invoice.subtotal - invoice.total;
  const { customer_address: address } = invoice;
  const vat = vatOf(address?.country);
  const paidAt = invoice.status_transitions.paid_at;
  return page(
    `Invoice ${invoice.number}`,
    html`<main class="single wide"><article class="card invoice">
<h1>Invoice ${invoice.number}</h1>
<dl class="facts">
<div><dt>Date</dt><dd>${date(invoice.status_transitions.finalized_at ?? invoice.created)}</dd></div>
<div><dt>From</dt><dd>${invoice.account_name}</dd></div>
<div><dt>To</dt><dd>${[invoice.customer_name, invoice.customer_email].filter(Boolean).join(", ")}</dd></div>
${address && html`<div><dt>Address</dt><dd>${address.line1}, ${address.postal_code} ${address.city}, ${countryName(address.country)}</dd></div>`}
${invoice.customer_tax_ids?.map(({ value }) => html`<div><dt>VAT number</dt><dd>${value}</dd></div>`)}
<div><dt>Status</dt><dd>${paidAt ? `Paid on ${date(paidAt)}` : invoice.status === "open" ? "Open" : invoice.status}</dd></div>
</dl>
<div class="scroll" tabindex="0" role="region" aria-label="Lines"><table class="rows">
<thead><tr><th scope="col">For</th><th scope="col" class="sum">Amount</th></tr></thead>
<tbody>${invoice.lines.data.map((line) => html`<tr><th scope="row">${line.description}</th><td class="sum">${sum(line.amount)}</td></tr>`)}</tbody>
<tfoot>
${discount > 0 && html`<tr><th scope="row">Discount</th><td class="sum">${sum(-discount)}</td></tr>`}
<tr><th scope="row">Total, VAT included</th><td class="sum">${sum(invoice.total)}</td></tr>
${invoice.automatic_tax.enabled && html`<tr><th scope="row">${vat ? `Including ${vat / 100}% VAT` : "No VAT is charged in this country"}</th><td class="sum">${sum(taxOf(invoice))}</td></tr>`}
${credit > 0 && html`<tr><th scope="row">Credit used</th><td class="sum">${sum(-credit)}</td></tr>`}
${invoice.total < 0 && html`<tr><th scope="row">Kept as credit for the next invoice</th><td class="sum">${sum(-invoice.total)}</td></tr>`}
<tr><th scope="row">Due</th><td class="sum">${sum(invoice.amount_remaining)}</td></tr>
</tfoot></table></div>
<p class="quiet">This is a sandbox invoice: no real money was paid. Use your browser's print command for a copy on paper or as a PDF.</p>
</article></main>`,
  );
}
