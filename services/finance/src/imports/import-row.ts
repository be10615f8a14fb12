import type { AccountKind } from "@tessera/contracts-finance/accounts.ts";
import type { BankImport, ImportProblem, ImportStatement } from "@tessera/contracts-finance/imports.ts";
import { bankImportNotFound } from "@tessera/contracts-finance/problems.ts";
import { problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { masked } from "../accounts/account-row.ts";
import type { CsvProfile } from "../bank-files/csv/profile.ts";
import type { BankFile, Statement } from "../bank-files/statement.ts";

type Summary = {
  statements: (Omit<ImportStatement, "accountId"> & { number: string | null })[];
  problems: ImportProblem[];
};

/** How a CSV file was read. */
export interface ReadAs {
  profile: CsvProfile;
  /** The saved profile that it is. */
  savedId: string | null;
}

export interface ImportRow extends Record<string, unknown> {
  id: string;
  file_name: string;
  format: string;
  summary: Summary;
  csv: ReadAs | null;
  saved_name: string | null;
  saved_account: string | null;
  act_id: string | null;
  undone: boolean;
  created: number;
  changed: number;
  at: string;
}

/** Imports that meet a condition on `i`, newest first; the entries are read apart. */
export const importRows = (condition: SQL): SQL => sql`
  select i.id, i.file_name, i.format, i.summary, i.csv, i.act_id, i.created, i.changed, i.at,
    coalesce(a.undone_by is not null, false) as undone, p.name as saved_name, p.account_id as saved_account
  from finance.bank_import i left join finance.act a on a.id = i.act_id
    left join finance.csv_profile p on p.id = (i.csv ->> 'savedId')::uuid
  where ${condition} order by i.at desc, i.id desc limit 20`;

/** The statements with their entries; null once they are in the books. @throws ProblemException 404 */
export async function readEntries(tx: Tx, id: string): Promise<Statement[] | null> {
  const { rows } = await tx.execute<{ entries: Statement[] | null }>(
    sql`select entries from finance.bank_import where id = ${id}`,
  );
  if (!rows[0]) throw problem(bankImportNotFound);
  return rows[0].entries;
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

/** @throws ProblemException 404 `bank_import_not_found` */
export async function showImport(tx: Tx, userId: string, id: string): Promise<BankImport> {
  const { rows } = await tx.execute<ImportRow>(importRows(sql`i.id = ${id}`));
  if (!rows[0]) throw problem(bankImportNotFound);
  return shownImport(rows[0], await accountNumbers(tx, userId));
}

/** By which files find their account. */
export async function accountNumbers(tx: Tx, userId: string) {
  const { rows } = await tx.execute<{ id: string; number: string | null }>(
    sql`select id, number from finance.account where user_id = ${userId}`,
  );
  return rows;
}

export const shownImport = (
  row: ImportRow,
  accounts: readonly { id: string; number: string | null }[],
): BankImport => ({
  id: row.id,
  fileName: row.file_name,
  format: row.format,
  state: row.act_id === null ? "read" : row.undone ? "undone" : "done",
  statements: row.summary.statements.map(({ number, ...statement }) => ({
    ...statement,
    accountId: accounts.find((one) => (number ? one.number === number : one.id === row.saved_account))?.id ?? null,
  })),
  problems: row.summary.problems,
  csv: row.csv && {
    profile: row.saved_name === null ? null : { id: row.csv.savedId!, name: row.saved_name },
    dateAmbiguous: row.csv.profile.dateAmbiguous,
  },
  act: row.act_id,
  created: row.created,
  changed: row.changed,
  at: new Date(row.at).toISOString(),
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
