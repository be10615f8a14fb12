import type { BankImport } from "@tessera/contracts-finance/imports.ts";
import { bankImportNotFound, importDone } from "@tessera/contracts-finance/problems.ts";
import { problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { CsvProfile } from "../bank-files/csv/profile.ts";
import type { Statement } from "../bank-files/statement.ts";
import type { Summary } from "./summary-of.ts";

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
  /** More of it is to be written. */
  writing: boolean;
  total: number;
  written: number;
  stopped: boolean;
  failure: string | null;
  undoing: { done: number; total: number; back?: true } | null;
  created: number;
  changed: number;
  at: string;
}

/** Imports that meet a condition on `i`, newest first; the entries are read apart. */
export const importRows = (condition: SQL): SQL => sql`
  select i.id, i.file_name, i.format, i.summary, i.csv, i.act_id, i.created, i.changed, i.at,
    i.choices is not null as writing, i.total, i.written, i.stopped, i.failure, i.undoing,
    coalesce(a.undone_by is not null, false) as undone, p.name as saved_name, p.account_id as saved_account
  from finance.bank_import i left join finance.act a on a.id = i.act_id
    left join finance.csv_profile p on p.id = (i.csv ->> 'savedId')::uuid
  where ${condition} order by i.at desc, i.id desc limit 20`;

/**
 * A statement with its entries.
 * @throws ProblemException 404 `bank_import_not_found`, 409 `import_done` once they are in the books
 */
export async function readStatement(tx: Tx, id: string, index: number): Promise<Statement> {
  const { rows } = await tx.execute<{ statement: Statement | null; done: boolean }>(sql`
    select entries -> ${index}::int as statement, entries is null as done from finance.bank_import where id = ${id}`);
  if (rows[0]?.done) throw problem(importDone);
  if (!rows[0]?.statement) throw problem(bankImportNotFound);
  return rows[0].statement;
}

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
  progress: progressOf(row),
  undoing: row.undoing && { done: row.undoing.done, total: row.undoing.total, back: row.undoing.back ?? false },
  created: row.created,
  changed: row.changed,
  at: new Date(row.at).toISOString(),
});

function progressOf({ writing, stopped, undone, written, total, failure }: ImportRow): BankImport["progress"] {
  if (undone || !(writing || stopped)) return null;
  return { state: writing ? "writing" : "stopped", written, total, failure };
}
