import { Injectable, type OnModuleInit } from "@nestjs/common";
import type { ImportCommit } from "@tessera/contracts-finance/imports.ts";
import { MAX_IMPORTED_AT_ONCE } from "@tessera/contracts-finance/limits.ts";
import {
  accountNotFound,
  bankImportNotFound,
  importDone,
  importUndoing,
  importWriting,
} from "@tessera/contracts-finance/problems.ts";
import { jobCancelled } from "@tessera/contracts-queue/events.ts";
import {
  Clock,
  Database,
  Events,
  Jobs,
  ProblemException,
  problem,
  type RunningJob,
  type Tx,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { AccountsService } from "../accounts/accounts.service.ts";
import { Acts } from "../acts/acts.ts";
import { ReceiptLinks } from "../receipts/receipt-links.ts";
import { RuleRuns } from "../rules/run-rules.ts";
import { TransfersService } from "../transfers/transfers.service.ts";
import { type Choice, nextPart, type Part, partsOf } from "./import-parts.ts";
import { readStatement } from "./import-row.ts";
import { inCurrency, planImport } from "./plan-import.ts";
import { PlanParts } from "./plan-parts.ts";
import { writePlan } from "./write-plan.ts";

const IMPORT_QUEUE = "finance.import";
/** Parts that one job writes. */
const PARTS_A_JOB = 20;
/** Attempts after the first. */
const RETRIES = 3;
const OWN_FAULT = "It stopped because of an error on our side. Choose the file again to bring in the rest";

/** An import that is committed, with its act. */
export interface Written {
  userId: string;
  importId: string;
  act: string;
}
interface WritingRow extends Record<string, unknown> {
  choices: Choice[];
  plan: string | null;
}
interface EndedRow extends Record<string, unknown> {
  file_name: string;
  created: number;
  changed: number;
}
interface LineRow extends Record<string, unknown> {
  file_name: string;
  written: number;
  line_id: string | null;
}

/**
 * Writes what a file brings. Many entries come in parts: each transaction writes one, deletes it and records how far
 * the import is, so nothing is written twice or in half, whenever the process ends; between two of them others have
 * their turn. All parts are of one act.
 */
@Injectable()
export class ImportWriter implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly acts: Acts,
    private readonly accounts: AccountsService,
    private readonly rules: RuleRuns,
    private readonly transfers: TransfersService,
    private readonly receipts: ReceiptLinks,
    private readonly plans: PlanParts,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.jobs.define<Written>(
      IMPORT_QUEUE,
      {
        ...{ kind: "Import of a bank file", retryLimit: RETRIES, timeoutSeconds: 3600 },
        givenUp: (whose, reason) => this.stop(whose, reason),
      },
      (job) => this.run(job),
    );
    this.events.on(jobCancelled, "finance.imports", async ({ userId, jobId, queue }) => {
      if (queue !== IMPORT_QUEUE) return;
      const { rows } = await this.database.as({ userId }, (tx) =>
        tx.execute<{ id: string; act: string }>(
          sql`select id, act_id as act from finance.bank_import where line_id = ${jobId} and user_id = ${userId}`,
        ),
      );
      for (const { id, act } of rows) await this.stop({ userId, importId: id, act });
    });
  }

  /** In the transaction of the act. @throws ProblemException 404, 409 */
  async begin(tx: Tx, whose: Written, choices: z.output<typeof ImportCommit>["statements"]): Promise<void> {
    const { userId, importId, act } = whose;
    const { rows } = await tx.execute<{ file_name: string; done: boolean; busy: boolean; undoing: boolean }>(sql`
      select i.file_name, i.act_id is not null as done, exists (
        select from finance.bank_import o where o.user_id = ${userId} and o.choices is not null) as busy, exists (
        select from finance.bank_import o where o.user_id = ${userId} and o.undoing is not null) as undoing
      from finance.bank_import i where i.id = ${importId}`);
    if (!rows[0]) throw problem(bankImportNotFound);
    if (rows[0].done) throw problem(importDone);
    let total = 0;
    for (const choice of choices) total += await this.check(tx, importId, choice);
    if (rows[0].busy) throw problem(importWriting);
    // What it would find in the books already may be gone a moment later.
    if (rows[0].undoing) throw problem(importUndoing);
    const isLong = total > MAX_IMPORTED_AT_ONCE;
    await tx.execute(sql`
      update finance.bank_import set act_id = ${act}, choices = ${JSON.stringify(choices)}::jsonb, total = ${total},
        line_id = ${isLong ? act : null}::uuid, unused_since = null where id = ${importId}`);
    for (const { statement, accountId } of choices)
      await tx.execute(sql`
        update finance.bank_import
        set summary = jsonb_set(summary, ${`{statements,${statement},into}`}::text[], to_jsonb(${accountId}::text))
        where id = ${importId}`);
    await tx.execute(sql`delete from finance.bank_import_piece where import_id = ${importId}`);
    if (isLong) {
      await this.acts.name(tx, act, `Import ${rows[0].file_name}`);
      await this.jobs.send(tx, IMPORT_QUEUE, whose, { hidden: true });
      await this.tell(tx, whose, "waiting");
      return;
    }
    for (const { statement, accountId, ...rest } of choices) {
      const account = await this.accounts.row(tx, accountId);
      const plan = await planImport(tx, account, await readStatement(tx, importId, statement), rest);
      for (const part of partsOf(accountId, plan)) await this.write(tx, whose, part);
    }
    await this.finish(tx, whose);
  }

  /** @returns entries of the statement */
  private async check(tx: Tx, importId: string, { statement, accountId }: Choice): Promise<number> {
    const { currency } = await this.accounts.row(tx, accountId);
    const { rows } = await tx.execute<{ found: boolean; money: Money[] | null; entries: number }>(sql`
      select i.entries -> ${statement}::int is not null as found, jsonb_array_length(i.entries -> ${statement}::int -> 'entries') as entries, (
          select json_agg(distinct jsonb_build_object('currency', e ->> 'currency',
            'isRound', (e ->> 'amount')::numeric % 100 = 0))
          from jsonb_array_elements(i.entries -> ${statement}::int -> 'entries') e) as money
      from finance.bank_import i where i.id = ${importId}`);
    const [row] = rows;
    if (!row?.found) throw problem(bankImportNotFound);
    for (const one of row.money ?? []) inCurrency({ amount: one.isRound ? 100 : 1, currency: one.currency }, currency);
    return row.entries;
  }

  /** Plans and writes what is left. Several may work on one import: each part is written once. */
  async run({ data, attempt, signal }: Pick<RunningJob<Written>, "data" | "attempt" | "signal">): Promise<void> {
    try {
      for (let parts = 0; parts < PARTS_A_JOB; parts += 1) {
        signal.throwIfAborted();
        await this.plans.make(data, signal);
        if (!(await this.writeNext(data))) return;
      }
      // Another job continues: others' imports have their turn, and ends of the process are counted from there.
      await this.database.system((tx) => this.jobs.send(tx, IMPORT_QUEUE, data, { hidden: true }));
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof ProblemException) return this.stop(data, error.detail);
      if (attempt > RETRIES) await this.stop(data, OWN_FAULT);
      throw error;
    }
  }

  /** @returns whether there is more to do */
  private writeNext(whose: Written): Promise<boolean> {
    return this.acts.more(whose, whose.act, async (tx) => {
      const row = await this.writing(tx, whose);
      if (!row) return false;
      if (!row.plan) return true;
      const part = await nextPart(tx, whose.importId, row.plan);
      if (part) {
        await this.write(tx, whose, part);
        await this.tell(tx, whose, "running");
        return true;
      }
      await tx.execute(sql`
        update finance.bank_import set plan = null, choices = choices - 0 where id = ${whose.importId}`);
      if (row.choices.length > 1) return true;
      await this.finish(tx, whose);
      await this.acts.settle(tx, whose.userId);
      await this.tell(tx, whose, "done");
      return false;
    });
  }

  private async write(tx: Tx, { userId, importId, act }: Written, part: Part): Promise<void> {
    if ("days" in part) return this.transfers.onNew(tx, userId, part.days);
    const { accountId, count } = part;
    const { rows } = await tx.execute(sql`select from finance.account where id = ${accountId}`);
    if (!rows.length) throw problem(accountNotFound);
    const { given, created, changed } = await writePlan(tx, { userId, accountId, now: this.clock.now() }, part);
    await this.rules.onNew(tx, userId, act, given);
    await tx.execute(sql`
      update finance.bank_import set created = created + ${created}, changed = changed + ${changed},
        written = written + ${count} where id = ${importId}`);
  }

  private async finish(tx: Tx, whose: Written): Promise<void> {
    const row = await this.end(tx, whose.importId);
    if (row.created) await this.receipts.match(tx, whose.userId);
    await this.acts.name(tx, whose.act, wordsOf(row));
  }

  /** What was written stays. @param reason why it cannot continue, in a sentence; null: the person stops it */
  async stop(whose: Written, reason: string | null = null): Promise<void> {
    const failure = reason?.replace(/\.$/, "") ?? null;
    await this.acts.more(whose, whose.act, async (tx) => {
      if (!(await this.writing(tx, whose))) return;
      const row = await this.end(tx, whose.importId, { failure });
      await this.acts.name(tx, whose.act, `${wordsOf(row)}, not all of it`);
      await this.acts.settle(tx, whose.userId);
      await this.tell(tx, whose, failure === null ? "cancelled" : "failed", failure);
    });
  }

  /** Nothing more of an act that is undone is written; in the transaction of the undo. */
  async leave(tx: Tx, act: string): Promise<void> {
    const { rows } = await tx.execute<{ id: string; user_id: string }>(
      sql`select id, user_id from finance.bank_import where act_id = ${act} and choices is not null for update`,
    );
    for (const { id, user_id } of rows) {
      await this.end(tx, id, { failure: null });
      await this.tell(tx, { userId: user_id, importId: id, act }, "cancelled");
    }
  }

  /** What is left of the file goes. @param stopped before all was written */
  private async end(tx: Tx, id: string, stopped?: { failure: string | null }): Promise<EndedRow> {
    await tx.execute(sql`delete from finance.bank_import_part where import_id = ${id}`);
    const { rows } = await tx.execute<EndedRow>(sql`
      update finance.bank_import set choices = null, plan = null, entries = null, stopped = ${stopped !== undefined},
        failure = ${stopped?.failure ?? null} where id = ${id} returning file_name, created, changed`);
    return rows[0]!;
  }

  private async writing(tx: Tx, { importId, act }: Written): Promise<WritingRow | undefined> {
    const { rows } = await tx.execute<WritingRow>(sql`
      select choices, plan from finance.bank_import
      where id = ${importId} and act_id = ${act} and choices is not null for update`);
    return rows[0];
  }

  /** Keeps the import's line among the person's jobs; one that was written at once has none. */
  private async tell(tx: Tx, whose: Written, state: LineState, error: string | null = null): Promise<void> {
    const { rows } = await tx.execute<LineRow>(
      sql`select file_name, written, line_id from finance.bank_import where id = ${whose.importId}`,
    );
    const { file_name, written, line_id } = rows[0]!;
    if (line_id === null) return;
    await this.jobs.tell(tx, {
      ...{ id: line_id, userId: whose.userId, queue: IMPORT_QUEUE, title: `Import ${file_name}`, state, error },
      ...{ path: `/finance/import?file=${whose.importId}`, done: written, unit: "entries" },
    });
  }
}

type LineState = Parameters<Jobs["tell"]>[1]["state"];

interface Money {
  currency: string;
  /** Whole in hundredths. */
  isRound: boolean;
}

const wordsOf = ({ file_name, created, changed }: EndedRow) =>
  `Import of ${file_name}: ${created.toLocaleString("en")} new, ${changed.toLocaleString("en")} changed`;
