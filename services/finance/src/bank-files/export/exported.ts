import type { AccountHint, Entry } from "../statement.ts";

/** Writes a file piece by piece, so that no caller needs all of it in memory: accounts one after the other. */
export interface BankFileWriter {
  /** What the file begins with. */
  readonly head: string;
  /** What comes before the entries of an account. */
  account(account: AccountHint): string;
  entry(account: AccountHint, entry: Entry): string;
}

/** What an account is called in a file. */
export const accountName = (account: AccountHint): string =>
  account.name ?? account.iban ?? account.number ?? "Account";
