// Pure, and written so that Node can strip its types: it runs in a process of its own.
import { decimalsOf } from "@tessera/contracts-finance/currencies.ts";
import { MAX_NAME_LENGTH, MAX_RECEIPT_LINES } from "@tessera/contracts-finance/limits.ts";
import type { FoundValue } from "@tessera/contracts-finance/receipts.ts";
import { fold } from "@tessera/rules";
import { amountsIn } from "./amounts.ts";
import { daysIn, type FoundDay } from "./dates.ts";
import { findLines, type ReceiptLine } from "./lines.ts";
import { findTax } from "./tax.ts";
import {
  AMERICAN,
  CARDS,
  CASH,
  CHANGE,
  COMPANIES,
  CURRENCIES,
  CURRENCY_WORDS,
  DAY_WORDS,
  NETS,
  NO_NAME,
  NO_TOTAL,
  NOT_AMERICAN,
  OTHER_DAYS,
  PAYMENTS,
  TAX_WITHIN,
  TAXES,
  TOTALS,
  WITHOUT_TAX,
} from "./words.ts";

/** What is looked at of a text: receipts of a whole week's shopping have 300 lines. */
const MAX_TEXT = 60_000;
const MAX_TEXT_LINES = 2_000;
const MAX_LINE = 300;
/** Lines at the top among which the name of the shop is. */
const HEAD = 8;
const DAY_MS = 86_400_000;

export interface ReceiptText {
  text: string;
  /** The day on which the receipt came in, or was photographed: it was written no later. */
  seen: string;
  /** Payees of the person, by name and alias: the shop is rather one of them. */
  payees: readonly { name: string; spellings: readonly string[] }[];
  /** The currency that the person's accounts are mostly in, where the text says none. */
  currency: string;
}

export interface ReadReceipt {
  merchant: FoundValue<string> | null;
  date: FoundValue<string> | null;
  currency: FoundValue<string>;
  /** Minor units. */
  total: FoundValue<number> | null;
  tax: FoundValue<number> | null;
  lines: ReceiptLine[];
}

/** A line with what is compared of it. */
export interface TextLine {
  at: number;
  text: string;
  folded: string;
  amounts: ReturnType<typeof amountsIn>;
}

/** What a receipt says, as far as its text can be read; each value with how sure it is (0–100), and why. */
export function readReceipt({ text, seen, payees, currency: usual }: ReceiptText): ReadReceipt {
  const raw = text
    .slice(0, MAX_TEXT)
    .split(/\r\n|[\r\n\u2028\f]/, MAX_TEXT_LINES)
    .map((line) =>
      line
        .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
        .replace(/\s+/g, " ")
        .trim()
        .slice(0, MAX_LINE)
        .toWellFormed(),
    )
    .filter(Boolean);
  const folded = raw.map(fold);
  const currency = findCurrency(raw, folded, usual);
  const decimals = decimalsOf(currency.value);
  const lines = raw.map((line, at): TextLine => {
    // A day with points is no amount: "24.12.26".
    const bare = line.replace(/\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?/g, (day) =>
      " ".repeat(day.length),
    );
    return { at, text: line, folded: folded[at]!, amounts: amountsIn(bare, decimals) };
  });
  const total = findTotal(lines);
  const found = findLines(lines, total?.at ?? lines.length);
  const sum = found.reduce((all, { amount }) => all + amount, 0);
  const agrees = total !== null && found.length > 1 && sum === total.value;
  return {
    merchant: findMerchant(lines, payees),
    date: findDate(lines, seen, currency.value),
    currency,
    total: total && {
      value: total.value,
      confidence: agrees ? Math.max(total.confidence, 97) : total.confidence,
      reason: agrees ? `${total.reason}, and the lines add up to it` : total.reason,
    },
    tax: findTax(lines, total?.value ?? null),
    lines: found.slice(0, MAX_RECEIPT_LINES),
  };
}

const sure = <T>(value: T, confidence: number, reason: string): FoundValue<T> => ({ value, confidence, reason });

function findCurrency(raw: readonly string[], folded: readonly string[], usual: string): FoundValue<string> {
  const withCents = raw.filter((line) => /\d[.,]\d{2}(?![\d.,])/.test(line)).length;
  const counts = CURRENCIES.map(([code, pattern]) => {
    const hits = raw.filter((line) => pattern.test(line.toLowerCase()));
    // A smudge is read as a sign of yen: there are no hundredths of those.
    if (decimalsOf(code) === 0 && withCents > hits.length + 1) return { code, score: 0 };
    const nearTotal = hits.some((line) => TOTALS.slice(0, 2).some((total) => total.test(fold(line))));
    return { code, score: hits.length + (nearTotal ? 10 : 0) };
  }).filter(({ score }) => score > 0);
  // A sign of dollars is that of Canada and Australia too.
  const named = counts.filter(({ code }) => code === "CAD" || code === "AUD");
  const best = (named.length ? [...named, ...counts.filter(({ code }) => code !== "USD")] : counts).sort(
    (one, other) => other.score - one.score,
  )[0];
  if (best) return sure(best.code, best.score >= 10 ? 95 : 80, `The receipt says ${best.code}`);
  if (folded.some((line) => /(?<![\p{L}])fr\.? ?\d/u.test(line))) return sure("CHF", 70, "Amounts in francs");
  const said = CURRENCY_WORDS.find(([, pattern]) => folded.some((line) => pattern.test(line)));
  if (said && said[0] === usual) return sure(usual, 70, "Its words, and your accounts");
  if (said && said[0] === "EUR" && usual !== "CHF") return sure("EUR", 45, "Its words; no currency is said");
  return sure(usual, 40, "No currency is said; your accounts have this one");
}

interface Total extends FoundValue<number> {
  at: number;
}

/**
 * The amount beside the surest word for a total; what was handed over, given back, or paid by card is none. Where two
 * say the same, both are surer.
 */
function findTotal(lines: readonly TextLine[]): Total | null {
  const candidates = lines.flatMap((line): (Total & { rank: number })[] => {
    const found = TOTALS.findIndex((words) => words.test(line.folded));
    // "Total paid" may be what was handed over.
    const isPaid = found === 1 && CASH.test(line.folded);
    const rank = isPaid ? 2 : found;
    if (rank < 0 || WITHOUT_TAX.test(line.folded) || TAX_WITHIN.test(line.folded)) return [];
    if ((NO_TOTAL.test(line.folded) && rank > 0) || CHANGE.test(line.folded)) return [];
    if (TAXES.test(line.folded) && rank > 0 && !/(\binc|inkl|ttc)/.test(line.folded)) return [];
    if (rank > 1 && !isPaid && (PAYMENTS.test(line.folded) || NETS.test(line.folded))) return [];
    const beside = line.amounts.at(-1);
    // The amount may be printed below, in larger letters.
    const next = lines[line.at + 1];
    const below = !beside && next && !/\p{L}{4}/u.test(next.folded) ? next.amounts.at(-1) : undefined;
    const amount = beside ?? below;
    if (!amount || amount.value === 0) return [];
    const word = TOTALS[found]!.exec(line.folded)?.[0] ?? "";
    return [{ ...sure(amount.value, [92, 85, 60][rank]!, `Beside “${word}”`), at: line.at, rank }];
  });
  const paid = paidAmount(lines);
  const weight = ({ rank, value }: { rank: number; value: number }) =>
    [6, 4, 2][rank]! +
    (paid?.value === value ? 3 : 0) +
    candidates.filter((other) => other.value === value).length * 0.5;
  const best = candidates.toSorted((one, other) => weight(other) - weight(one) || other.value - one.value)[0];
  if (best) {
    const agrees = paid?.value === best.value;
    const clash = candidates.some(({ rank, value }) => rank === best.rank && value !== best.value);
    const confidence = best.confidence + (agrees ? 5 : 0) - (clash && !agrees ? 20 : 0);
    return { ...best, confidence, reason: agrees ? `${best.reason}, and it was paid` : best.reason };
  }
  if (paid) return paid;
  const cash = lines.find(({ folded, amounts }) => CASH.test(folded) && (amounts.at(-1)?.value ?? 0) > 0);
  if (cash && !lines.some(({ folded }) => CHANGE.test(folded)))
    return { ...sure(cash.amounts.at(-1)!.value, 45, "What was handed over; no change is said"), at: cash.at };
  const largest = Math.max(
    ...lines
      .filter(({ folded }) => !PAYMENTS.test(folded) && !TAXES.test(folded))
      .map(({ amounts }) => Math.max(...amounts.map(({ value }) => value))),
  );
  // It may be that of a line: none of them ends there.
  return largest > 0
    ? { ...sure(largest, 30, "The largest amount; no word for a total was found"), at: lines.length }
    : null;
}

/** What was paid: by card, else what was handed over less what came back. */
function paidAmount(lines: readonly TextLine[]): Total | null {
  const amountOf = (words: RegExp, without?: RegExp) =>
    lines.find(({ folded, amounts }) => words.test(folded) && !without?.test(folded) && amounts.length > 0);
  const [cash, change] = [amountOf(CASH, CHANGE), amountOf(CHANGE)];
  if (cash && change) {
    const value = cash.amounts.at(-1)!.value - Math.abs(change.amounts.at(-1)!.value);
    if (value > 0)
      return { ...sure(value, 70, "What was handed over less the change"), at: Math.min(cash.at, change.at) };
  }
  const card = amountOf(CARDS, CHANGE);
  const value = card?.amounts.at(-1)?.value ?? 0;
  return card && value > 0 ? { ...sure(value, 65, "What was paid by card"), at: card.at } : null;
}

/** The day of the purchase: beside a word for it, or with a time of day, and not in the future. */
function findDate(lines: readonly TextLine[], seen: string, currency: string): FoundValue<string> | null {
  const says = (words: RegExp) => lines.some(({ folded }) => words.test(folded));
  const isAmerican =
    (currency === "USD" || (currency !== "GBP" && says(AMERICAN))) && (currency === "CAD" || !says(NOT_AMERICAN));
  const latest = new Date(Date.parse(`${seen}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const isPast = (day: string) => day <= latest && day >= "1990-01-01";
  const days = lines.flatMap(({ folded, at }) =>
    daysIn(folded, isAmerican).flatMap((found) => {
      const day = [found.day, found.other].find((one): one is string => one !== null && isPast(one));
      if (!day) return [];
      const isOpen = found.other !== null && isPast(found.other) && isPast(found.day);
      return [{ ...dayWeight(found, folded, lines[at - 1]?.folded ?? ""), day, isOpen }];
    }),
  );
  const best = days.toSorted((one, other) => other.weight - one.weight)[0];
  if (!best) return null;
  const isSaidTwice = days.filter(({ day }) => day === best.day).length > 1;
  const confidence = Math.min(98, best.confidence + (isSaidTwice ? 5 : 0)) - (best.isOpen ? 25 : 0);
  return sure(
    best.day,
    confidence,
    best.isOpen ? `${best.reason}; day and month may be the other way round` : best.reason,
  );
}

function dayWeight({ start }: FoundDay, folded: string, before: string) {
  if (OTHER_DAYS.test(folded)) return { weight: 0, confidence: 30, reason: "A day, but rather not of the purchase" };
  if (DAY_WORDS.test(folded.slice(0, start))) return { weight: 4, confidence: 92, reason: "Beside a word for the day" };
  if (/\d{1,2}[:.h]\d{2}/.test(folded.replace(/\d+[./-]\d+[./-]\d+/g, ""))) {
    return { weight: 3, confidence: 90, reason: "A day with a time" };
  }
  if (DAY_WORDS.test(before)) return { weight: 2, confidence: 85, reason: "Below a word for the day" };
  return { weight: 1, confidence: 75, reason: "The only day without another meaning" };
}

const STREETS =
  /str\.|strasse|str |street|road|avenue|\bave\b|\brue\b|platz|weg |\bst\.? |\bblvd|allee|gasse|via |plaza |lane/u;
const ADDRESSES = /\b(?:jalan|jln|lorong)\b|^(?:lot|no|unit|level|block)[ .]{1,2}\w*\d/u;
const isStreet = (folded: string) => (STREETS.test(folded) || ADDRESSES.test(folded)) && !COMPANIES.test(folded);
const CONTACTS = /\b\d{4,6} \p{L}|@|www\.|https?:/u;
/** Numbers of registers, and greetings. */
const NUMBERS = /^(?:tel|fax|ust|vat|siret|gst|thank|welcome)|\b(?:co|company|reg|gst)\b.{0,5}\b(?:reg|no)\b/u;

/** A payee that the person knows, named at the top; else the first line that is a name. */
function findMerchant(lines: readonly TextLine[], payees: ReceiptText["payees"]): FoundValue<string> | null {
  const head = lines.slice(0, HEAD);
  const bare = head.map(({ folded }) => folded.replace(/[^\p{L}\p{N}]+/gu, " ").trim());
  const known = payees
    .flatMap(({ name, spellings }) => [name, ...spellings].map((one) => ({ name, key: keyOf(one) })))
    .filter(({ key }) => key.length >= 4)
    .sort((one, other) => other.key.length - one.key.length)
    .find(({ key }) => bare.some((line) => ` ${line} `.includes(` ${key} `)));
  if (known) return sure(known.name, 95, "A payee of yours, named at the top");
  const names = head.flatMap(({ at, folded, text, amounts }): Name[] => {
    const name = nameIn(text);
    if (!/\p{L}{3}/u.test(name) || NUMBERS.test(folded) || CONTACTS.test(fold(name))) return [];
    if (NO_NAME.test(folded) && bare[at]!.split(" ").length < 4) return [];
    if ((name.match(/\d/g)?.length ?? 0) > name.length / 3) return [];
    const isCompany = COMPANIES.test(folded);
    if (amounts.length > 0 || isStreet(folded) || daysIn(folded, false).length > 0) return [];
    return [{ at, name, isCompany }];
  });
  const street = head.find(({ folded }) => isStreet(folded))?.at ?? HEAD;
  const company = names.find(({ isCompany }) => isCompany);
  // Below the street are town and country.
  const best = company ?? names.find(({ at }) => at < street);
  if (!best) return null;
  const [above, below] = [best.at - 1, best.at + 1].map((at) => names.find((one) => one.at === at)?.name);
  const parts = [
    above && (isPart(best.name) || OPEN.test(above)) ? above : "",
    best.name,
    below && OPEN.test(best.name) ? below : "",
  ];
  const value = parts.filter(Boolean).join(" ").slice(0, MAX_NAME_LENGTH).trim();
  if (company) return sure(value, 80, "A company, named at the top");
  return sure(value, best.at === 0 ? 80 : 65, best.at === 0 ? "The first line" : "The first name at the top");
}

interface Name {
  at: number;
  name: string;
  isCompany: boolean;
}
/** A name that the next line continues. */
const OPEN = /[&,+]$/u;
/** Whether a line is the end of a name alone: "CO. (M) SDN BHD". */
const isPart = (name: string) => !/\p{L}{3}/u.test(fold(name).replaceAll(ALL_COMPANIES, ""));
const ALL_COMPANIES = new RegExp(COMPANIES, "gu");

const keyOf = (name: string) =>
  fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** A line without what frames it; letters that stand apart are one word. */
function nameIn(text: string): string {
  const name = text
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.)!&]+$/gu, "")
    // The number of a company in the register: "(1248717-W)".
    .replace(/\s*\((?:co\.? ?no\.? ?:? ?)?[a-z\d]*\d{4}[^)]*\)?$/iu, "");
  return /^(?:\p{L} )+\p{L}$/u.test(name) ? name.replaceAll(" ", "") : name;
}
