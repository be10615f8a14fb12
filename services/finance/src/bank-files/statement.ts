import type { CsvProfile } from "./csv/profile.ts";
import type { DateOrder } from "./dates.ts";

export type BankFileFormat = "ofx" | "qif" | "camt" | "mt940" | "csv";

/** What a file says about the account it is about. All of it is a hint: banks mask numbers and leave fields out. */
export interface AccountHint {
  /** Without spaces, upper case. */
  iban?: string;
  /** As the bank writes it, when it is no IBAN. */
  number?: string;
  /** BIC, BLZ, routing number or broker id. */
  bankId?: string;
  /** ISO 4217. Absent when the file does not say. */
  currency?: string;
  kind?: "checking" | "savings" | "credit" | "cash" | "loan" | "asset" | "investment";
  name?: string;
  owner?: string;
}

export interface Balance {
  /** YYYY-MM-DD. Absent when the file states an amount without a day. */
  date?: string;
  /** Minor units of `currency`; see `Entry.amount`. */
  amount: number;
  currency: string;
}

export interface Counterparty {
  name?: string;
  iban?: string;
  number?: string;
  bankId?: string;
}

/** A part of an entry. The parts of an entry add up to its amount exactly. */
export interface Split {
  /** Minor units of the entry's currency, signed as the entry is. */
  amount: number;
  /** From the root down, at most MAX_CATEGORY_DEPTH names. */
  category?: string[];
  /** Name of the person's other account that this part goes to or comes from. */
  transferAccount?: string;
  memo?: string;
  tags?: string[];
}

export interface Entry {
  /** First line of the entry in the file, from 1; lines end with LF, CR LF or CR. */
  line: number;
  /** The day it was booked, YYYY-MM-DD, always a real day. Without one in the file: the day of value. */
  date: string;
  /** The day from which it bears interest, YYYY-MM-DD. */
  valueDate?: string;
  /**
   * Signed integer in minor units of `currency` (cents; `exponentOf(currency)` digits, ISO 4217), a safe integer.
   * Positive: money came into the account.
   */
  amount: number;
  /** ISO 4217; "XXX" with two digits when neither the file nor the options say one. */
  currency: string;
  /** "pending" and "info" are not in the balances of the statement. */
  status: "booked" | "pending" | "info";
  payee?: string;
  memo?: string;
  /** What the payer gave along: end-to-end reference, creditor reference, mandate or customer reference. */
  reference?: string;
  /** Unique within the account, given by the bank. Absent when the bank gives none that is. */
  importId?: string;
  counterparty?: Counterparty;
  checkNumber?: string;
  /** The bank's word or code for the kind of transaction. */
  type?: string;
  category?: string[];
  transferAccount?: string;
  tags?: string[];
  splits?: Split[];
  /** What was paid in another currency, signed as `amount`; the rate as the file writes it. */
  original?: { amount?: number; currency: string; rate?: string };
  /** Charges that `amount` contains, positive when they were paid. */
  charges?: { amount: number; currency: string }[];
  /** What the exporting program noted: "cleared" by the bank, or "reconciled" with a statement. */
  cleared?: "cleared" | "reconciled";
  /** The entry takes an earlier one back. */
  reversal?: true;
  /** The balance that the account began with, written as an entry (QIF): neither income nor a transfer. */
  opening?: true;
}

/** Something of the file that a person has to know. */
export interface Problem {
  /** From 1. */
  line: number;
  /** "error": this part of the file is not in the result. "warning": it is, and wants a look. */
  severity: "error" | "warning";
  /** How the person finds the entry again: its day, amount and payee as the file writes them. */
  entry?: string;
  /** A sentence that a person can act on. */
  reason: string;
}

/** What the sum of the booked entries is against the balances the file states. */
export interface BalanceCheck {
  /** "unstated": the file does not state both balances. */
  result: "agrees" | "differs" | "unstated";
  /** Opening balance plus entries minus closing balance, minor units; 0 when unstated. */
  difference: number;
}

/** One account's statement, without its entries. Several pages of one statement are one. */
export interface StatementHead {
  /** From 0, in the order of the file. */
  index: number;
  line: number;
  account: AccountHint;
  /** Number of the statement, as the bank counts. */
  number?: string;
}

/** What is known at the end of a statement. */
export interface StatementEnd {
  account: AccountHint;
  opening?: Balance;
  closing?: Balance;
  /** What may be spent, pending entries and limits included. */
  available?: Balance;
  /** First and last day that the statement covers, when the file says. */
  from?: string;
  to?: string;
  /** Number of all entries, and the sum of the booked ones in minor units of the account's currency. */
  entryCount: number;
  sum: number;
  check: BalanceCheck;
}

export interface Statement extends StatementHead, StatementEnd {
  entries: Entry[];
}

export interface BankFile {
  /** null: the content is of no format that is known; `problems` says so. */
  format: BankFileFormat | null;
  /** Format and version in the words of the field: "OFX 1.0.2 (SGML)", "camt.053.001.08". */
  version?: string;
  /** WHATWG name of the character set. */
  encoding: string;
  /** How a CSV file was read. A person corrects it and passes it back as `options.profile`. */
  profile?: CsvProfile;
  /** How dates of a QIF file were read; corrected with `options.dateOrder`. */
  dateOrder?: DateOrder;
  statements: Statement[];
  /** In the order of the file; at most MAX_PROBLEMS, the last one then says how many were left out. */
  problems: Problem[];
}

export interface BankFileOptions {
  /** ISO 4217 code of the account, used where the file says none. */
  currency?: string;
  /** For QIF: instead of the order that all its dates together suggest. */
  dateOrder?: DateOrder;
  /** For CSV: instead of what would be detected. */
  profile?: CsvProfile;
  /** WHATWG name of a character set, instead of the declared or detected one. */
  encoding?: string;
}

/** A file, piece by piece. A statement begins before its entries and ends after them; several may be open at once. */
export type BankFileEvent =
  | {
      kind: "file";
      format: BankFileFormat | null;
      version?: string;
      encoding: string;
      profile?: CsvProfile;
      dateOrder?: DateOrder;
    }
  | { kind: "statement"; head: StatementHead }
  | { kind: "entry"; statement: number; entry: Entry }
  | { kind: "end"; statement: number; end: StatementEnd }
  | { kind: "problem"; problem: Problem };
