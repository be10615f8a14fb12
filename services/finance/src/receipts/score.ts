import { RECEIPT_DAYS } from "@tessera/contracts-finance/limits.ts";
import type { ReceiptReason } from "@tessera/contracts-finance/receipts.ts";
import { fold } from "@tessera/rules";
import { daysApart } from "../matching/clearest.ts";

/** What is compared of a receipt; `total` in minor units of `currency`. */
export interface ReceiptSide {
  merchant: string | null;
  date: string | null;
  currency: string;
  total: number;
}
/** What is compared of a transaction. */
export interface BookedSide {
  date: string;
  /** Minor units, signed. */
  amount: number;
  currency: string;
  /** What was paid in another currency, as the bank says; minor units, signed. */
  original: { amount: number; currency: string } | null;
  /** The total of the receipt in the currency of the transaction, at the rate of its day; minor units. */
  atRate: number | null;
  /** Where a rate that the person gave is from; null: the rate is that of payments near it. */
  rateWords: string | null;
  /** The bank's text names the total of the receipt in its currency. */
  namesTotal: boolean;
  /** Names and aliases of the payee, and how the bank wrote it. */
  names: readonly string[];
}

/** Most points of each reason; 100 together. */
const MOST = { amount: 45, dates: 25, merchant: 30 } as const;
/** By days that the transaction is booked after the receipt. */
const BY_DAYS_LATE = [25, 23, 21, 18, 14, 11, 9, 7, 5, 4, 3];
/** A receipt may bear the day of the delivery. */
const BY_DAYS_EARLY = [25, 14, 8, 4];
const WITHOUT_DAY = 8;
/** Share of the total by which a transaction may be less: a discount at the till, a rounding. */
export const MAX_LESS = 0.02;
/** Share of the total that a tip may be. */
export const MAX_TIP = 0.25;
/** Share by which a bank's rate may be off that of other payments near it. */
export const MAX_OFF_RATE = 0.03;
const NEAR_RATE = 0.01;
/** Days that a transaction may be before the receipt. */
export const MAX_EARLY = BY_DAYS_EARLY.length - 1;
const MIN_WORD = 4;
/** Pairs of letters in common, of all, from which two names are spellings of one: a recogniser misreads letters. */
const ALIKE = 0.6;
/** Legal forms and words that half of all shops have in their names. */
const COMMON = new Set(["gmbh", "markt", "store", "stores", "shop", "filiale", "cafe", "restaurant", "hotel", "card"]);

/** What speaks for a receipt and a transaction being one purchase. */
export const reasonsFor = (receipt: ReceiptSide, booked: BookedSide): ReceiptReason[] => [
  ofAmount(receipt, booked),
  ofDates(receipt, booked),
  ofMerchant(receipt, booked),
];

const reason = (name: ReceiptReason["name"], points: number, words: string): ReceiptReason => ({
  ...{ name, points, of: MOST[name], words },
});

function ofAmount(receipt: ReceiptSide, booked: BookedSide): ReceiptReason {
  const { original, atRate } = booked;
  if (receipt.currency === booked.currency) return ofPaid(receipt, -booked.amount, "The same amount");
  if (original?.currency === receipt.currency)
    return ofPaid(receipt, -original.amount, `The same amount in ${receipt.currency}, as the bank's file says`);
  if (!booked.namesTotal && atRate !== null) {
    const apart = Math.abs(-booked.amount - atRate) / Math.abs(atRate);
    const within = apart <= NEAR_RATE ? 34 : apart <= MAX_OFF_RATE ? 28 : 0;
    const rate = booked.rateWords ?? "of other payments of these days";
    return reason("amount", within, `The amount at the rate ${rate}`);
  }
  return reason("amount", 34, `The bank names the amount in ${receipt.currency}`);
}

function ofPaid(receipt: ReceiptSide, paid: number, same: string): ReceiptReason {
  const more = paid - receipt.total;
  if (more === 0) return reason("amount", MOST.amount, same);
  const share = Math.abs(more) / Math.abs(receipt.total);
  if (more < 0) return reason("amount", share <= MAX_LESS ? 25 : 0, "A little less was paid");
  if (share <= 0.2) return reason("amount", 30, "A little more was paid: a tip, or a fee");
  return reason("amount", share <= MAX_TIP ? 22 : 0, "More was paid: a large tip");
}

function ofDates({ date }: ReceiptSide, booked: BookedSide): ReceiptReason {
  if (date === null) return reason("dates", WITHOUT_DAY, "No day was found on the receipt");
  const apart = daysApart(date, booked.date);
  if (apart === 0) return reason("dates", MOST.dates, "The same day");
  const days = apart === 1 ? "One day" : `${apart} days`;
  if (booked.date < date) return reason("dates", BY_DAYS_EARLY[apart] ?? 0, `Booked ${days.toLowerCase()} before`);
  const points = apart > RECEIPT_DAYS ? 0 : (BY_DAYS_LATE[apart] ?? 0);
  return reason("dates", points, `Booked ${days.toLowerCase()} later`);
}

function ofMerchant({ merchant }: ReceiptSide, { names }: BookedSide): ReceiptReason {
  const key = merchant === null ? "" : bare(merchant);
  if (key === "") return reason("merchant", 0, "No shop was found on the receipt");
  const others = names.map(bare).filter(Boolean);
  const within = others.find((other) => holds(other, key) || (other.length >= MIN_WORD && holds(key, other)));
  if (within !== undefined) return reason("merchant", MOST.merchant, "The shop is the payee");
  const words = new Set(wordsOf(key));
  const shared = others.flatMap(wordsOf).find((word) => words.has(word));
  if (shared !== undefined) return reason("merchant", 22, `Both say “${shared}”`);
  if (others.some((other) => likeness(key, other) >= ALIKE))
    return reason("merchant", 20, "The shop and the payee are written alike");
  return reason("merchant", 0, "The payee has another name");
}

const bare = (name: string) =>
  fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
const holds = (text: string, part: string) => ` ${text} `.includes(` ${part} `);
const wordsOf = (text: string) =>
  text.split(" ").filter((word) => word.length >= MIN_WORD && /\p{L}/u.test(word) && !COMMON.has(word));

/** Dice's coefficient of the pairs of letters of two names, 0–1. */
function likeness(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  if (a.size === 0 || b.size === 0) return 0;
  return (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size);
}

const pairsOf = (name: string) =>
  new Set(Array.from({ length: Math.max(0, name.length - 1) }, (_, at) => name.slice(at, at + 2)));
