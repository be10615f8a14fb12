import type { RateBook } from "./rate-book.ts";

/** `factor`: minor units of one currency for one of another; `words`: of which day the rate is, and where from. */
export interface Exchange {
  factor: number;
  words: string;
}

/** The rate on the day of `from`; null when none is known. */
export function exchangeOf(
  book: RateBook,
  from: { currency: string; date: string },
  to: { currency: string },
): Exchange | null {
  const known = book.on(from.currency, to.currency, from.date);
  const factor = book.factor(from.currency, to.currency, from.date);
  if (!known || factor === null) return null;
  return { factor, words: `of ${known.day}, ${known.file === null ? "which you gave" : `from ${known.file}`}` };
}
