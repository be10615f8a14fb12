import { MAX_SPLITS } from "@tessera/contracts-finance/limits.ts";
import type { Receipt } from "@tessera/contracts-finance/receipts.ts";

/**
 * Parts of a transaction as its receipt has lines; they add up to the amount. What the lines do not say (a tip, lines
 * beyond the most parts) is the last part.
 */
export function splitByLines({ lines }: Pick<Receipt, "lines">, amount: number): { amount: number; note: string }[] {
  const parts = lines
    .slice(0, MAX_SPLITS - 1)
    .map((line) => ({ amount: Math.sign(amount) * line.amount, note: line.text }));
  const rest = amount - parts.reduce((sum, part) => sum + part.amount, 0);
  return rest === 0 ? parts : [...parts, { amount: rest, note: "Rest" }];
}
