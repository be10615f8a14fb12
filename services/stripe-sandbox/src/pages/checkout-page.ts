import { asksForAddress } from "../engine/checkout.ts";
import { couponInWords } from "../resources/discount.ts";
import type { CheckoutSession, Coupon, Price, Product, PromotionCode } from "../state/documents.ts";
import { type CardFormState, cardForm, testCardHint } from "./card-form.ts";
import { date, type Html, html, money } from "./html.ts";
import { page } from "./page.ts";

interface Checkout {
  session: CheckoutSession;
  product: Product;
  price: Price;
  email: string | null;
  /** First day of the second period, seconds since 1970. */
  renewsAt: number;
  /** The promotion code that counts. */
  used: { code: PromotionCode; coupon: Coupon } | null;
}

export interface CheckoutState extends CardFormState {
  /** A promotion code that was typed, and why it does not count. */
  code?: { typed: string; refusal: string };
}

const adverbs: Record<string, string> = { "a month": "monthly", "a year": "yearly" };

/** The hosted checkout: what is bought on one side, the card on the other. */
export function checkoutPage(
  { session, product, price, email, renewsAt, used }: Checkout,
  state: CheckoutState,
): string {
  const total = money(session.amount_total ?? 0, session.currency ?? "eur");
  const full = money(session.amount_subtotal ?? 0, session.currency ?? "eur");
  const every =
    price.recurring.interval_count === 1
      ? `a ${price.recurring.interval}`
      : `every ${price.recurring.interval_count} ${price.recurring.interval}s`;
  const cancel = session.cancel_url ? html`<a class="button" href="${session.cancel_url}">Cancel</a>` : null;
  return page(
    `Subscribe to ${product.name}`,
    html`<main class="split">
<section class="order" aria-labelledby="order">
<h1 id="order">Subscribe to ${product.name}</h1>
<p class="price"><strong>${full}</strong> ${every}</p>
${product.description && html`<p class="quiet">${product.description}</p>`}
<table>
<caption class="hidden">Order</caption>
<tbody>
<tr><th scope="row">${product.name}<span class="line">Billed ${adverbs[every] ?? every}, VAT included</span></th><td>${full}</td></tr>
${used && html`<tr><th scope="row">Code ${used.code.code}<span class="line">${couponInWords(used.coupon, money)}</span></th><td>${money(-session.total_details!.amount_discount, session.currency ?? "eur")}</td></tr>`}
</tbody>
<tfoot><tr><th scope="row">Due today</th><td>${total}</td></tr></tfoot>
</table>
${session.allow_promotion_codes && codeForm(session, used?.code.code ?? null, state.code)}
<p class="quiet">Renews on ${date(renewsAt)}${used ? "" : ` for ${total}`}. You can stop at any time and keep the plan until the period ends.</p>
</section>
<section class="card" aria-labelledby="pay">
<h2 id="pay">Pay with card</h2>
${email && html`<dl class="facts"><div><dt>E-mail</dt><dd>${email}</dd></div></dl>`}
${cardForm(`/sandbox/checkout/${session.id}`, `Pay ${total}`, state, cancel, asksForAddress(session), session.tax_id_collection?.enabled)}
${testCardHint}
</section>
</main>`,
    true,
  );
}

/** Takes a promotion code, or shows the one that counts. */
function codeForm(session: CheckoutSession, used: string | null, state: CheckoutState["code"]): Html {
  const action = `/sandbox/checkout/${session.id}/code`;
  if (used && !state)
    return html`<form method="post" action="${action}"><p role="status">The code ${used} counts.</p><div class="actions"><button name="remove" value="yes">Take the code off</button></div></form>`;
  return html`<form method="post" action="${action}" novalidate><div class="field">
<label for="code">Promotion code</label>
<input id="code" name="code" value="${state?.typed}" autocomplete="off" maxlength="200" spellcheck="false" ${state && html`aria-invalid="true" aria-describedby="code-error"`}>
${state && html`<p class="error" id="code-error" role="alert">${state.refusal}</p>`}
</div><div class="actions"><button>Use the code</button></div></form>`;
}

/** The bank's page of a card that needs authentication. */
export const authenticationPage = (action: string, sentence: string): string =>
  page(
    "Confirm with your bank",
    html`<main class="single"><div class="card">
<h1>Confirm with your bank</h1>
<p>${sentence}</p>
<p class="quiet">With a real card, your bank would ask you here for a code or in its app (3-D Secure). In the sandbox you choose what it answers.</p>
<form method="post" action="${action}" class="actions">
<button class="primary" name="answer" value="complete">Confirm</button>
<button name="answer" value="fail">Refuse</button>
</form></div></main>`,
  );
