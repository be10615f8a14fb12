import { sql } from "drizzle-orm";
import { randomOf } from "../bank-files/testing/random.ts";
import { runningFinance } from "../testing/finance-world.ts";

const world = runningFinance();

const key = () => crypto.randomUUID();

/** Two accounts of 1,000.00 EUR, one outside the budget, a salary, and a budget from October on. */
async function withBudget(kind: "envelope" | "tracking" = "envelope") {
  const { userId, finance } = await world.person();
  const account = async (name: string, more: object = {}) =>
    (await finance.createAccount({ name, currency: "EUR", opening: 1000_00, ...more }, key())).account.id;
  const daily = await account("Daily");
  const savings = await account("Savings", { kind: "savings" });
  const house = await account("House", { kind: "asset" });
  const category = async (name: string, parentId: string | null = null) =>
    (await finance.createCategory({ name, parentId }, key())).category.id;
  const [food, home, work] = [await category("Food"), await category("Home"), await category("Work")];
  const salary = await category("Salary", work);
  const add = async (date: string, amount: number, more: object = {}) =>
    (await finance.createTransaction({ accountId: daily, date, amount, ...more }, key())).transaction;
  const { act, budget } = await finance.createBudget(
    { currency: "EUR", kind, start: "2026-10", incomeIds: [work] },
    key(),
  );
  const month = (name: string) => finance.budgetMonth(budget.id, name);
  const line = async (name: string, id: string) => (await month(name)).lines.find((one) => one.categoryId === id);
  const set = (name: string, categoryId: string, amount: number) =>
    finance.setBudget(budget.id, { month: name, cells: [{ categoryId, amount }] });
  return { userId, finance, budget, act, daily, savings, house, food, home, work, salary, add, month, line, set };
}

test("money that is there and comes in is assigned; splits count for their categories, income below income too", async () => {
  const { daily, finance, food, home, salary, add, month, set } = await withBudget();
  await add("2026-09-30", -100_00, { categoryId: food });
  await add("2026-10-01", 2000_00, { categoryId: salary });
  await add("2026-10-05", -70_00, {
    splits: [{ amount: -50_00, categoryId: food }, { amount: -15_00, categoryId: home }, { amount: -5_00 }],
  });
  await add("2026-10-06", 8_00, { categoryId: food });
  await set("2026-10", food, 120_00);
  const october = await month("2026-10");
  expect(october).toMatchObject({ income: 2000_00, uncategorised: -5_00 });
  expect(october.pool).toEqual({
    ...{ left: 1900_00, income: 2000_00, uncategorised: -5_00, outside: 0, overspent: 0, held: 0 },
    ...{ budgeted: 120_00, ready: 3775_00 },
  });
  expect(new Map(october.lines.map((line) => [line.categoryId, line]))).toEqual(
    new Map([
      [food, { categoryId: food, budgeted: 120_00, spent: -42_00, carried: 0, balance: 78_00, carries: false }],
      [home, { categoryId: home, budgeted: 0, spent: -15_00, carried: 0, balance: -15_00, carries: false }],
    ]),
  );
  expect((await month("2026-11")).pool).toMatchObject({ left: 3775_00, overspent: -15_00, ready: 3760_00 });
  // What a cell shows is what its transactions add up to.
  const shown = {
    category: food,
    own: "yes",
    counted: "budget",
    currency: "EUR",
    from: "2026-10-01",
    to: "2026-10-31",
  };
  expect((await finance.sums(shown)).currencies).toMatchObject([{ sum: -42_00 }]);
  expect((await finance.sums({ ...shown, account: daily, currency: "JPY" })).total).toBe(0);
});

test("transfers are left out; what leaves the budget's accounts is said, and what banks keep is spent", async () => {
  const { finance, savings, house, add, month } = await withBudget();
  const link = async (day: string, amount: number, accountId: string, arrived: number) => {
    const fromId = (await add(day, -amount)).id;
    const toId = (await add(day.replace("10-31", "11-01"), arrived, { accountId })).id;
    return finance.linkTransfer({ fromId, toId }, key());
  };
  // On its way over the turn of the month.
  await link("2026-10-31", 100_00, savings, 99_00);
  expect((await month("2026-10")).pool).toMatchObject({ uncategorised: -1_00, outside: 0, ready: 1999_00 });
  expect((await month("2026-11")).pool).toMatchObject({ uncategorised: 0, outside: 0, ready: 1999_00 });
  const { act } = await link("2026-11-10", 300_00, house, 300_00);
  expect((await month("2026-11")).pool).toMatchObject({ outside: -300_00, ready: 1699_00 });
  await finance.undo(act);
  expect((await month("2026-11")).pool).toMatchObject({ uncategorised: -300_00, outside: 0, ready: 1699_00 });
  expect((await finance.sums({ counted: "summary" })).currencies).toMatchObject([{ in: 300_00, out: -300_00 }]);
  expect((await finance.sums({ counted: "budget" })).currencies).toMatchObject([{ in: 0, out: -300_00 }]);
});

test("each currency has a budget of its own, and one alone", async () => {
  const { finance, food, month } = await withBudget();
  const { account } = await finance.createAccount({ name: "Yen", currency: "JPY", opening: 7000 }, key());
  await finance.createTransaction({ accountId: account.id, date: "2026-10-02", amount: -500, categoryId: food }, key());
  expect((await month("2026-10")).lines).toEqual([]);
  const yen = { currency: "JPY", kind: "tracking", start: "2026-10" } as const;
  const { budget } = await finance.createBudget(yen, key());
  expect(await finance.budgetMonth(budget.id, "2026-10")).toMatchObject({ pool: null, lines: [{ spent: -500 }] });
  await expect(finance.createBudget(yen, key())).rejects.toMatchObject({ status: 409, code: "budget_exists" });
  expect((await finance.budgets()).items.map(({ currency }) => currency)).toEqual(["EUR", "JPY"]);
});

test("a month is filled from the one before, from what was spent, or from an average that begins before the budget", async () => {
  const { finance, budget, food, home, salary, add, month, set } = await withBudget();
  await add("2026-08-03", -30_00, { categoryId: food });
  await add("2026-09-03", -31_00, { categoryId: food });
  await add("2026-10-03", -30_00, { categoryId: food });
  await add("2026-10-04", 25_00, { categoryId: home });
  await add("2026-10-05", 900_00, { categoryId: salary });
  await set("2026-10", food, 40_00);
  await set("2026-11", home, 5_00);
  const fill = async (from: "last-budget" | "last-spent" | "average-3" | "zero", categoryIds?: string[]) => {
    const { changed } = await finance.fillBudget(budget.id, { month: "2026-11", from, categoryIds }, key());
    const lines = (await month("2026-11")).lines;
    const of = (id: string) => lines.find(({ categoryId }) => categoryId === id)?.budgeted ?? 0;
    return { changed, food: of(food), home: of(home) };
  };
  expect(await fill("last-budget")).toEqual({ changed: 2, food: 40_00, home: 0 });
  expect(await fill("last-spent")).toEqual({ changed: 1, food: 30_00, home: 0 });
  expect(await fill("average-3", [food])).toEqual({ changed: 1, food: 30_33, home: 0 });
  expect(await fill("zero")).toEqual({ changed: 1, food: 0, home: 0 });
});

test("money is moved, overspending covered, and held; every act is undone and redone", async () => {
  const { finance, budget, food, home, add, month, set } = await withBudget();
  const name = "2026-11";
  await set(name, food, 100_00);
  await add("2026-11-05", -30_00, { categoryId: home });
  const { id } = budget;
  const acts: Record<string, () => Promise<{ act: string }>> = {
    "a first amount": () => set("2026-12", food, 7_00),
    "another amount": () => set(name, food, 90_00),
    "covered overspending": () => finance.moveBudget(id, { month: name, from: food, to: home, amount: 30_00 }, key()),
    "money to assign": () => finance.moveBudget(id, { month: name, from: null, to: home, amount: 1 }, key()),
    "money given back": () => finance.moveBudget(id, { month: name, from: food, to: null, amount: 2 }, key()),
    "a filled month": () => finance.fillBudget(id, { month: "2026-12", from: "last-spent" }, key()),
    "held money": () => finance.holdBudget(id, { month: name, amount: 5_00 }),
    "what is carried on": () => finance.setBudget(id, { month: name, cells: [{ categoryId: home, carries: true }] }),
    "another kind": async () =>
      finance.changeBudget(id, (await finance.budgets()).items[0]!.version, { kind: "tracking" }),
    "a deleted category": async () =>
      finance.deleteCategory(food, (await finance.categories()).items.find((one) => one.id === food)!.version),
    "a deleted budget": async () => finance.deleteBudget(id, (await finance.budgets()).items[0]!.version),
  };
  const all = async () => {
    const items = (await finance.budgets()).items.map(({ version: _, ...one }) => one);
    if (!items.length) return items;
    const months = await Promise.all([month(name), month("2026-12")]);
    return [...items, ...months.map(({ budget: _, lines, ...rest }) => [rest, new Set(lines)])];
  };
  for (const [words, run] of Object.entries(acts)) {
    const before = await all();
    const { act } = await run();
    const after = await all();
    expect({ words, same: JSON.stringify(after) === JSON.stringify(before) }).toEqual({ words, same: false });
    const undone = await finance.undo(act);
    expect({ words, all: await all(), kept: undone.kept }).toEqual({ words, all: before, kept: 0 });
    await finance.undo(undone.act);
    expect({ words, all: await all() }).toEqual({ words, all: after });
    await finance.undo(act);
    expect({ words, all: await all() }).toEqual({ words, all: before });
  }
});

test("an undo leaves an amount that was changed since", async () => {
  const { finance, food, line, set } = await withBudget();
  const first = await set("2026-11", food, 100);
  const second = await set("2026-11", food, 200);
  await expect(finance.undo(first.act)).rejects.toMatchObject({ code: "undo_conflict" });
  expect(await line("2026-11", food)).toMatchObject({ budgeted: 200 });
  await finance.undo(second.act);
  await finance.undo(first.act);
  expect(await line("2026-11", food)).toBeUndefined();
});

test("moves at the same time lose nothing, whatever they are", async () => {
  const { finance, budget, food, home, month, set } = await withBudget();
  await set("2026-11", food, 500_00);
  const random = randomOf(7);
  const moves = Array.from({ length: 20 }, () => {
    const [from, to] = random(2) ? [food, home] : [home, food];
    return { month: "2026-11", from, to, amount: 1 + random(9_999) };
  });
  await Promise.all(moves.map((move) => finance.moveBudget(budget.id, move, key())));
  const expected = moves.reduce((sum, { from, amount }) => sum + (from === food ? amount : -amount), 0);
  const lines = new Map((await month("2026-11")).lines.map((one) => [one.categoryId, one.budgeted]));
  expect([lines.get(food), lines.get(home)]).toEqual([500_00 - expected, expected]);
  expect((await month("2026-11")).pool).toMatchObject({ budgeted: 500_00, ready: 1500_00 });
});

test("what makes no sense is refused, and nothing is written", async () => {
  const { finance, budget, food, salary, month, set } = await withBudget();
  await expect(set("2026-09", food, 1)).rejects.toMatchObject({ status: 400, code: "outside_budget" });
  await expect(month("2046-10")).rejects.toMatchObject({ code: "outside_budget" });
  await expect(month("2026-13")).rejects.toMatchObject({ status: 400 });
  await expect(set("2026-10", salary, 1)).rejects.toMatchObject({ status: 409, code: "no_envelope" });
  await expect(set("2026-10", key(), 1)).rejects.toMatchObject({ code: "category_not_found" });
  const move = { month: "2026-10", from: food, to: food, amount: 1 };
  await expect(finance.moveBudget(budget.id, move, key())).rejects.toMatchObject({ code: "no_envelope" });
  await expect(finance.moveBudget(budget.id, { ...move, to: null, amount: 0 }, key())).rejects.toMatchObject({
    status: 400,
  });
  await set("2026-10", food, -10_000_000_000_000);
  await expect(finance.moveBudget(budget.id, { ...move, to: null }, key())).rejects.toMatchObject({
    code: "no_envelope",
  });
  await expect(finance.holdBudget(budget.id, { month: "2026-10", amount: -1 })).rejects.toMatchObject({ status: 400 });
  expect((await finance.acts()).items[0]).toMatchObject({
    of: "budget",
    words: "Budget -100000000000.00 EUR for Food, 2026-10",
  });
});

test("nobody reads or writes another person's budget", async () => {
  const { budget, food } = await withBudget();
  const { finance } = await world.person();
  const cells = { month: "2026-10", cells: [{ categoryId: food, amount: 1 }] };
  for (const refused of [
    () => finance.budgetMonth(budget.id, "2026-10"),
    () => finance.setBudget(budget.id, cells),
    () => finance.holdBudget(budget.id, { month: "2026-10", amount: 1 }),
    () => finance.deleteBudget(budget.id, 1),
    () => finance.createBudget({ currency: "EUR", kind: "envelope", start: "2026-10", incomeIds: [food] }, key()),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 404 });
  expect(await finance.budgets()).toEqual({ items: [] });
});

test("the database keeps what is before the first month, of others, or twice out of a budget", async () => {
  const { userId, budget, food } = await withBudget();
  const other = await withBudget();
  const insert = (month: string, categoryId: string) =>
    world.database.of("finance").as({ userId }, (tx) =>
      tx.execute(sql`insert into finance.budget_cell (user_id, budget_id, month, category_id, amount)
        values (${userId}, ${budget.id}, ${month}, ${categoryId}, 1)`),
    );
  await expect(insert("2026-09", food)).rejects.toMatchObject({ constraint: "budget_start" });
  await expect(insert("2026-13", food)).rejects.toMatchObject({ code: "23514" });
  await expect(insert("2026-10", other.food)).rejects.toMatchObject({ code: "23503" });
  await insert("2026-10", food);
  await expect(insert("2026-10", food)).rejects.toMatchObject({ code: "23505" });
});
