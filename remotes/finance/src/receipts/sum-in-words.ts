import type { Receipt } from "@tessera/contracts-finance/receipts.ts";

/** What the lines of a receipt add up to, beside its total; null where there is nothing to compare. */
export function sumInWords(
  lines: Receipt["lines"],
  total: Receipt["total"],
  shown: (amount: number) => string,
): { agrees: boolean; words: string } | null {
  if (!lines.length) return null;
  const sum = lines.reduce((all, { amount }) => all + amount, 0);
  const says = `The lines add up to ${shown(sum)}`;
  if (total === null) return { agrees: false, words: `${says}; the receipt has no total yet.` };
  if (sum === total) return { agrees: true, words: `${says}, the total.` };
  return {
    agrees: false,
    words: `${says}, ${shown(Math.abs(total - sum))} ${sum < total ? "less" : "more"} than the total.`,
  };
}
