/** Order of day, month and year in a date that is written in numbers. */
export type DateOrder = "DMY" | "MDY" | "YMD";

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Two-digit years from here on are of the 20th century; as POSIX has it. */
const PIVOT = 69;

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

export const daysIn = (year: number, month: number): number => (month === 2 && !isLeap(year) ? 28 : DAYS[month - 1]!);

/** YYYY-MM-DD, or undefined when there is no such day. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  if (!(year >= 1900 && year <= 2199 && month >= 1 && month <= 12 && day >= 1)) return undefined;
  if (day > daysIn(year, month)) return undefined;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** A year of two to four digits. Three are what programs wrote that count from 1900: "099", "104". */
export function yearOf(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  if (digits.length === 3) return 1900 + year;
  return year < PIVOT ? 2000 + year : 1900 + year;
}

/** YYYYMMDD at the start of a text, whatever follows: OFX, and the "Dt" and "DtTm" of CAMT. */
export function parseCompact(text: string): string | undefined {
  const parts = /^\s*(\d{4})-?(\d\d)-?(\d\d)/u.exec(text);
  return parts ? dayOf(Number(parts[1]), Number(parts[2]), Number(parts[3])) : undefined;
}

/** The three numbers of a date, before anybody knows which is which. */
export interface DateParts {
  parts: [string, string, string];
  separator: string;
  /** Set when a month was written as a word: only its place says which part is which. */
  month?: number;
}

const NUMBERS = /^\D{0,3}?(\d{1,4})\s*([-/.'年 ])\s*(\d{1,2})\s*([-/.'月 ])\s*(\d{1,4})(?!\d)/u;
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?!\d)/u;
const DAY_WORD =
  /^(?:\p{L}+,\s*)?(\d{1,2})(?:st|nd|rd|th|er|º)?[\s\-/.]*(?:de\s+)?(\p{L}{3,})[\s\-/,.]*(?:de\s+)?(\d{4}|\d\d)(?!\d)/iu;
const WORD_DAY = /^(?:\p{L}+,\s*)?(\p{L}{3,})\.?[\s\-/]*(\d{1,2})(?:st|nd|rd|th)?[\s,\-/]+(\d{4}|\d\d)(?!\d)/iu;
const YEAR_WORD = /^(\d{4})[\s\-/.](\p{L}{3,})\.?[\s\-/.](\d{1,2})(?!\d)/u;

/** What may follow the date in the same field: a time, a zone. Digits after it are not part of a date. */
const TIME_BEHIND = /^(?:[日T,;\s]|$|\()/u;

/** @param loose for fields that are known to be dates: other words may follow without a space */
export function splitDate(text: string, loose = false): DateParts | undefined {
  const trimmed = text.slice(0, 100).trim();
  const behind = (match: RegExpExecArray) => loose || TIME_BEHIND.test(trimmed.slice(match[0].length));
  const numbers = NUMBERS.exec(trimmed) ?? COMPACT.exec(trimmed);
  if (numbers && behind(numbers)) {
    const [first, separator, second, , third] = numbers.length > 4 ? numbers.slice(1) : withSeparators(numbers);
    return { parts: [first!, second!, third!], separator: separator! };
  }
  const dayWord = DAY_WORD.exec(trimmed);
  const dayMonth = dayWord && MONTHS.get(plain(dayWord[2]!));
  if (dayWord && dayMonth && behind(dayWord))
    return { parts: [dayWord[1]!, String(dayMonth), dayWord[3]!], separator: "word", month: dayMonth };
  const wordDay = WORD_DAY.exec(trimmed);
  const wordMonth = wordDay && MONTHS.get(plain(wordDay[1]!));
  if (wordDay && wordMonth && behind(wordDay))
    return { parts: [wordDay[2]!, String(wordMonth), wordDay[3]!], separator: "word", month: wordMonth };
  const yearWord = YEAR_WORD.exec(trimmed);
  const yearMonth = yearWord && MONTHS.get(plain(yearWord[2]!));
  if (yearWord && yearMonth && behind(yearWord))
    return { parts: [yearWord[3]!, String(yearMonth), yearWord[1]!], separator: "word", month: yearMonth };
  return undefined;
}

const withSeparators = (match: RegExpExecArray) => [match[1], "", match[2], "", match[3]];

/** The day that the parts are when they stand in this order, or undefined. */
export function inOrder(date: DateParts, order: DateOrder): string | undefined {
  const [a, b, c] = date.parts;
  if (date.month) return dayOf(yearOf(c), date.month, Number(a));
  if (a.length >= 3 || order === "YMD") return a.length === 1 ? undefined : dayOf(yearOf(a), Number(b), Number(c));
  if (c.length === 1) return undefined;
  return order === "DMY" ? dayOf(yearOf(c), Number(b), Number(a)) : dayOf(yearOf(c), Number(a), Number(b));
}

export const parseDate = (text: string, order: DateOrder, loose = false): string | undefined => {
  const parts = splitDate(text, loose);
  return parts && inOrder(parts, order);
};

const plain = (word: string) => word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Months by name, long and short, in the languages of the banks people have. */
const MONTHS = new Map<string, number>();
const LOCALES = "en de fr es it nl pt pl cs sk hu ro sv da nb fi tr hr sl et lv lt id".split(" ");
for (const locale of LOCALES)
  for (const form of ["long", "short"] as const)
    for (const day of [true, false])
      for (let month = 0; month < 12; month += 1) {
        const options = { month: form, ...(day && { day: "numeric" as const }), timeZone: "UTC" };
        const parts = new Intl.DateTimeFormat(locale, options).formatToParts(new Date(Date.UTC(2021, month, 1)));
        const name = plain(parts.find(({ type }) => type === "month")!.value).replace(/\.$/u, "");
        if (/^\p{L}{3,}$/u.test(name) && !MONTHS.has(name)) MONTHS.set(name, month + 1);
      }
