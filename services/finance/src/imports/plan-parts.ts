import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { AccountsService } from "../accounts/accounts.service.ts";
import { type Choice, type Part, partsOf } from "./import-parts.ts";
import { readStatement } from "./import-row.ts";
import type { Existing } from "./match-entries.ts";
import { candidatesOf, existingLike, planOf } from "./plan-import.ts";

/** Entries that are compared with the books, and parts that are stored, in one transaction. */
const COMPARED = 1000;
const STORED = 10;

interface Whose {
  userId: string;
  importId: string;
}

/** Plans the statement of an import that is written next, in short transactions: nothing of it is in the books yet. */
@Injectable()
export class PlanParts {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
  ) {}

  /** Where it has a plan, or is written no more, nothing is done. */
  async make(whose: Whose, signal: AbortSignal): Promise<void> {
    const open = await this.as(whose, (tx) => unplanned(tx, whose.importId));
    if (!open) return;
    const { statement: index, accountId, ...choices } = open.choice;
    const { statement, account } = await this.as(whose, async (tx) => ({
      account: await this.accounts.row(tx, accountId),
      statement: await readStatement(tx, whose.importId, index),
    }));
    const candidates = candidatesOf(account, statement);
    const existing = new Map<string, Existing>();
    const sorted = candidates.toSorted((a, b) => (a.date < b.date ? -1 : 1));
    for (let from = 0; from < sorted.length; from += COMPARED) {
      signal.throwIfAborted();
      const some = sorted.slice(from, from + COMPARED);
      for (const one of await this.as(whose, (tx) => existingLike(tx, accountId, some))) existing.set(one.id, one);
    }
    const parts = [...partsOf(accountId, planOf(account, statement, candidates, [...existing.values()], choices))];
    const plan = randomUUID();
    for (let from = 0; from < parts.length; from += STORED) {
      signal.throwIfAborted();
      const isWanted = await this.as(whose, (tx) => store(tx, whose, plan, from, parts.slice(from, from + STORED)));
      if (!isWanted) break;
    }
    await this.as(whose, (tx) => take(tx, whose.importId, plan, open.left));
  }

  private as<T>({ userId }: Whose, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.as({ userId }, work);
  }
}

interface Open extends Record<string, unknown> {
  choice: Choice;
  /** Statements that are still to be written, with this one. */
  left: number;
}

async function unplanned(tx: Tx, importId: string): Promise<Open | undefined> {
  const { rows } = await tx.execute<Open>(sql`
    select choices -> 0 as choice, jsonb_array_length(choices) as left from finance.bank_import
    where id = ${importId} and plan is null and choices is not null`);
  return rows[0];
}

/** @returns whether the import still waits for a plan: who ends it waits for this, and deletes what was stored */
async function store(tx: Tx, { userId, importId }: Whose, plan: string, from: number, parts: Part[]): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from finance.bank_import where id = ${importId} and plan is null and choices is not null for share`);
  if (!rows.length) return false;
  await tx.execute(sql`
    insert into finance.bank_import_part (import_id, user_id, plan, place, content)
    select ${importId}, ${userId}, ${plan}, ${from}::int + p.place - 1, p.content
    from jsonb_array_elements(${JSON.stringify(parts)}::jsonb) with ordinality as p (content, place)`);
  return true;
}

/** The parts count from now on, unless another process was faster: the statement is planned once. */
async function take(tx: Tx, importId: string, plan: string, left: number): Promise<void> {
  const { rows } = await tx.execute(sql`
    update finance.bank_import set plan = ${plan}
    where id = ${importId} and plan is null and jsonb_array_length(choices) = ${left} returning id`);
  const others = rows.length ? sql`plan <> ${plan}` : sql`plan = ${plan}`;
  await tx.execute(sql`delete from finance.bank_import_part where import_id = ${importId} and ${others}`);
}
