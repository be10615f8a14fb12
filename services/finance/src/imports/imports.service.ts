import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type {
  BankImport,
  ImportCommit,
  ImportDone,
  ImportList,
  ImportPreview,
  PreviewQuery,
} from "@tessera/contracts-finance/imports.ts";
import { MAX_BANK_FILE_BYTES } from "@tessera/contracts-finance/limits.ts";
import { noFile, unreadableFile } from "@tessera/contracts-finance/problems.ts";
import { type Caller, Clock, Database, problem, type Upload } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { AccountsService } from "../accounts/accounts.service.ts";
import { Acts } from "../acts/acts.ts";
import { CsvProfilesService } from "../csv-profiles/csv-profiles.service.ts";
import { spooledUpload } from "../http/only-upload.ts";
import { BankFiles, tooLarge } from "./bank-files.ts";
import {
  accountNumbers,
  type ImportRow,
  importRows,
  type ReadAs,
  readStatement,
  showImport,
  shownImport,
} from "./import-row.ts";
import { keepFile } from "./kept-file.ts";
import { planImport } from "./plan-import.ts";
import { ImportWriter } from "./write-import.ts";

@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
    private readonly accounts: AccountsService,
    private readonly files: BankFiles,
    private readonly profiles: CsvProfilesService,
    private readonly writer: ImportWriter,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads one file and keeps what it holds for 14 days; the books stay as they are.
   * @param left aborts when the person does not wait for it any more: nothing is kept then
   * @throws ProblemException 400 `no_file`, `unreadable_file`, 413 `bank_file_too_large`, 415 `not_multipart`
   */
  async read(caller: Caller, uploads: AsyncIterable<Upload>, left: AbortSignal): Promise<BankImport> {
    const refusals = { none: () => problem(noFile), tooLarge };
    return spooledUpload(uploads, MAX_BANK_FILE_BYTES, refusals, (file) => this.readFrom(caller, file, left));
  }

  private async readFrom(caller: Caller, { name, path }: { name: string; path: string }, left: AbortSignal) {
    const saved = await this.profiles.saved(caller);
    const file = await this.files.read(caller, { name, path, saved }, left);
    const { statements, problems } = file.summary;
    if (!file.format || !(file.correctable || statements.some(({ entries }) => entries)))
      throw problem(unreadableFile, {
        reason: problems[0]?.reason ?? "There are no transactions in this file. Choose a file of your bank.",
      });
    const id = randomUUID();
    const at = this.clock.now().toISOString();
    const csv = file.profile ? JSON.stringify({ profile: file.profile, savedId: file.savedId } satisfies ReadAs) : null;
    return this.database.as(caller, async (tx) => {
      await tx.execute(sql`
        insert into finance.bank_import
          (id, user_id, file_name, format, summary, entries, csv, at, unused_since)
        values (${id}, ${caller.userId}, ${name}, ${file.version ?? file.format},
          ${JSON.stringify(file.summary)}::jsonb, ${file.statements}::jsonb, ${csv}::jsonb, ${at}, ${at})`);
      if (csv) await keepFile(tx, caller.userId, id, path);
      return showImport(tx, caller.userId, id);
    });
  }

  async list(caller: Caller): Promise<ImportList> {
    return this.database.as(caller, async (tx) => {
      const { rows } = await tx.execute<ImportRow>(importRows(sql`i.user_id = ${caller.userId}`));
      const accounts = await accountNumbers(tx, caller.userId);
      return { items: rows.map((row) => shownImport(row, accounts)) };
    });
  }

  /** @throws ProblemException 404 `bank_import_not_found` */
  async get(caller: Caller, id: string): Promise<BankImport> {
    return this.database.as(caller, (tx) => showImport(tx, caller.userId, id));
  }

  /** @throws ProblemException 404, 409 `import_done`, `currencies_differ` */
  async preview(caller: Caller, id: string, query: z.output<typeof PreviewQuery>): Promise<ImportPreview> {
    return this.database.as(caller, async (tx) => {
      const statement = await readStatement(tx, id, query.statement);
      const { entries, opening, balance } = await planImport(tx, await this.accounts.row(tx, query.account), statement);
      const counts = { new: 0, duplicate: 0, changed: 0, left: 0 };
      for (const { what } of entries) counts[what] += 1;
      const items = entries.map(({ entry, amount, payee, what, why }, index) => ({
        ...{ index, line: entry.line, date: entry.date, amount, payee, memo: entry.memo ?? null, what, why },
      }));
      return { items: items.slice(query.from, query.from + query.limit), counts, opening, balance };
    });
  }

  /**
   * Brings statements into the books, as one act: at once where they are few, else in the background.
   * @throws ProblemException 404, 409 `import_done`, `import_writing`, `import_undoing`, `currencies_differ`
   */
  async commit(caller: Caller, id: string, { statements }: z.output<typeof ImportCommit>): Promise<ImportDone> {
    return this.acts.run(caller, "import", "Import a file", async (tx, act) => {
      await this.writer.begin(tx, { userId: caller.userId, importId: id, act }, statements);
      return { import: await showImport(tx, caller.userId, id) };
    });
  }

  /** What was written stays, and can be undone. @throws ProblemException 404 `bank_import_not_found` */
  async stop(caller: Caller, id: string): Promise<BankImport> {
    const { act } = await this.get(caller, id);
    if (act) await this.writer.stop({ userId: caller.userId, importId: id, act });
    return this.get(caller, id);
  }
}
