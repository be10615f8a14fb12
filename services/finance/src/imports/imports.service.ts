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
import { MAX_BANK_FILE_BYTES, MAX_BANK_FILE_ENTRIES } from "@tessera/contracts-finance/limits.ts";
import {
  bankFileTooLarge,
  bankImportNotFound,
  importDone,
  noFile,
  unreadableFile,
} from "@tessera/contracts-finance/problems.ts";
import {
  type Caller,
  Clock,
  ContentError,
  Database,
  problem,
  readersOf,
  type Tx,
  UntrustedReaders,
  type Upload,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { AccountsService } from "../accounts/accounts.service.ts";
import { Acts } from "../acts/acts.ts";
import type { Statement } from "../bank-files/statement.ts";
import type * as readers from "../readers.ts";
import { RuleRuns } from "../rules/run-rules.ts";
import { TransfersService } from "../transfers/transfers.service.ts";
import { type ImportRow, importRows, readEntries, shownImport, summaryOf } from "./import-row.ts";
import { planImport } from "./plan-import.ts";
import type { ReadFile } from "./read-statements.ts";
import { writePlan } from "./write-plan.ts";

const MB = 1024 * 1024;
const BANK_FILE = readersOf<typeof readers>("@tessera/service-finance/readers")("bankFile", {
  ...{ cpuMs: 20_000, maxInput: MAX_BANK_FILE_BYTES + MB, maxOutput: 64 * MB },
});

@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
    private readonly accounts: AccountsService,
    private readonly rules: RuleRuns,
    private readonly transfers: TransfersService,
    private readonly readers: UntrustedReaders,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads one file and keeps what it holds for 14 days; the books stay as they are.
   * @throws ProblemException 400 `no_file`, `unreadable_file`, 413 `bank_file_too_large`, 415 `not_multipart`
   */
  async read(caller: Caller, uploads: AsyncIterable<Upload>): Promise<BankImport> {
    const { name, bytes } = await onlyFile(uploads);
    const file = await this.parse(caller, name, bytes);
    if (file.tooMany) throw tooLarge();
    if (!file.format || !file.statements.some(({ entries }) => entries.length))
      throw problem(unreadableFile, {
        reason: file.problems[0]?.reason ?? "There are no transactions in this file. Choose a file of your bank.",
      });
    const id = randomUUID();
    const at = this.clock.now().toISOString();
    return this.database.as(caller, async (tx) => {
      await tx.execute(sql`
        insert into finance.bank_import (id, user_id, file_name, format, summary, entries, at, unused_since)
        values (${id}, ${caller.userId}, ${name}, ${file.version ?? file.format},
          ${JSON.stringify(summaryOf(file))}::jsonb, ${JSON.stringify(file.statements)}::jsonb, ${at}, ${at})`);
      return this.shown(tx, caller, id);
    });
  }

  async list(caller: Caller): Promise<ImportList> {
    return this.database.as(caller, async (tx) => {
      const { rows } = await tx.execute<ImportRow>(importRows(sql`i.user_id = ${caller.userId}`));
      const accounts = await this.numbers(tx, caller);
      return { items: rows.map((row) => shownImport(row, accounts)) };
    });
  }

  /** @throws ProblemException 404 `bank_import_not_found` */
  async get(caller: Caller, id: string): Promise<BankImport> {
    return this.database.as(caller, (tx) => this.shown(tx, caller, id));
  }

  /** @throws ProblemException 404, 409 `import_done`, `currencies_differ` */
  async preview(caller: Caller, id: string, query: z.output<typeof PreviewQuery>): Promise<ImportPreview> {
    return this.database.as(caller, async (tx) => {
      const statement = await this.statement(tx, id, query.statement);
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
   * Brings statements into the books, as one act.
   * @throws ProblemException 404, 409 `import_done`, `currencies_differ`
   */
  async commit(caller: Caller, id: string, { statements }: z.output<typeof ImportCommit>): Promise<ImportDone> {
    return this.acts.run(caller, "import", "Import a file", async (tx, act) => {
      let [created, changed] = [0, 0];
      for (const { statement: index, accountId, ...choices } of statements) {
        const statement = await this.statement(tx, id, index);
        const account = await this.accounts.row(tx, accountId);
        const plan = await planImport(tx, account, statement, choices);
        const written = await writePlan(tx, { userId: caller.userId, account, now: this.clock.now() }, plan);
        await this.rules.onNew(tx, caller.userId, act, written.given);
        await this.transfers.onNew(tx, caller.userId, written.days);
        created += written.created;
        changed += written.changed;
      }
      await tx.execute(sql`
        update finance.bank_import set act_id = ${act}, created = ${created}, changed = ${changed}, entries = null,
          unused_since = null where id = ${id}`);
      const done = await this.shown(tx, caller, id);
      await this.acts.name(tx, act, `Import ${done.fileName}: ${created} new, ${changed} changed`);
      return { import: done };
    });
  }

  private async parse(caller: Caller, name: string, bytes: Buffer): Promise<ReadFile> {
    try {
      return (await this.readers.read(BANK_FILE, { value: { name }, blobs: [bytes] }, { person: caller.userId })).value;
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      throw problem(unreadableFile, { reason: error.message.replace(/\bcontent\b/, "file") });
    }
  }

  /** @throws ProblemException 404, 409 `import_done` */
  private async statement(tx: Tx, id: string, index: number): Promise<Statement> {
    const statements = await readEntries(tx, id);
    if (!statements) throw problem(importDone);
    const statement = statements[index];
    if (!statement) throw problem(bankImportNotFound);
    return statement;
  }

  private async shown(tx: Tx, caller: Caller, id: string): Promise<BankImport> {
    const { rows } = await tx.execute<ImportRow>(importRows(sql`i.id = ${id}`));
    if (!rows[0]) throw problem(bankImportNotFound);
    return shownImport(rows[0], await this.numbers(tx, caller));
  }

  private async numbers(tx: Tx, caller: Caller) {
    const { rows } = await tx.execute<{ id: string; number: string | null }>(
      sql`select id, number from finance.account where user_id = ${caller.userId} and number is not null`,
    );
    return rows;
  }
}

const tooLarge = () =>
  problem(bankFileTooLarge, { megabytes: MAX_BANK_FILE_BYTES / MB, entries: MAX_BANK_FILE_ENTRIES });

/** @throws ProblemException 400 `no_file`, 413 `bank_file_too_large` */
async function onlyFile(uploads: AsyncIterable<Upload>): Promise<{ name: string; bytes: Buffer }> {
  for await (const { name, content } of uploads) {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BANK_FILE_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
    const bare = name
      .split(/[\\/]/)
      .at(-1)!
      .replace(/\p{Cc}/gu, "")
      .trim();
    return { name: bare.slice(0, 200).toWellFormed() || "file", bytes: Buffer.concat(chunks) };
  }
  throw problem(noFile);
}
