import { Injectable } from "@nestjs/common";
import type {
  BudgetChanged,
  BudgetList,
  BudgetMonth,
  BudgetPatch,
  NewBudget,
} from "@tessera/contracts-finance/budgets.ts";
import { MAX_BUDGET_MONTHS } from "@tessera/contracts-finance/limits.ts";
import { addMonths } from "@tessera/contracts-finance/months.ts";
import { budgetExists, categoryNotFound, outsideBudget } from "@tessera/contracts-finance/problems.ts";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { Acts } from "../acts/acts.ts";
import { checkVersion } from "../http/if-match.ts";
import { budgetMonth, NO_FLOW } from "./envelopes.ts";
import { type BudgetRow, budgetFacts, budgetRow, shownBudget } from "./read-budget.ts";

@Injectable()
export class BudgetsService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller): Promise<BudgetList> {
    const { rows } = await this.database.read<BudgetRow>(
      caller,
      sql`select * from finance.budget where user_id = ${caller.userId} order by created_at, currency`,
    );
    return { items: rows.map(shownBudget) };
  }

  /** @throws ProblemException 404 `category_not_found`, 409 `budget_exists` */
  async create(caller: Caller, wanted: z.output<typeof NewBudget>): Promise<BudgetChanged> {
    const { currency, kind, start, incomeIds } = wanted;
    return this.acts.run(caller, "budget", `Begin the budget in ${currency}`, async (tx) => {
      const there = await tx.execute(sql`
        select from finance.budget where user_id = ${caller.userId} and currency = ${currency}`);
      if (there.rows.length) throw problem(budgetExists, { currency });
      await this.markIncome(tx, caller, [...new Set(incomeIds)]);
      const { rows } = await tx.execute<BudgetRow>(sql`
        insert into finance.budget (user_id, currency, kind, start, created_at)
        values (${caller.userId}, ${currency}, ${kind}, ${start}, ${this.clock.now().toISOString()}) returning *`);
      return { budget: shownBudget(rows[0]!) };
    });
  }

  /** What is budgeted stays as it is. @throws ProblemException 404, 412 `version_conflict` */
  async change(caller: Caller, id: string, version: number | "any", { kind }: BudgetPatch): Promise<BudgetChanged> {
    return this.acts.run(caller, "budget", "Change a budget", async (tx, act) => {
      const row = await budgetRow(tx, id);
      checkVersion(version, row.version);
      await tx.execute(sql`update finance.budget set kind = ${kind} where id = ${id}`);
      await this.acts.name(tx, act, `Change the budget in ${row.currency}`);
      return { budget: shownBudget(await budgetRow(tx, id)) };
    });
  }

  /** @throws ProblemException 404, 412 `version_conflict` */
  async remove(caller: Caller, id: string, version: number | "any"): Promise<{ act: string }> {
    return this.acts.run(caller, "budget", "Delete a budget", async (tx, act) => {
      const row = await budgetRow(tx, id);
      checkVersion(version, row.version);
      await tx.execute(sql`delete from finance.budget where id = ${id}`);
      await this.acts.name(tx, act, `Delete the budget in ${row.currency}`);
      return {};
    });
  }

  /** @throws ProblemException 400 `outside_budget`, 404 */
  async month(caller: Caller, id: string, month: string): Promise<BudgetMonth> {
    return this.database.as(caller, async (tx) => {
      const row = await budgetRow(tx, id);
      checkMonth(row, month);
      const facts = await budgetFacts(tx, row, month);
      const { lines, pool } = budgetMonth(facts, month);
      const { income, uncategorised } = facts.flows.get(month) ?? NO_FLOW;
      const shown = { budget: shownBudget(row), month, lines, income, uncategorised };
      return { ...shown, pool: row.kind === "envelope" ? pool : null };
    });
  }

  private async markIncome(tx: Tx, caller: Caller, ids: string[]): Promise<void> {
    const { rows } = await tx.execute(sql`
      update finance.category set income = true where user_id = ${caller.userId} and id in (
        select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) returning id`);
    if (rows.length < ids.length) throw problem(categoryNotFound);
  }
}

/** @throws ProblemException 400 `outside_budget` */
export function checkMonth({ start }: BudgetRow, month: string): void {
  if (month < start || month >= addMonths(start, MAX_BUDGET_MONTHS))
    throw problem(outsideBudget, { start, months: MAX_BUDGET_MONTHS });
}
