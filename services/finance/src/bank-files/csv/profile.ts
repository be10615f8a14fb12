import type { DateOrder } from "../dates.ts";

/** What a column of a CSV file holds. */
export type ColumnRole =
  | "date"
  | "valueDate"
  | "amount"
  | "debit"
  | "credit"
  | "direction"
  | "currency"
  /** Who is paid, where "payer" says who pays; else the other side, whichever way the money goes. */
  | "payee"
  | "payer"
  | "memo"
  | "reference"
  | "importId"
  | "checkNumber"
  | "category"
  | "subcategory"
  | "tags"
  | "type"
  | "status"
  | "balance"
  | "fee"
  /** What was paid in another currency. */
  | "originalAmount"
  | "originalCurrency"
  /** Of the payee, where "payerAccount" is the payer's; else of the other side. */
  | "counterpartyAccount"
  | "payerAccount"
  | "counterpartyBank"
  | "account";

/**
 * How a CSV file is read. All of it is detected, shown to a person, corrected and saved per bank. It fits files of the
 * same bank: columns are found again by `header` when it has names, otherwise by position.
 */
export interface CsvProfile {
  /** WHATWG name of the character set. */
  encoding: string;
  delimiter: "," | ";" | "\t" | "|";
  /** Names of the columns as the file writes them; null when it has no header line. */
  header: string[] | null;
  /** Role of each column, from the left; null: not used. Several "memo" columns are joined. */
  columns: (ColumnRole | null)[];
  dateOrder: DateOrder;
  /** Both orders fit all dates of the file, and a person has to say which one it is. */
  dateAmbiguous: boolean;
  decimal: "," | ".";
  /** "extra": the fee column is taken off the amount, as balances show. "included": the amount contains it. */
  fees: "included" | "extra";
  /** The bank writes money that leaves the account as a positive amount. */
  negate: boolean;
  /** For rows without a currency; null when the file says none. */
  currency: string | null;
}
