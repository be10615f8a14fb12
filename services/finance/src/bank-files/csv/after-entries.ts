import { isData, isDate } from "./layout.ts";
import type { ColumnRole } from "./profile.ts";

const TOTALS =
  /^\W*(?:sub)?(?:totals?|summe|gesamt|sum|suma|somme|totale|totaal|end|(?:opening |closing )?balance|\p{L}{0,10} ?(?:saldo|kontostand))\b/iu;

/** Sums and words below the entries are no entries. */
export function isNoEntry(cells: string[], columns: (ColumnRole | null)[]): boolean {
  const filled = cells.filter(Boolean);
  const hasDate = isData(cells, columns) || filled.some(isDate);
  return !hasDate && (filled.length <= 2 || filled.some((cell) => TOTALS.test(cell)));
}

/** Whether a line only says more about the entry above it: words, where its text stands. */
export function continues(cells: string[], columns: (ColumnRole | null)[]): boolean {
  const filled = cells.flatMap((cell, at) => (cell ? [at] : []));
  const isText = (at: number) => columns[at] === "memo" || columns[at] === "payee";
  return filled.length > 0 && filled.every((at) => isText(at) && !TOTALS.test(cells[at]!)) && columns[0] !== "memo";
}
