import type { FoundValue } from "@tessera/contracts-finance/receipts.ts";
import type { TextLine } from "./read-receipt.ts";
import { NO_TOTAL, TAXES, TOTALS } from "./words.ts";

const RATE = /(\d{1,2}(?:[.,]\d{1,3})?) ?%/;

/** The tax of all rates together, where it is stated. */
export function findTax(lines: readonly TextLine[], total: number | null): FoundValue<number> | null {
  const begins = lines.findIndex(({ folded }) => TAXES.test(folded));
  if (begins < 0) return null;
  const found = new Map<string, { value: number; checked: boolean }>();
  for (const line of lines) {
    const rate = RATE.exec(line.folded)?.[1];
    const isTax = TAXES.test(line.folded);
    if (!line.amounts.length || !(isTax || (rate && line.at > begins))) continue;
    if (TOTALS[0]!.test(line.folded) || (NO_TOTAL.test(line.folded) && !isTax)) continue;
    const tax = taxOf(
      line.amounts.map(({ value }) => value),
      rate ? Number(rate.replace(",", ".")) / 100 : null,
      total,
    );
    const key = rate ?? line.folded.replace(/[^a-z]/g, "");
    if (tax && !found.has(key)) found.set(key, tax);
  }
  const all = [...found.values()];
  const checked = all.filter(({ checked: is }) => is);
  // A line of all rates beside those of each rate would count twice.
  const counted = checked.length ? checked : all.slice(0, 3);
  if (!counted.length) return null;
  const value = counted.reduce((sum, one) => sum + one.value, 0);
  if (total !== null && (value <= 0 || value >= Math.abs(total) / 2)) return null;
  return checked.length
    ? { value, confidence: 90, reason: "Stated, and right for its rate" }
    : { value, confidence: 65, reason: "Stated beside a word for the tax" };
}

/** Which of a line's amounts is the tax: the one that a rate makes of another one, or of the total. */
function taxOf(amounts: readonly number[], rate: number | null, total: number | null) {
  const fits = (tax: number, base: number) =>
    rate !== null &&
    rate > 0 &&
    (Math.abs(base * rate - tax) <= 1.01 || Math.abs((base * rate) / (1 + rate) - tax) <= 1.01);
  const others = total === null ? amounts : [...amounts, total];
  const checked = amounts.find((tax) => tax > 0 && others.some((base) => base > tax && fits(tax, base)));
  if (checked !== undefined) return { value: checked, checked: true };
  const [only, more] = amounts;
  return only !== undefined && more === undefined && only > 0 ? { value: only, checked: false } : null;
}
