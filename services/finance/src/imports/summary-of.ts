import type { AccountKind } from "@tessera/contracts-finance/accounts.ts";
import type { ImportProblem, ImportStatement } from "@tessera/contracts-finance/imports.ts";
import { masked } from "../accounts/masked.ts";
import type { BankFile, Statement } from "../bank-files/statement.ts";

export interface Summary {
  statements: (Omit<ImportStatement, "accountId"> & { number: string | null })[];
  problems: ImportProblem[];
}

/** What a page shows of a file, with the full number that its account is found by. */
export const summaryOf = ({ statements, problems }: BankFile): Summary => ({
  statements: statements.map((statement) => ({
    index: statement.index,
    number: numberOf(statement),
    account: {
      name: statement.account.name ?? null,
      number: masked(numberOf(statement)),
      kind: (statement.account.kind as AccountKind | undefined) ?? null,
      currency: currencyOf(statement),
    },
    entries: statement.entries.length,
    from: statement.from ?? firstDay(statement, Math.min),
    to: statement.to ?? firstDay(statement, Math.max),
    sum: statement.sum,
    closing: statement.closing ? { ...statement.closing, date: statement.closing.date ?? null } : null,
    check: statement.check.result,
    difference: statement.check.difference,
  })),
  problems: problems.map(({ entry, ...rest }) => ({ ...rest, entry: entry ?? null })),
});

/** The currency of a statement; null when its file says none. */
export function currencyOf({ account, closing, entries }: Statement): string | null {
  const currency = account.currency ?? closing?.currency ?? entries[0]?.currency;
  return currency && currency !== "XXX" ? currency : null;
}

const numberOf = ({ account }: Statement) =>
  (account.iban ?? account.number)
    ?.replace(/[\s.-]/g, "")
    .toUpperCase()
    .slice(0, 40) || null;

function firstDay({ entries }: Statement, pick: (...days: number[]) => number): string | null {
  if (!entries.length) return null;
  const day = entries.reduce((best, { date }) => pick(best, Date.parse(date)), Date.parse(entries[0]!.date));
  return new Date(day).toISOString().slice(0, 10);
}
