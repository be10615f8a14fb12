import { TRANSFER_DAYS } from "@tessera/contracts-finance/limits.ts";
import type { TransferReason } from "@tessera/contracts-finance/transfers.ts";
import { fold } from "@tessera/rules";
import { daysApart } from "../matching/clearest.ts";
import type { Exchange } from "../rates/exchange.ts";

/** One side of what may be a transfer. */
export interface Side {
  id: string;
  date: string;
  /** Signed minor units. */
  amount: number;
  currency: string;
  account: { id: string; name: string; number: string | null };
  /** Number of the account on the other side, as the bank gives it. */
  counterparty: string | null;
  reference: string | null;
  /** Payee, note and reference; and folded, once for all that it is compared with. */
  text: string;
  folded: string;
}

/** Most points of each reason; 100 together. */
const MOST = { account: 30, amount: 25, dates: 20, text: 10, learned: 15 } as const;
const BY_DAYS_APART = [20, 18, 14, 10, 6, 3];
const POINTS_A_PAIR = 5;
/** Shortest number and name that are looked for in a text: shorter ones are found by chance. */
const MIN_NUMBER = 6;
const MIN_NAME = 4;
const MIN_WORD = 4;
/** Words for a transfer in statements of banks. */
const TRANSFER_WORDS = [
  ...["transfer", "umbuchung", "ubertrag", "dauerauftrag", "virement", "giroconto", "traspaso", "transferencia"],
  ...["overforing", "overforsel", "overboeking", "przelew wlasny", "own account", "eigenes konto"],
];

/**
 * What speaks for two sides being one transfer. @param learned pairs of these two accounts that the person linked
 * before @param exchange between two currencies
 */
export function reasonsFor(from: Side, to: Side, learned: number, exchange: Exchange | null): TransferReason[] {
  const amount = exchange ? ofExchange(from, to, exchange) : ofAmount(from, to);
  return [ofAccount(from, to), amount, ofDates(from, to), ofText(from, to), ofLearned(learned)];
}

/** Points that each part beyond two takes from the amount: many parts add up to some sum by chance. */
const POINTS_A_PART = 2;

/** What speaks for several parts being one transfer: of each reason what the weakest part has, and their exact sum. */
export function reasonsForSeveral(parts: readonly TransferReason[][]): TransferReason[] {
  return parts[0]!.map(({ name }, at) =>
    name === "amount"
      ? reason(name, MOST.amount - POINTS_A_PART * (parts.length - 2), `${parts.length} add up to the same amount`)
      : parts.map((reasons) => reasons[at]!).reduce((least, one) => (one.points < least.points ? one : least)),
  );
}

/**
 * Of some sides those that say they are a transfer, of whichever account: they name one of them, or the bank calls it
 * that.
 */
export function thoseSayingTransfer(sides: readonly Side[], accounts: readonly Side["account"][]): Side[] {
  const named = accounts.map((account) => ({ account, name: fold(account.name) }));
  return sides.filter(
    (side) =>
      TRANSFER_WORDS.some((word) => side.folded.includes(word)) ||
      named.some(
        ({ account, name }) => account.id !== side.account.id && (hasName(side, name) || namesNumber(side, account)),
      ),
  );
}

/** @param name folded */
const hasName = ({ folded }: Side, name: string): boolean => name.length >= MIN_NAME && folded.includes(name);

function namesNumber({ text, counterparty }: Side, { number }: Side["account"]): boolean {
  if (!number || number.length < MIN_NUMBER) return false;
  return (
    counterparty === number ||
    text
      .replace(/[\s.-]/g, "")
      .toUpperCase()
      .includes(number)
  );
}

const reason = (name: TransferReason["name"], points: number, words: string): TransferReason => ({
  ...{ name, points, of: MOST[name], words },
});

function ofAccount(from: Side, to: Side): TransferReason {
  for (const [side, other] of [
    [from, to],
    [to, from],
  ] as const) {
    if (namesNumber(side, other.account))
      return reason("account", MOST.account, `It names the number of ${other.account.name}`);
  }
  for (const [side, other] of [
    [from, to],
    [to, from],
  ] as const) {
    if (hasName(side, fold(other.account.name)))
      return reason("account", MOST.account / 2, `It names ${other.account.name}`);
  }
  return reason("account", 0, "Neither side names the other account");
}

function ofAmount(from: Side, to: Side): TransferReason {
  const fee = -from.amount - to.amount;
  return fee === 0
    ? reason("amount", MOST.amount, "The same amount")
    : reason("amount", 12, "A little less came in: a fee");
}

/** Share of the amount by which a bank's rate may be off that of the day. */
export const MAX_OFF_RATE = 0.03;
const NEAR_RATE = 0.01;

/** Share by which what came in is off what the rate says. */
export const offRate = (from: Pick<Side, "amount">, to: Pick<Side, "amount">, { factor }: Exchange): number =>
  Math.abs(to.amount / (-from.amount * factor) - 1);

function ofExchange(from: Side, to: Side, exchange: Exchange): TransferReason {
  const off = offRate(from, to, exchange);
  const share = (Math.round(off * 1000) / 10).toLocaleString("en");
  const words = `${off < 0.0005 ? "The amount" : `${share}% off the amount`} at the rate ${exchange.words}`;
  return reason("amount", off <= NEAR_RATE ? MOST.amount : off <= MAX_OFF_RATE ? 15 : 0, words);
}

function ofDates(from: Side, to: Side): TransferReason {
  const apart = daysApart(from.date, to.date);
  const words = apart === 0 ? "The same day" : apart === 1 ? "One day apart" : `${apart} days apart`;
  return reason("dates", apart > TRANSFER_DAYS ? 0 : (BY_DAYS_APART[apart] ?? 0), words);
}

function ofText(from: Side, to: Side): TransferReason {
  if (from.reference && from.reference.length >= MIN_WORD && from.reference === to.reference)
    return reason("text", MOST.text, "The same reference");
  const [one, other] = [from.folded, to.folded];
  if (TRANSFER_WORDS.some((word) => one.includes(word) || other.includes(word)))
    return reason("text", 7, "The bank calls it a transfer");
  const words = new Set(wordsOf(one));
  if (words.size && one === other) return reason("text", 8, "Both say the same");
  const shared = wordsOf(other).find((word) => words.has(word));
  return shared ? reason("text", 4, `Both say “${shared}”`) : reason("text", 0, "The texts have nothing in common");
}

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= MIN_WORD);

function ofLearned(learned: number): TransferReason {
  const points = Math.min(MOST.learned, learned * POINTS_A_PAIR);
  const pairs = learned === 1 ? "one pair" : `${learned} pairs`;
  return reason("learned", points, learned ? `You linked ${pairs} of these accounts` : "You linked no pair like it");
}
