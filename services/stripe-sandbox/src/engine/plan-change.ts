import { refusalOf } from "../cards.ts";
import { planOf } from "../resources/catalog.ts";
import { newInvoice, newLine } from "../resources/invoice.ts";
import { addIntervals } from "../resources/periods.ts";
import { itemOf } from "../resources/subscription.ts";
import type { Invoice, Price, Subscription } from "../state/documents.ts";
import { Fault, invalid } from "../state/fault.ts";
import type { Ledger } from "../state/ledger.ts";
import { discountAt, takenOffBy } from "./discounts.ts";
import { collect, finalize } from "./invoicing.ts";
import { nameOf, spanOf } from "./wording.ts";

type Period = { start: number; end: number };

/** Whether both prices are charged equally often. */
const sameInterval = ({ recurring: one }: Price, { recurring: other }: Price) =>
  one.interval === other.interval && one.interval_count === other.interval_count;

/** The period that a new price of another interval begins, now; null where the present one continues. */
const periodBegun = (ledger: Ledger, subscription: Subscription, price: Price): Period | null =>
  sameInterval(itemOf(subscription).price, price)
    ? null
    : { start: ledger.now, end: addIntervals(ledger.now, price.recurring, 1) };

/**
 * What a change of price costs now: the unused rest of the old price back, and of the new one the same rest, or a whole
 * period where it is charged at another interval. Discounts are within the amounts of what is left of a period.
 */
export async function prorationInvoice(ledger: Ledger, subscription: Subscription, price: Price): Promise<Invoice> {
  const item = itemOf(subscription);
  const customer = await ledger.get("customer", subscription.customer);
  const { current_period_start: start, current_period_end: end } = item;
  const left = Math.min(end - start, Math.max(0, end - ledger.now));
  /** What of an amount is for the rest of the period: whole minor units of whole seconds. */
  const rest = (amount: number) => Math.round((amount * left) / (end - start));
  const period = { start: ledger.now, end };
  const begun = periodBegun(ledger, subscription, price);
  const id = ledger.newId("invoice");
  const quantity = item.quantity ?? 1;
  const name = await nameOf(ledger, price);
  const { periodDiscount } = ledger.facts(subscription);
  const paidWith = periodDiscount ? await ledger.get("discount", periodDiscount) : null;
  const discount = await discountAt(ledger, subscription, ledger.now);
  const [old, full] = [item.price.unit_amount * quantity, price.unit_amount * quantity];
  const off = await takenOffBy(ledger, discount, full);
  const lines = [
    newLine({
      id: `il_${id.slice(3)}a`,
      invoice: id,
      item,
      price: item.price,
      amount: -rest(old - (await takenOffBy(ledger, paidWith, old))),
      description: `Unused time on ${await nameOf(ledger, item.price)}, ${spanOf(period)}`,
      period,
      proration: true,
    }),
    newLine({
      id: `il_${id.slice(3)}b`,
      invoice: id,
      item,
      price,
      amount: begun ? full : rest(full - off),
      description: begun ? `${name}, ${spanOf(begun)}` : `Remaining time on ${name}, ${spanOf(period)}`,
      period: begun ?? period,
      proration: !begun,
      discount: begun && discount && { id: discount.id, amount: off },
    }),
  ];
  return newInvoice({
    id,
    now: ledger.now,
    customer,
    subscription,
    reason: "subscription_update",
    lines,
    period: begun ?? period,
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
  const begun = periodBegun(ledger, subscription, price);
  const { id, plan, current_period_start, current_period_end } = item;
  const before = { id, price: item.price, plan, ...(begun && { current_period_start, current_period_end }) };
  const previous = {
    items: { data: [before] },
    ...(begun && { billing_cycle_anchor: subscription.billing_cycle_anchor }),
  };
  if (begun) {
    Object.assign(item, { current_period_start: begun.start, current_period_end: begun.end });
    subscription.billing_cycle_anchor = begun.start;
    if (subscription.cancel_at_period_end) subscription.cancel_at = begun.end;
  }
  item.price = price;
  item.plan = planOf(price);
  subscription.latest_invoice = invoice.id;
  await ledger.save(invoice);
  const discount = await discountAt(ledger, subscription, ledger.now);
  await ledger.save(subscription, { periodDiscount: discount?.id });
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
