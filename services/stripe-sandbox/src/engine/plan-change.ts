import { refusalOf } from "../cards.ts";
import { planOf } from "../resources/catalog.ts";
import { newInvoice, newLine } from "../resources/invoice.ts";
import { itemOf } from "../resources/subscription.ts";
import type { Invoice, Price, Subscription } from "../state/documents.ts";
import { Fault, invalid } from "../state/fault.ts";
import type { Ledger } from "../state/ledger.ts";
import { collect, finalize } from "./invoicing.ts";
import { nameOf, spanOf } from "./wording.ts";

/**
 * What a change of price costs now: the unused rest of the old price back, the same rest of the new one on the bill.
 */
export async function prorationInvoice(ledger: Ledger, subscription: Subscription, price: Price): Promise<Invoice> {
  const item = itemOf(subscription);
  const customer = await ledger.get("customer", subscription.customer);
  const { current_period_start: start, current_period_end: end } = item;
  const rest = Math.min(1, Math.max(0, (end - ledger.now) / (end - start)));
  const period = { start: ledger.now, end };
  const id = ledger.newId("invoice");
  const quantity = item.quantity ?? 1;
  const line = async (of: Price, sign: 1 | -1, words: string, suffix: string) =>
    newLine({
      id: `il_${id.slice(3)}${suffix}`,
      invoice: id,
      item,
      price: of,
      amount: sign * Math.round(of.unit_amount * quantity * rest),
      description: `${words} ${await nameOf(ledger, of)}, ${spanOf(period)}`,
      period,
      proration: true,
    });
  const lines = [await line(item.price, -1, "Unused time on", "a"), await line(price, 1, "Remaining time on", "b")];
  return newInvoice({
    id,
    now: ledger.now,
    customer,
    subscription,
    reason: "subscription_update",
    lines,
    period,
    finalizesAt: null,
  });
}

/**
 * Moves a subscription to another price at once, charging or crediting the difference (`always_invoice`).
 * @param strict with `error_if_incomplete`, a refused payment leaves everything as it was
 * @throws Fault 402 when strict and the card does not pay
 */
export async function changePlan(
  ledger: Ledger,
  subscription: Subscription,
  price: Price,
  strict: boolean,
): Promise<void> {
  const item = itemOf(subscription);
  if (price.id === item.price.id) return;
  if (price.currency !== subscription.currency)
    throw invalid("The new price must have the currency of the subscription.", "items[0][price]");
  const invoice = await prorationInvoice(ledger, subscription, price);
  if (strict && invoice.amount_due > 0) await assertPays(ledger, subscription);
  const previous = { items: { data: [{ id: item.id, price: item.price, plan: item.plan }] } };
  item.price = price;
  item.plan = planOf(price);
  subscription.latest_invoice = invoice.id;
  await ledger.save(invoice);
  await ledger.save(subscription);
  await ledger.emit("customer.subscription.updated", subscription, previous);
  await ledger.emit("invoice.created", invoice);
  await finalize(ledger, invoice);
  await collect(ledger, invoice);
}

async function assertPays(ledger: Ledger, subscription: Subscription): Promise<void> {
  const customer = await ledger.get("customer", subscription.customer);
  const id = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
  const method = id ? await ledger.find("payment_method", id) : undefined;
  const refusal = method && refusalOf(ledger.facts(method).behaviour ?? "ok");
  if (method && !refusal) return;
  throw new Fault(402, {
    type: "card_error",
    code: refusal?.code ?? "resource_missing",
    decline_code: refusal?.decline_code,
    message: refusal?.message ?? "There is no card to charge.",
  });
}
