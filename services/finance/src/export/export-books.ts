import { Readable } from "node:stream";
import { Injectable } from "@nestjs/common";
import type { ExportFormat, ExportQuery } from "@tessera/contracts-finance/export.ts";
import { exportFileName } from "@tessera/contracts-finance/export-name.ts";
import { accountNotFound } from "@tessera/contracts-finance/problems.ts";
import { type Caller, Database, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { csvWriter } from "../bank-files/export/export-csv.ts";
import { hledgerWriter } from "../bank-files/export/export-hledger.ts";
import { qifWriter } from "../bank-files/export/export-qif.ts";
import type { BankFileWriter } from "../bank-files/export/exported.ts";
import { conditionsOf } from "../transactions/filter.ts";
import {
  CATEGORIES,
  type CategoryNames,
  ENTRY_COLUMNS,
  type EntryRow,
  type ExportedAccountRow,
  entryOf,
  exportedAccounts,
  openingEntry,
  pathsOf,
} from "./entry-row.ts";

/** Transactions that are in memory at once. */
const PAGE = 500;

const FORMATS: Record<ExportFormat, { writer: BankFileWriter; type: string }> = {
  csv: { writer: csvWriter, type: "text/csv; charset=utf-8; header=present" },
  qif: { writer: qifWriter, type: "application/qif" },
  hledger: { writer: hledgerWriter, type: "text/plain; charset=utf-8" },
};

interface Wanted {
  query: ExportQuery;
  accounts: readonly ExportedAccountRow[];
  paths: ReadonlyMap<string, string[]>;
}

@Injectable()
export class ExportBooks {
  constructor(private readonly database: Database) {}

  /**
   * A file of a person's transactions. Its content is read while it is sent, page by page, each in a transaction of its
   * own: one over all of a slow download would hold a connection. @throws ProblemException 404 `account_not_found`
   */
  async open(caller: Caller, query: ExportQuery): Promise<{ name: string; type: string; content: Readable }> {
    const { rows: accounts } = await this.database.read<ExportedAccountRow>(
      caller,
      exportedAccounts(caller.userId, query),
    );
    if (query.account && !accounts[0]) throw problem(accountNotFound);
    const categories = await this.database.read<CategoryNames>(caller, CATEGORIES(caller.userId));
    const wanted = { query, accounts, paths: pathsOf(categories.rows) };
    return {
      name: exportFileName(query, query.account && accounts[0]!.name),
      type: FORMATS[query.format].type,
      content: Readable.from(this.pieces(caller, wanted), { objectMode: false }),
    };
  }

  private async *pieces(caller: Caller, { query, accounts, paths }: Wanted): AsyncGenerator<string> {
    const { writer } = FORMATS[query.format];
    if (writer.head) yield writer.head;
    for (const row of accounts) {
      const account = { name: row.name, kind: row.kind, currency: row.currency };
      const begin = writer.account(account);
      if (begin) yield begin;
      // Other formats have no entry that is neither income nor a transfer for those who read them.
      const opening = query.format === "hledger" ? openingEntry(row) : null;
      if (opening) yield writer.entry(account, opening);
      for await (const page of this.pages(caller, row, query))
        yield page.map((one) => writer.entry(account, entryOf(one, row.currency, paths))).join("");
    }
  }

  private async *pages(caller: Caller, { id }: ExportedAccountRow, { from, to }: ExportQuery) {
    const matching = conditionsOf(caller.userId, { account: id, from, to });
    let last: EntryRow | undefined;
    do {
      const after = last ? sql`and (t.date, t.id) > (${last.date}::date, ${last.id}::uuid)` : sql``;
      const { rows } = await this.database.read<EntryRow>(
        caller,
        sql`select ${ENTRY_COLUMNS} from finance.transaction t
          where ${matching} ${after} order by t.date, t.id limit ${PAGE}`,
      );
      if (rows.length) yield rows;
      last = rows.length === PAGE ? rows.at(-1) : undefined;
    } while (last);
  }
}
