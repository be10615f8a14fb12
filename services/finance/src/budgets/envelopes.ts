import type { BudgetKind, BudgetLine, BudgetPool } from "@tessera/contracts-finance/budgets.ts";
import { addMonths } from "@tessera/contracts-finance/months.ts";

/** What a person wrote for a category in a month; `carries` null: as it was before. */
export interface Cell {
  month: string;
  categoryId: string;
  amount: number;
  carries: boolean | null;
}

/** Money of a month: what each category's parts add up to, and what goes past the categories. */
export interface Flow {
  spent: ReadonlyMap<string, number>;
  income: number;
  uncategorised: number;
  /** From and to accounts outside the budget. */
  outside: number;
}

export interface BudgetFacts {
  kind: BudgetKind;
  start: string;
  /** What was in the accounts before the first month. */
  opening: number;
  flows: ReadonlyMap<string, Flow>;
  cells: readonly Cell[];
  holds: ReadonlyMap<string, number>;
}

interface Envelope {
  balance: number;
  carries: boolean;
}

export interface BudgetedMonth {
  lines: BudgetLine[];
  /** As an envelope budget has it. */
  pool: BudgetPool;
}

export const NO_FLOW: Flow = { spent: new Map(), income: 0, uncategorised: 0, outside: 0 };

/**
 * The month `to` of a budget, counted on from its first month (decision 007). What is left in a category stays there.
 * What is overspent is taken from the money of the next month, unless the category carries it on.
 */
export function budgetMonth({ kind, start, opening, flows, cells, holds }: BudgetFacts, to: string): BudgetedMonth {
  const written = Map.groupBy(cells, ({ month }) => month);
  let envelopes: ReadonlyMap<string, Envelope> = new Map();
  let left = opening;
  for (let month = start; ; month = addMonths(month, 1)) {
    const flow = flows.get(month) ?? NO_FLOW;
    const lines = linesOf(kind, envelopes, flow, written.get(month) ?? []);
    const { income, uncategorised, outside } = flow;
    const budgeted = sum(lines, (line) => line.budgeted);
    const overspent = sum(envelopes.values(), ({ balance, carries }) => (carries ? 0 : Math.min(0, balance)));
    const held = holds.get(month) ?? 0;
    const ready = left + income + uncategorised + outside + overspent - held - budgeted;
    if (month >= to) {
      const pool = { left, income, uncategorised, outside, overspent, held, budgeted, ready };
      return { lines: lines.filter(hasFigures), pool };
    }
    envelopes = new Map(lines.map(({ categoryId, balance, carries }) => [categoryId, { balance, carries }]));
    left = ready + held;
  }
}

function linesOf(
  kind: BudgetKind,
  before: ReadonlyMap<string, Envelope>,
  flow: Flow,
  cells: readonly Cell[],
): BudgetLine[] {
  const own = new Map(cells.map((cell) => [cell.categoryId, cell]));
  return [...new Set([...before.keys(), ...flow.spent.keys(), ...own.keys()])].map((categoryId) => {
    const cell = own.get(categoryId);
    const budgeted = cell?.amount ?? 0;
    const spent = flow.spent.get(categoryId) ?? 0;
    const was = before.get(categoryId);
    const carried = was ? carriedOn(kind, was) : 0;
    const carries = cell?.carries ?? was?.carries ?? false;
    return { categoryId, budgeted, spent, carried, balance: carried + budgeted + spent, carries };
  });
}

/** A limit holds for its month alone, unless the person carries on what is left. */
const carriedOn = (kind: BudgetKind, { balance, carries }: Envelope): number =>
  carries ? balance : kind === "envelope" ? Math.max(0, balance) : 0;

const hasFigures = ({ budgeted, spent, carried, balance, carries }: BudgetLine): boolean =>
  carries || [budgeted, spent, carried, balance].some((figure) => figure !== 0);

function sum<T>(all: Iterable<T>, of: (one: T) => number): number {
  let total = 0;
  for (const one of all) total += of(one);
  return total;
}
