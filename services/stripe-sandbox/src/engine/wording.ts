import type { Price } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";

/** Spans of so many seconds and more are told with their years. */
const long = 60 * 86_400;
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

const dayOfYear = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/**
 * "3 Nov to 2 Dec", or "3 Nov 2026 to 2 Nov 2027": the last day is the one before the next period. Seconds since 1970.
 */
export const spanOf = ({ start, end }: { start: number; end: number }) => {
  const format = end - start < long ? day : dayOfYear;
  return `${format.format(start * 1000)} to ${format.format(Math.max(start, end - 86_400) * 1000)}`;
};

/** Name of what a price buys. */
export async function nameOf(ledger: Ledger, price: Price): Promise<string> {
  return (await ledger.find("product", price.product))?.name ?? "Subscription";
}
