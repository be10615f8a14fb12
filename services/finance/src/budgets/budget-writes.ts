import { Injectable } from "@nestjs/common";
import type {
  BudgetCells,
  BudgetFill,
  BudgetFillFrom,
  BudgetHold,
  BudgetMove,
  BudgetWritten,
} from "@tessera/contracts-finance/budgets.ts";
import { decimalOf } from "@tessera/contracts-finance/currencies.ts";
import { MAX_AMOUNT } from "@tessera/contracts-finance/limits.ts";
import { addMonths } from "@tessera/contracts-finance/months.ts";
import { categoryNotFound, noEnvelope } from "@tessera/contracts-finance/problems.ts";
import { type Caller, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Acts } from "../acts/acts.ts";
import { checkMonth } from "./budgets.service.ts";
import type { BudgetFacts } from "./envelopes.ts";
import { AVERAGED, type BudgetRow, budgetFacts, budgetRow, incomeCategories } from "./read-budget.ts";

/** What a category is to have; what is left out stays. */
interface Wanted {
  categoryId: string;
  amount?: number;
  carries?: boolean;
}

/** Changes of what categories have in a month; each is an act. */
@Injectable()
export class BudgetWrites {
  constructor(private readonly acts: Acts) {}

  /** @throws ProblemException 400 `outside_budget`, 404, 409 `no_envelope` for income */
  async set(caller: Caller, id: string, { month, cells }: BudgetCells): Promise<BudgetWritten> {
    return this.within(caller, id, month, async (tx, budget, name) => {
      const names = await this.namesOf(tx, caller, cells);
      const changed = await write(tx, budget, month, cells);
      const [only] = cells;
      await name(
        cells.length === 1 && only?.amount !== undefined
          ? `Budget ${decimalOf(only.amount, budget.currency)} ${budget.currency} for ${names.get(only.categoryId)}, ${month}`
          : `Change the budget of ${cells.length === 1 ? names.get(only!.categoryId) : categories(cells.length)}, ${month}`,
      );
      return { changed };
    });
  }

  /** @throws ProblemException 400 `outside_budget`, 404, 409 `no_envelope` for income */
  async fill(caller: Caller, id: string, { month, from, categoryIds }: BudgetFill): Promise<BudgetWritten> {
    return this.within(caller, id, month, async (tx, budget, name) => {
      const facts = await budgetFacts(tx, budget, month);
      const known = [...facts.cells, ...[...facts.flows.values()].flatMap(({ spent }) => [...spent.keys()].map(ofId))];
      const ids = categoryIds ?? [...new Set(known.map(({ categoryId }) => categoryId))];
      const wanted = ids.map((categoryId) => ({ categoryId, amount: filled(facts, month, from, categoryId) }));
      await this.namesOf(tx, caller, wanted);
      const changed = await write(tx, budget, month, wanted);
      await name(`${FILLS[from]}, ${categories(changed)}, ${month}`);
      return { changed };
    });
  }

  /**
   * What one category gives the other gets: the month's budget stays as high as it was.
   * @throws ProblemException 400 `outside_budget`, 404, 409 `no_envelope`
   */
  async move(caller: Caller, id: string, { month, from, to, amount }: BudgetMove): Promise<BudgetWritten> {
    return this.within(caller, id, month, async (tx, budget, name) => {
      if (from === to) throw problem(noEnvelope, { reason: "Money is moved from one category to another." });
      const sides = [from, to].filter((side) => side !== null).map(ofId);
      const names = await this.namesOf(tx, caller, sides);
      const now = await cellsOf(tx, budget, month);
      const wanted = sides.map(({ categoryId }) => ({
        categoryId,
        amount: (now.get(categoryId)?.amount ?? 0) + (categoryId === to ? amount : -amount),
      }));
      const changed = await write(tx, budget, month, wanted);
      const [giver, taker] = [from, to].map((side) => (side === null ? "Ready to assign" : names.get(side)));
      await name(`Move ${decimalOf(amount, budget.currency)} ${budget.currency} from ${giver} to ${taker}, ${month}`);
      return { changed };
    });
  }

  /** @throws ProblemException 400 `outside_budget`, 404 */
  async hold(caller: Caller, id: string, { month, amount }: BudgetHold): Promise<BudgetWritten> {
    return this.within(caller, id, month, async (tx, budget, name) => {
      await tx.execute(sql`
        insert into finance.budget_hold (user_id, budget_id, month, amount)
        values (${budget.user_id}, ${id}, ${month}, ${amount})
        on conflict (budget_id, month) do update set amount = excluded.amount`);
      await name(`Hold ${decimalOf(amount, budget.currency)} ${budget.currency} of ${month} for the next month`);
      return { changed: 0 };
    });
  }

  private within(
    caller: Caller,
    id: string,
    month: string,
    work: (tx: Tx, budget: BudgetRow, name: (words: string) => Promise<void>) => Promise<{ changed: number }>,
  ): Promise<BudgetWritten> {
    return this.acts.run(caller, "budget", "Change a budget", async (tx, act) => {
      const budget = await budgetRow(tx, id);
      checkMonth(budget, month);
      return work(tx, budget, (words) => this.acts.name(tx, act, words));
    });
  }

  /** Names of categories. @throws ProblemException 404 `category_not_found`, 409 `no_envelope` for income */
  private async namesOf(tx: Tx, caller: Caller, wanted: readonly Wanted[]): Promise<Map<string, string>> {
    const ids = [...new Set(wanted.map(({ categoryId }) => categoryId))];
    const { rows } = await tx.execute<{ id: string; name: string }>(sql`
      select id, name from finance.category where user_id = ${caller.userId} and id in (
        select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`);
    if (rows.length < ids.length) throw problem(categoryNotFound);
    const income = await incomeCategories(tx, caller.userId);
    const earned = rows.find(({ id }) => income.has(id));
    if (earned) throw problem(noEnvelope, { reason: `${earned.name} is income: it is assigned, not budgeted.` });
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}

const ofId = (categoryId: string): Wanted => ({ categoryId });
const categories = (count: number) => `${count} ${count === 1 ? "category" : "categories"}`;

const FILLS: Record<BudgetFillFrom, string> = {
  "last-budget": "Budget as the month before",
  "last-spent": "Budget what was spent the month before",
  "average-3": `Budget the average of ${AVERAGED} months`,
  zero: "Budget nothing",
};

/** What a category gets; never less than nothing for what was spent. */
function filled({ cells, flows }: BudgetFacts, month: string, from: BudgetFillFrom, categoryId: string): number {
  const spent = (months: number) => {
    let total = 0;
    for (let back = 1; back <= months; back++) total += flows.get(addMonths(month, -back))?.spent.get(categoryId) ?? 0;
    return Math.max(0, Math.round(-total / months));
  };
  if (from === "zero") return 0;
  if (from === "last-spent") return spent(1);
  if (from === "average-3") return spent(AVERAGED);
  const last = addMonths(month, -1);
  return cells.find((cell) => cell.month === last && cell.categoryId === categoryId)?.amount ?? 0;
}

async function cellsOf(tx: Tx, { id }: BudgetRow, month: string) {
  const { rows } = await tx.execute<{ category_id: string; amount: string; carries: boolean | null }>(sql`
    select category_id, amount, carries from finance.budget_cell where budget_id = ${id} and month = ${month}`);
  return new Map(rows.map(({ category_id, amount, carries }) => [category_id, { amount: Number(amount), carries }]));
}

/** @returns how many categories have another amount now */
async function write(tx: Tx, budget: BudgetRow, month: string, wanted: readonly Wanted[]): Promise<number> {
  const now = await cellsOf(tx, budget, month);
  const cells = wanted.flatMap(({ categoryId, amount, carries }) => {
    const was = now.get(categoryId) ?? { amount: 0, carries: null };
    const next = { amount: amount ?? was.amount, carries: carries ?? was.carries };
    const isSame = next.amount === was.amount && next.carries === was.carries;
    return isSame ? [] : [{ categoryId, ...next, differs: next.amount !== was.amount }];
  });
  if (cells.some(({ amount }) => Math.abs(amount) > MAX_AMOUNT))
    throw problem(noEnvelope, { reason: "The amount is larger than one may be." });
  await tx.execute(sql`
    insert into finance.budget_cell (user_id, budget_id, month, category_id, amount, carries)
    select ${budget.user_id}, ${budget.id}, ${month}, w."categoryId", w.amount, w.carries
    from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as w("categoryId" uuid, amount bigint, carries boolean)
    on conflict (budget_id, category_id, month) do update set amount = excluded.amount, carries = excluded.carries`);
  return cells.filter(({ differs }) => differs).length;
}
