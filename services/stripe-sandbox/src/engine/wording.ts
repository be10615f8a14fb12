import type { Price } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** "3 Nov to 2 Dec": the last day is the one before the next period. Seconds since 1970. */
export const spanOf = ({ start, end }: { start: number; end: number }) =>
  `${day.format(start * 1000)} to ${day.format(Math.max(start, end - 86_400) * 1000)}`;

/** Name of what a price buys. */
export async function nameOf(ledger: Ledger, price: Price): Promise<string> {
  return (await ledger.find("product", price.product))?.name ?? "Subscription";
}
