import type { Budget, BudgetKind } from "@tessera/contracts-finance/budgets.ts";
import { addMonths } from "@tessera/contracts-finance/months.ts";
import { budgetNotFound } from "@tessera/contracts-finance/problems.ts";
import { problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { firstDayOf } from "../preferences/preferences.service.ts";
import { inBudget } from "../transactions/filter.ts";
import type { BudgetFacts, Cell, Flow } from "./envelopes.ts";

export interface BudgetRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  currency: string;
  kind: BudgetKind;
  start: string;
  version: number;
}

export const shownBudget = ({ id, currency, kind, start, version }: BudgetRow): Budget => ({
  ...{ id, currency, kind, start, version },
});

/** @throws ProblemException 404 `budget_not_found` */
export async function budgetRow(tx: Tx, id: string): Promise<BudgetRow> {
  const { rows } = await tx.execute<BudgetRow>(sql`select * from finance.budget where id = ${id}`);
  if (!rows[0]) throw problem(budgetNotFound);
  return rows[0];
}

/** Months before a month that an average is of. */
export const AVERAGED = 3;

/** What a budget's months are counted from, up to and with `to`; flows from some months before the first one on. */
export async function budgetFacts(tx: Tx, budget: BudgetRow, to: string): Promise<BudgetFacts> {
  const average = addMonths(to, -AVERAGED);
  const since = average < budget.start ? average : budget.start;
  const income = await incomeCategories(tx, budget.user_id);
  const flows = new Map<string, Flow & { spent: Map<string, number> }>();
  let opening = await openings(tx, budget);
  for (const { month, category_id, outside, sum } of await linesOf(tx, budget, since, addMonths(to, 1))) {
    const amount = Number(sum);
    if (month === null || month < budget.start) opening += amount;
    if (month === null) continue;
    const flow = flows.get(month) ?? { spent: new Map(), income: 0, uncategorised: 0, outside: 0 };
    flows.set(month, flow);
    if (outside) flow.outside += amount;
    else if (category_id === null) flow.uncategorised += amount;
    else if (income.has(category_id)) flow.income += amount;
    else flow.spent.set(category_id, amount);
  }
  const cells = (await cellsOf(tx, budget, to)).filter(({ categoryId }) => !income.has(categoryId));
  return { kind: budget.kind, start: budget.start, opening, flows, cells, holds: await holdsOf(tx, budget, to) };
}

/** Categories that are income, or lie within one that is. */
export async function incomeCategories(tx: Tx, userId: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive earned as (
      select id from finance.category where user_id = ${userId} and income
      union select c.id from finance.category c join earned e on c.user_id = ${userId} and c.parent_id = e.id
    ) select id from earned`);
  return new Set(rows.map(({ id }) => id));
}

async function openings(tx: Tx, budget: BudgetRow): Promise<number> {
  const { rows } = await tx.execute<{ sum: string }>(sql`
    select coalesce(sum(a.opening), 0) as sum from finance.account a where ${covered(budget)}`);
  return Number(rows[0]!.sum);
}

/** Accounts `a` whose money the budget is about. */
const covered = ({ user_id, currency }: BudgetRow): SQL =>
  sql`a.user_id = ${user_id} and a.currency = ${currency} and ${inBudget}`;

interface LineRow extends Record<string, unknown> {
  /** Null: before `since`. */
  month: string | null;
  category_id: string | null;
  outside: boolean;
  sum: string;
}

/**
 * Parts of transactions that are no transfer, as the summary counts them; what banks kept of transfers; and transfers
 * that take money out of the budget's accounts, or bring it there. A transfer between two of them is none of its
 * business, even while it is on its way.
 */
async function linesOf(tx: Tx, budget: BudgetRow, since: string, end: string): Promise<LineRow[]> {
  const firstDay = await firstDayOf(tx, budget.user_id);
  const { rows } = await tx.execute<LineRow>(sql`
    with own as (select a.id from finance.account a where ${covered(budget)}),
    entries as (
      select t.id, t.date, t.amount from own join finance.transaction t on t.account_id = own.id
      where t.date < ${`${end}-01`}::date + ${firstDay - 1}::int
    ), sides as (
      select e.id, e.date, e.amount, x.fee, o.account_id as other, true as paid
      from entries e join finance.transfer x on x.from_id = e.id join finance.transaction o on o.id = x.to_id
      union
      select e.id, e.date, e.amount, 0, o.account_id, false
      from entries e join finance.transfer x on x.to_id = e.id join finance.transaction o on o.id = x.from_id
    ), lines as (
      select e.date, s.category_id, s.amount, false as outside
      from entries e join finance.split s on s.transaction_id = e.id
      where not exists (select from sides where sides.id = e.id)
      union all
      select date, null, -fee, false from sides where paid and fee > 0 and other in (select id from own)
      union all
      select date, null, amount, true from sides where other not in (select id from own)
    )
    select case when date >= ${`${since}-01`}::date + ${firstDay - 1}::int
        then to_char(finance.month_of(date, ${firstDay}::int), 'YYYY-MM') end as month, category_id, outside,
      sum(amount) as sum
    from lines group by 1, 2, 3`);
  return rows;
}

async function cellsOf(tx: Tx, { id }: BudgetRow, to: string): Promise<Cell[]> {
  const { rows } = await tx.execute<{ month: string; category_id: string; amount: string; carries: boolean | null }>(
    sql`select month, category_id, amount, carries from finance.budget_cell where budget_id = ${id} and month <= ${to}`,
  );
  return rows.map(({ month, category_id, amount, carries }) => ({
    ...{ month, categoryId: category_id, amount: Number(amount), carries },
  }));
}

async function holdsOf(tx: Tx, { id }: BudgetRow, to: string): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ month: string; amount: string }>(
    sql`select month, amount from finance.budget_hold where budget_id = ${id} and month <= ${to}`,
  );
  return new Map(rows.map(({ month, amount }) => [month, Number(amount)]));
}
