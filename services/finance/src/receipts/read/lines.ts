import { MAX_RECEIPT_LINE_LENGTH } from "@tessera/contracts-finance/limits.ts";
import type { TextLine } from "./read-receipt.ts";
import { CARDS, CASH, CHANGE, NO_TOTAL, TAXES, TOTALS } from "./words.ts";

/** What was bought, and for how much; discounts are negative. */
export interface ReceiptLine {
  text: string;
  amount: number;
}

/** Signs behind an amount: the rate of the tax, a star, the currency. */
const BEHIND = /^\s*(?:[€$£¥]|eur|chf|usd|gbp|kr|円|zł)?\s*[*#]?\s*[a-z]?[0-9]?\s*[*#]?$/iu;
const QUANTITY = /^\s*\d+(?:[.,]\d{1,3})?\s*(?:x|\*|×|@|stk|st|kg|pcs|a)\s*/iu;
/** What stands between lines and is none, though amounts are in it. */
const SPARED = /^(?:\/|per |je |eur\/kg|kg |\d+[.,]\d+ kg)/;

/** Lines above the total that end with an amount and have a text. @param end the line of the total */
export function findLines(lines: readonly TextLine[], end: number): ReceiptLine[] {
  const found: ReceiptLine[] = [];
  for (const line of lines.slice(0, end)) {
    const amount = line.amounts.at(-1);
    if (!amount || !BEHIND.test(line.text.slice(amount.end)) || SPARED.test(line.folded)) continue;
    if (isNone(line.folded)) continue;
    const text = textOf(line.text.slice(0, amount.start));
    const above = lines[line.at - 1];
    // "2 x 1,50   3,00" below the line that says of what.
    if (letters(text) < 2) {
      if (above && above.amounts.length === 0 && letters(above.text) >= 3 && !isNone(above.folded) && found.length)
        found.push({ text: cut(above.text), amount: amount.value });
      continue;
    }
    found.push({ text: cut(text), amount: amount.value });
  }
  return found;
}

const isNone = (folded: string) =>
  (NO_TOTAL.test(folded) && !/rabatt|discount|remise|tip|trinkgeld|pourboire|gratuity|artikel|points?/.test(folded)) ||
  [...TOTALS.slice(0, 2), CASH, CHANGE].some((words) => words.test(folded)) ||
  (TAXES.test(folded) && /%/.test(folded)) ||
  (CARDS.test(folded) && !/\d{2} ?x/.test(folded));

const letters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;
const cut = (text: string) => text.slice(0, MAX_RECEIPT_LINE_LENGTH).trim();
const textOf = (text: string) =>
  text
    .replace(QUANTITY, "")
    .replace(/\s*(?:[€$£¥]|EUR|CHF|USD|GBP)\s*$/u, "")
    .replace(/[\s.·:_-]+$/u, "")
    // "2 x 1,50" in front of the whole price.
    .replace(/\s+\d+\s?[x×*]\s?\d+[.,]\d{2}\s*(?:€|EUR)?$/iu, "")
    .trim();
