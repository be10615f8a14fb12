/** A day that a text may mean, as receipts write it. */
export interface FoundDay {
  day: string;
  /** What the figures alone leave open: "04/05/2026" is two days. */
  other: string | null;
  start: number;
}

/** First letters of the months in English, German, French, Italian, Spanish and Dutch, without accents. */
const MONTHS: readonly (readonly string[])[] = [
  ["jan", "ene", "gen"],
  ["feb", "fev"],
  ["mar", "maer", "mrt"],
  ["apr", "avr", "abr"],
  ["may", "mai", "mei", "mag"],
  ["jun", "juin", "giu"],
  ["jul", "juil", "lug"],
  ["aug", "aou", "ago"],
  ["sep", "set"],
  ["oct", "okt", "ott"],
  ["nov"],
  ["dec", "dez", "dic"],
];
const YEAR_FIRST = /(?<!\d)(20\d{2}|19\d{2})\s?[-./年]\s?(\d{1,2})\s?[-./月]\s?(\d{1,2})(?!\d)/g;
/** One sign between all: "#19- 24/07/2016" begins with the number of something else. */
const YEAR_LAST = /(?<![\d.,])(\d{1,2})\s?([-./])\s?(\d{1,2})\s?\2\s?(20\d{2}|19\d{2}|\d{2})(?![\d%]|[.,]\d)/g;
const DAY_MONTH = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.|er)?[ -]{0,2}([a-z]{3,10})\.?,?[ -]{0,2}(20\d{2}|\d{2})(?!\d)/g;
const MONTH_DAY = /(?<![a-z])([a-z]{3,10})\.? {0,2}(\d{1,2})(?:st|nd|rd|th)?,? {1,2}(20\d{2})(?!\d)/g;

/** Days in a folded line. @param monthFirst whether "04/05" is rather the fifth of April */
export function daysIn(line: string, monthFirst: boolean): FoundDay[] {
  const found: FoundDay[] = [];
  const add = (start: number, day: string | null, other: string | null = null) => {
    if (day ?? other) found.push({ day: (day ?? other)!, other: day ? other : null, start });
  };
  for (const { 1: year, 2: month, 3: day, index } of line.matchAll(YEAR_FIRST)) add(index, dayOf(year!, month!, day!));
  for (const { 1: a, 2: sign, 3: b, 4: year, index } of line.matchAll(YEAR_LAST)) {
    if (found.some(({ start }) => Math.abs(start - index) < 6)) continue;
    const [dayFirst, monthly] = [dayOf(year!, b!, a!), dayOf(year!, a!, b!)];
    // Points stand between day and month in that order everywhere.
    if (sign === ".") add(index, dayFirst);
    else if (monthFirst) add(index, monthly, dayFirst);
    else add(index, dayFirst, monthly);
  }
  for (const { 1: day, 2: name, 3: year, index } of line.matchAll(DAY_MONTH)) add(index, named(year!, name!, day!));
  for (const { 1: name, 2: day, 3: year, index } of line.matchAll(MONTH_DAY)) add(index, named(year!, name!, day!));
  return found.sort((one, other) => one.start - other.start);
}

function named(year: string, name: string, day: string): string | null {
  // "March" and "Mai" both begin with "ma".
  const at = MONTHS.findIndex((starts) => starts.some((start) => name.startsWith(start)));
  return at < 0 ? null : dayOf(year, String(at + 1), day);
}

function dayOf(year: string, month: string, day: string): string | null {
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
