import { Injectable } from "@nestjs/common";
import { notDue, recurringNotFound } from "@tessera/contracts-finance/problems.ts";
import type {
  RecurringChanged,
  RecurringList,
  RecurringPatch,
  RecurringSettled,
} from "@tessera/contracts-finance/recurring.ts";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Acts } from "../acts/acts.ts";
import { checkVersion } from "../http/if-match.ts";
import { LookForRecurring } from "./look-for-recurring.ts";
import { settle } from "./payment-decisions.ts";
import { expectedOf, nameOf, type RecurringRow, recurringRows, shownRecurring } from "./recurring-row.ts";
import { standingOf } from "./standing.ts";

/** Due days in a row that are left out at once. */
const MAX_LEFT_OUT = 12;

@Injectable()
export class RecurringService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
    private readonly look: LookForRecurring,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller): Promise<RecurringList> {
    return this.database.as(caller, async (tx) => {
      const today = this.today();
      const rows = await recurringRows(tx, caller.userId);
      const items = rows
        .map((row) => shownRecurring(row, today))
        // What nobody confirmed and has ended is of no use.
        .filter(({ state, due }) => state !== "found" || due !== null)
        .sort((a, b) => ((a.due ?? "9") < (b.due ?? "9") ? -1 : 1));
      const waiting = await tx.execute(
        sql`select from finance.recurring_look where user_id = ${caller.userId} limit 1`,
      );
      return { items, waiting: waiting.rows.length > 0 };
    });
  }

  /** @throws ProblemException 404 `recurring_not_found`, 412 `version_conflict` */
  async change(caller: Caller, id: string, version: number | "any", patch: RecurringPatch): Promise<RecurringChanged> {
    return this.acts.run(caller, "recurring", "Change a recurring payment", async (tx, act) => {
      const row = await this.row(tx, caller, id);
      checkVersion(version, row.version);
      // What a person corrects, they mean.
      const state = patch.state ?? (row.state === "found" ? "confirmed" : row.state);
      const byHand = new Set(row.by_hand);
      const set = (field: "name" | "every" | "amount" | "due", value: unknown) => {
        if (value === null) byHand.delete(field);
        else if (value !== undefined) byHand.add(field);
      };
      set("name", patch.name);
      set("every", patch.every);
      set("amount", patch.amount);
      set("due", patch.due);
      const name = patch.name === undefined ? row.name : patch.name;
      const own = patch.amount === undefined ? row.own_amount : patch.amount;
      await tx.execute(sql`
        update finance.recurring set state = ${state}, name = ${name}, every = ${patch.every ?? row.every},
          anchor = ${patch.due ?? row.anchor}::date, own_amount = ${own},
          by_hand = array(select jsonb_array_elements_text(${JSON.stringify([...byHand])}::jsonb))
        where id = ${id}`);
      await this.look.look(tx, caller.userId, row);
      if (patch.due !== undefined) await this.leaveOutUntil(tx, caller, id, patch.due);
      const after = await this.row(tx, caller, id);
      await this.acts.name(tx, act, wordsOf(row, after));
      return { recurring: shownRecurring(after, this.today()) };
    });
  }

  /** @throws ProblemException 404 `recurring_not_found`, 409 `not_due` */
  async settle(caller: Caller, id: string, settled: RecurringSettled): Promise<RecurringChanged> {
    return this.acts.run(caller, "recurring", "Settle a recurring payment", async (tx, act) => {
      const row = await this.row(tx, caller, id);
      const { due } = standingOf(row, this.today());
      if (due !== settled.due) throw problem(notDue, { name: nameOf(row), due: settled.due });
      await settle(tx, caller.userId, id, settled);
      await this.acts.name(tx, act, `${settled.how === "paid" ? "Paid" : "Leave out"}: ${nameOf(row)} of ${due}`);
      return { recurring: shownRecurring(await this.row(tx, caller, id), this.today()) };
    });
  }

  /** Who says that the next one is later leaves out those before it. */
  private async leaveOutUntil(tx: Tx, caller: Caller, id: string, next: string): Promise<void> {
    for (let left = 0; left < MAX_LEFT_OUT; left++) {
      const { due } = standingOf(await this.row(tx, caller, id), this.today());
      if (due === null || due >= next) return;
      await settle(tx, caller.userId, id, { due, how: "skipped" });
    }
  }

  private today(): string {
    return this.clock.now().toISOString().slice(0, 10);
  }

  private async row(tx: Tx, caller: Caller, id: string): Promise<RecurringRow> {
    const [row] = await recurringRows(tx, caller.userId, sql`r.id = ${id}`);
    if (!row) throw problem(recurringNotFound);
    return row;
  }
}

function wordsOf(before: RecurringRow, after: RecurringRow): string {
  const isAmount = expectedOf(before) !== expectedOf(after);
  if (before.state === after.state || isAmount) return `Change the recurring payment ${nameOf(after)}`;
  return `${after.state === "ignored" ? "Ignore" : "Confirm"} the recurring payment ${nameOf(after)}`;
}
