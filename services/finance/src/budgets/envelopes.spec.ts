import type { BudgetKind } from "@tessera/contracts-finance/budgets.ts";
import { monthsTo } from "@tessera/contracts-finance/months.ts";
import { randomOf } from "../bank-files/testing/random.ts";
import { type BudgetFacts, budgetMonth, type Cell, type Flow } from "./envelopes.ts";

const MONTHS = monthsTo("2027-02", 9);
const IDS = ["food", "home", "travel", "gifts"];

/** Some months of a person: what they budgeted, spent, earned and held, at random. */
function randomFacts(seed: number, kind: BudgetKind = "envelope"): BudgetFacts {
  const random = randomOf(seed);
  const amount = () => random(200_001) - 100_000;
  const cells = MONTHS.flatMap((month) =>
    IDS.filter(() => random(3) > 0).map(
      (categoryId): Cell => ({
        ...{ month, categoryId, amount: amount() },
        carries: [null, null, null, true, false][random(5)]!,
      }),
    ),
  );
  const flow = (): Flow => ({
    spent: new Map(IDS.filter(() => random(2)).map((id) => [id, amount()])),
    ...{ income: random(500_000), uncategorised: amount(), outside: random(4) ? 0 : amount() },
  });
  return {
    ...{ kind, start: MONTHS[0]!, opening: amount(), cells },
    flows: new Map(MONTHS.filter(() => random(5)).map((month) => [month, flow()])),
    holds: new Map(MONTHS.filter(() => random(2)).map((month) => [month, random(100_000)])),
  };
}

const total = (amounts: Iterable<number>) => [...amounts].reduce((sum, amount) => sum + amount, 0);
const SEEDS = Array.from({ length: 200 }, (_, seed) => seed);

test("what is ready, held and in categories is what is in the accounts, in every month", () => {
  for (const seed of SEEDS) {
    const facts = randomFacts(seed);
    let money = facts.opening;
    for (const month of MONTHS) {
      const flow = facts.flows.get(month);
      if (flow) money += total(flow.spent.values()) + flow.income + flow.uncategorised + flow.outside;
      const { lines, pool } = budgetMonth(facts, month);
      const inCategories = total(lines.map(({ balance }) => balance));
      expect({ seed, month, money: pool.ready + pool.held + inCategories }).toEqual({ seed, month, money });
    }
  }
});

test("what a category carries on is all that was budgeted and spent before, less what others paid for it", () => {
  for (const seed of SEEDS) {
    const facts = randomFacts(seed);
    for (const id of IDS) {
      let [sum, forgiven] = [0, 0];
      for (const [place, month] of MONTHS.entries()) {
        const line = budgetMonth(facts, month).lines.find(({ categoryId }) => categoryId === id);
        expect({ seed, id, month, carried: line?.carried ?? 0 }).toEqual({ seed, id, month, carried: sum + forgiven });
        sum += (line?.budgeted ?? 0) + (line?.spent ?? 0);
        const paid = line && !line.carries && place < MONTHS.length - 1 ? Math.min(0, line.balance) : 0;
        forgiven -= paid;
      }
    }
  }
});

test("moving money in a month changes no sum, neither then nor later unless somebody is overspent", () => {
  for (const seed of SEEDS) {
    const facts = randomFacts(seed);
    const month = MONTHS[4]!;
    const before = budgetMonth(facts, month);
    const moved = facts.cells.map((cell) => {
      const sign = cell.month !== month ? 0 : cell.categoryId === "food" ? -1 : cell.categoryId === "home" ? 1 : 0;
      return { ...cell, amount: cell.amount + sign * 777 };
    });
    const both = ["food", "home"].every((id) => moved.some((one) => one.month === month && one.categoryId === id));
    if (!both) continue;
    const after = budgetMonth({ ...facts, cells: moved }, month);
    expect(after.pool).toEqual(before.pool);
    expect(total(after.lines.map(({ balance }) => balance))).toBe(total(before.lines.map(({ balance }) => balance)));
  }
});

const facts = (kind: BudgetKind, carries: boolean | null): BudgetFacts => ({
  ...{ kind, start: "2026-10", opening: 1000, holds: new Map([["2026-10", 100]]) },
  cells: [
    { month: "2026-10", categoryId: "food", amount: 300, carries },
    { month: "2026-10", categoryId: "home", amount: 200, carries: null },
  ],
  flows: new Map([
    [
      "2026-10",
      {
        ...{ income: 50, uncategorised: -5, outside: -20 },
        spent: new Map([
          ["food", -340],
          ["home", -150],
        ]),
      },
    ],
  ]),
});

test("what is overspent is taken from the next month's money, and what is held comes with it", () => {
  expect(budgetMonth(facts("envelope", null), "2026-10").pool).toEqual({
    ...{ left: 1000, income: 50, uncategorised: -5, outside: -20, overspent: 0, held: 100, budgeted: 500, ready: 425 },
  });
  const { lines, pool } = budgetMonth(facts("envelope", null), "2026-11");
  expect(pool).toMatchObject({ left: 525, overspent: -40, held: 0, ready: 485 });
  expect(lines).toEqual([{ categoryId: "home", budgeted: 0, spent: 0, carried: 50, balance: 50, carries: false }]);
});

test("a category that carries on what it overspends keeps it until the person says otherwise", () => {
  const kept = budgetMonth(facts("envelope", true), "2026-12");
  expect(kept.pool.overspent).toBe(0);
  expect(kept.lines).toContainEqual({
    ...{ categoryId: "food", budgeted: 0, spent: 0, carried: -40, balance: -40, carries: true },
  });
});

test("a limit holds for its month alone, unless it carries on", () => {
  expect(budgetMonth(facts("tracking", null), "2026-11").lines).toEqual([]);
  expect(budgetMonth(facts("tracking", true), "2026-11").lines).toMatchObject([{ categoryId: "food", balance: -40 }]);
});
