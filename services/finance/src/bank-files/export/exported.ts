import type { AccountHint, Entry } from "../statement.ts";

/** The entries of one account, in the order in which they are written. */
export interface ExportedAccount {
  account: AccountHint;
  entries: Iterable<Entry>;
}

/** What an account is called in a file. */
export const accountName = (account: AccountHint): string =>
  account.name ?? account.iban ?? account.number ?? "Account";
