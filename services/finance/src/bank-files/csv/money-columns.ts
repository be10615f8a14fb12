import { parseDecimal, toMinor } from "../amount.ts";
import type { CsvRecord } from "./records.ts";

const MARKS = [".", ","] as const;
type Mark = (typeof MARKS)[number];

/** Of the steps from one row to the next, how many have to follow: a few rows may be missing. */
const FOLLOWS = 0.8;

const numberIn = ({ cells }: CsvRecord, column: number, mark: Mark): number | undefined => {
  const decimal = parseDecimal(cells[column] ?? "", mark);
  return decimal && toMinor(decimal, 4)?.minor;
};

/** Two columns of numbers of which each row fills one: money out and money in. */
export function sidesOf(
  data: CsvRecord[],
  isFree: (column: number) => boolean,
  isNumber: (cell: string) => boolean,
): [number, number] | undefined {
  const width = Math.max(0, ...data.map(({ cells }) => cells.length));
  const numbers = Array.from({ length: width }, (_, column) => column).filter((column) => {
    const filled = data.filter(({ cells }) => cells[column]);
    const isSide = filled.length > 0 && filled.length < data.length;
    return isFree(column) && isSide && filled.every(({ cells }) => isNumber(cells[column]!));
  });
  for (const [at, one] of numbers.entries())
    for (const other of numbers.slice(at + 1))
      if (data.every(({ cells }) => Boolean(cells[one]) !== Boolean(cells[other]))) return [one, other];
  return undefined;
}

/** Which of the two sides is money out, by the balance beside them, whether the file goes forward or back in time. */
export function debitOf(data: CsvRecord[], sides: [number, number], balance: number): number | undefined {
  for (const mark of MARKS)
    for (const debit of sides)
      for (const isForward of [true, false]) {
        const follows = data.slice(1).every((here, at) => {
          const before = data[at]!;
          const row = isForward ? here : before;
          const side = sides.find((column) => row.cells[column])!;
          const amount = numberIn(row, side, mark);
          const [from, to] = [numberIn(before, balance, mark), numberIn(here, balance, mark)];
          if (amount === undefined || from === undefined || to === undefined) return false;
          const moved = side === debit ? -Math.abs(amount) : Math.abs(amount);
          return isForward ? to - from === moved : from - to === moved;
        });
        if (follows && data.length > 1) return debit;
      }
  return undefined;
}

/**
 * Which of several columns of numbers is the amount, and which the balance that follows from it: after the entry, or
 * before it, as some banks write it.
 * @param amounts columns that may hold amounts; @param balances columns that may hold balances
 */
export function balanceOf(
  data: CsvRecord[],
  amounts: number[],
  balances: number[],
): { amount: number; balance: number; isAfter: boolean } | undefined {
  if (data.length < 3) return undefined;
  for (const amount of amounts)
    for (const balance of balances)
      for (const mark of amount === balance ? [] : MARKS) {
        const steps = { after: 0, afterBack: 0, before: 0, beforeBack: 0 };
        for (const [at, here] of data.slice(1).entries()) {
          const last = data[at]!;
          const [a, b] = [numberIn(last, amount, mark), numberIn(here, amount, mark)];
          const [from, to] = [numberIn(last, balance, mark), numberIn(here, balance, mark)];
          if (a === undefined || b === undefined || from === undefined || to === undefined || to === from) continue;
          if (to - from === b) steps.after += 1;
          if (from - to === a) steps.afterBack += 1;
          if (to - from === a) steps.before += 1;
          if (from - to === b) steps.beforeBack += 1;
        }
        const need = Math.max(2, (data.length - 1) * FOLLOWS);
        if (steps.after >= need || steps.afterBack >= need) return { amount, balance, isAfter: true };
        if (steps.before >= need || steps.beforeBack >= need) return { amount, balance, isAfter: false };
      }
  return undefined;
}
