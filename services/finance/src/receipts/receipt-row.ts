import type {
  Receipt,
  ReceiptField,
  ReceiptFound,
  ReceiptLine,
  ReceiptState,
} from "@tessera/contracts-finance/receipts.ts";
import type { Transaction } from "@tessera/contracts-finance/transactions.ts";
import { sql } from "drizzle-orm";

/** A row of finance.receipt with its link; `bigint` arrives as text. */
export interface ReceiptRow extends Record<string, unknown> {
  id: string;
  merchant: string | null;
  date: string | null;
  currency: string;
  total: string | null;
  tax: string | null;
  lines: ReceiptLine[];
  /** With the lines as they were read, once the person or a later reading set them. */
  found: ReceiptFound & { lines?: ReceiptLine[] };
  by_hand: (ReceiptField | "lines")[];
  from_mail: boolean;
  version: number;
  at: string;
  transaction_id: string | null;
  automatic: boolean | null;
}

/** Receipts `c` of a condition that follows, with their links `l`. */
export const RECEIPTS = sql.raw(`
  select c.id, c.merchant, c.date::text as date, c.currency, c.total, c.tax, c.lines, c.found, c.by_hand, c.from_mail, c.version,
    c.created_at as at, l.transaction_id, l.automatic
  from finance.receipt c left join finance.receipt_link l on l.receipt_id = c.id`);

const figure = (value: string | null) => (value === null ? null : Number(value));

export function shownReceipt(row: ReceiptRow, transaction: Transaction | null, state: ReceiptState): Receipt {
  const { lines: _, ...found } = row.found;
  return {
    ...{ id: row.id, merchant: row.merchant, date: row.date, currency: row.currency },
    ...{ total: figure(row.total), tax: figure(row.tax), lines: row.lines, found },
    byHand: row.by_hand.filter((field) => field !== "lines"),
    linesByHand: row.by_hand.includes("lines"),
    ...{ state, transaction, automatic: row.automatic ?? false, mail: row.from_mail, version: row.version },
    at: new Date(row.at).toISOString(),
  };
}
