import type { CheckoutSession, Price, Product } from "../state/documents.ts";
import { type CardFormState, cardForm, testCardHint } from "./card-form.ts";
import { date, html, money } from "./html.ts";
import { page } from "./page.ts";

interface Checkout {
  session: CheckoutSession;
  product: Product;
  price: Price;
  email: string | null;
  /** First day of the second period, seconds since 1970. */
  renewsAt: number;
}

const adverbs: Record<string, string> = { "a month": "monthly", "a year": "yearly" };

/** The hosted checkout: what is bought on one side, the card on the other. */
export function checkoutPage({ session, product, price, email, renewsAt }: Checkout, state: CardFormState): string {
  const total = money(session.amount_total ?? 0, session.currency ?? "eur");
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
<p class="price"><strong>${total}</strong> ${every}</p>
${product.description && html`<p class="quiet">${product.description}</p>`}
<table>
<caption class="hidden">Order</caption>
<tbody>
<tr><th scope="row">${product.name}<span class="line">Billed ${adverbs[every] ?? every}, VAT included</span></th><td>${total}</td></tr>
</tbody>
<tfoot><tr><th scope="row">Due today</th><td>${total}</td></tr></tfoot>
</table>
<p class="quiet">Renews on ${date(renewsAt)} for ${total}. You can stop at any time and keep the plan until the period ends.</p>
</section>
<section class="card" aria-labelledby="pay">
<h2 id="pay">Pay with card</h2>
${email && html`<dl class="facts"><div><dt>E-mail</dt><dd>${email}</dd></div></dl>`}
${cardForm(`/sandbox/checkout/${session.id}`, `Pay ${total}`, state, cancel)}
${testCardHint}
</section>
</main>`,
    true,
  );
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
