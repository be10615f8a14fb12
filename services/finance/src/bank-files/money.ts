import { type DecimalMark, parseDecimal, toMinor } from "./amount.ts";
import { exponentOf } from "./currency.ts";

/** A sum of a file in minor units, or why it is none, as the end of a sentence. */
export type Money = { minor: number; rounded: boolean } | { wrong: string };

/** @param what names the number in the sentence: "amount", "balance" */
export function readMoney(text: string | undefined, currency: string, mark: DecimalMark, what = "amount"): Money {
  if (!text?.trim()) return { wrong: `it has no ${what}` };
  const exponent = exponentOf(currency);
  const decimal = parseDecimal(text, mark, exponent);
  const shown = text.trim().slice(0, 40);
  if (!decimal) return { wrong: `its ${what} “${shown}” is not a number this file would write` };
  return toMinor(decimal, exponent) ?? { wrong: `its ${what} “${shown}” is too large` };
}
