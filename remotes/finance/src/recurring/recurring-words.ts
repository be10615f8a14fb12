import type { Every, Recurring, RecurringState } from "@tessera/contracts-finance/recurring.ts";

export const EVERY_WORDS: Record<Every, string> = {
  ...{ week: "Every week", fortnight: "Every two weeks", month: "Every month", quarter: "Every quarter" },
  year: "Every year",
};

export const VIEWS: Record<RecurringState, string> = { found: "To review", confirmed: "Confirmed", ignored: "Ignored" };
export const isView = (view: string | null): view is RecurringState => view !== null && view in VIEWS;

/** Its transactions: those of the payee in that account, and of that direction. */
export const transactionsOf = ({ payee, accountId, amount }: Recurring): string =>
  `/finance/transactions?${new URLSearchParams({
    ...{ payee: payee.id, account: accountId, direction: amount < 0 ? "out" : "in" },
  })}`;

/** One payment of it, as the list of transactions shows its day. */
export const transactionOf = (one: Recurring, date: string): string =>
  `${transactionsOf(one)}&${new URLSearchParams({ from: date, to: date })}`;
