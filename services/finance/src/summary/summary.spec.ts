import { addMonths, daysOf, monthsTo } from "@tessera/contracts-finance/months.ts";
import { runningFinance } from "../testing/finance-world.ts";
import { randomBooks } from "../testing/random-books.ts";

const world = runningFinance();

const key = () => crypto.randomUUID();

async function withBooks() {
  const { finance } = await world.person();
  const account = async (name: string, currency: string, opening: number) =>
    (await finance.createAccount({ name, currency, opening }, key())).account.id;
  const daily = await account("Daily", "EUR", 100_00);
  const savings = await account("Savings", "EUR", 500_00);
  const yen = await account("Yen", "JPY", 7000);
  const category = async (name: string) => (await finance.createCategory({ name }, key())).category.id;
  const add = async (accountId: string, date: string, amount: number, more: object = {}) =>
    (await finance.createTransaction({ accountId, date, amount, ...more }, key())).transaction.id;
  return { finance, daily, savings, yen, food: await category("Food"), home: await category("Home"), add };
}

test("months are counted over the turn of a year", () => {
  expect(addMonths("2026-11", 2)).toBe("2027-01");
  expect(addMonths("2026-01", -1)).toBe("2025-12");
  expect(monthsTo("2026-01", 3)).toEqual(["2025-11", "2025-12", "2026-01"]);
  expect(daysOf("2028-02")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
});

test("income, expense and net worth by month, splits by category, each currency separately", async () => {
  const { finance, daily, yen, food, home, add } = await withBooks();
  await add(daily, "2026-08-31", 1_00);
  await add(daily, "2026-09-01", 2000_00);
  await add(daily, "2026-09-30", -300_00, {
    splits: [
      { amount: -100_00, categoryId: food },
      { amount: -200_00, categoryId: home },
    ],
  });
  await add(daily, "2026-11-15", -50_00, { categoryId: food });
  await add(daily, "2026-12-01", -9_00);
  await add(yen, "2026-11-02", -500);
  const { currencies } = await finance.summary({ to: "2026-11", months: 3 });
  expect(currencies.map(({ currency, months }) => [currency, months])).toEqual([
    [
      "EUR",
      [
        { month: "2026-09", income: 2000_00, expense: -300_00, netWorth: 2301_00, moved: 0 },
        { month: "2026-10", income: 0, expense: 0, netWorth: 2301_00, moved: 0 },
        { month: "2026-11", income: 0, expense: -50_00, netWorth: 2251_00, moved: 0 },
      ],
    ],
    [
      "JPY",
      [
        { month: "2026-09", income: 0, expense: 0, netWorth: 7000, moved: 0 },
        { month: "2026-10", income: 0, expense: 0, netWorth: 7000, moved: 0 },
        { month: "2026-11", income: 0, expense: -500, netWorth: 6500, moved: 0 },
      ],
    ],
  ]);
  const sums = new Map(currencies[0]!.categories.map(({ categoryId, sums }) => [categoryId, sums]));
  expect(sums).toEqual(
    new Map([
      [null, [2000_00, 0, 0]],
      [food, [-100_00, 0, -50_00]],
      [home, [-200_00, 0, 0]],
    ]),
  );
});

test("a transfer is neither income nor expense, and leaves the net worth; only what the bank kept is expense", async () => {
  const { finance, daily, savings, add } = await withBooks();
  const fromId = await add(daily, "2026-11-10", -100_00);
  const toId = await add(savings, "2026-11-11", 99_00);
  const month = async (account?: string) =>
    (await finance.summary({ to: "2026-11", months: 1, account })).currencies[0]!.months[0];
  expect(await month()).toMatchObject({ income: 99_00, expense: -100_00, netWorth: 599_00 });
  const { act } = await finance.linkTransfer({ fromId, toId }, key());
  expect(await month()).toMatchObject({ income: 0, expense: -1_00, netWorth: 599_00 });
  expect(await month(savings)).toMatchObject({ income: 0, expense: 0, netWorth: 599_00 });
  await finance.undo(act);
  expect(await month()).toMatchObject({ income: 99_00, expense: -100_00 });
});

test("months add up to what each transaction says, whatever the period and the account", async () => {
  const { finance, accounts, all, transfers } = await randomBooks(world, 300, 3);
  const moved = new Set(transfers.flatMap(({ from, to }) => [from.id, to.id]));
  expect(moved.size).toBeGreaterThan(10);
  for (const [to, months, account] of [
    ["2026-12", 12],
    ["2026-06", 3],
    ["2027-03", 36],
    ["2026-09", 5, accounts[0]!.id],
  ] as const) {
    const { currencies } = await finance.summary({ to, months, account });
    for (const { currency, months: shown, categories } of currencies) {
      const own = accounts.filter(({ id, ...one }) => one.currency === currency && (!account || id === account));
      const of = (month: string) =>
        all.filter((one) => own.some(({ id }) => id === one.account) && one.date.startsWith(month));
      const until = (month: string) =>
        all.filter((one) => own.some(({ id }) => id === one.account) && one.date.slice(0, 7) <= month);
      const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
      const monthly = monthsTo(to, months).map((month) => {
        const amounts = of(month).flatMap(({ id, parts }) => (moved.has(id) ? [] : parts.map(({ amount }) => amount)));
        const fees = transfers
          .filter(({ from }) => of(month).includes(from))
          .map(({ from, to }) => from.amount + to.amount);
        return {
          month,
          income: sum(amounts.filter((amount) => amount > 0)),
          expense: sum([...amounts.filter((amount) => amount < 0), ...fees]),
          netWorth: sum([...own.map(({ opening }) => opening), ...until(month).map(({ amount }) => amount)]),
          moved: sum([
            ...of(month).flatMap(({ id, amount }) => (moved.has(id) ? [amount] : [])),
            ...fees.map((fee) => -fee),
          ]),
        };
      });
      expect(shown).toEqual(monthly);
      const total = sum(categories.flatMap(({ sums }) => sums));
      expect(total).toBe(sum(monthly.map(({ income, expense }) => income + expense)));
    }
  }
});

test("payees add up to what the months do, whatever the period and the account", async () => {
  const { finance, accounts } = await randomBooks(world, 200, 9);
  for (const query of [
    { from: "2026-01", to: "2026-12" },
    { from: "2026-03", to: "2026-03" },
    { from: "2026-02", to: "2026-08", account: accounts[0]!.id },
  ]) {
    const { account, from, to } = query;
    const months = (Number(to.slice(5)) - Number(from.slice(5)) + 1) as number;
    const { currencies } = await finance.summary({ to, months, account });
    const payees = await finance.payeeSummary(query);
    const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
    const all = currencies
      .map(({ currency, months: shown }) => ({
        ...{ currency, income: sum(shown.map(({ income }) => income)) },
        expense: sum(shown.map(({ expense }) => expense)),
      }))
      .filter(({ income, expense }) => income || expense);
    const inOrder = <T extends { currency: string }>(list: T[]) =>
      list.toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
    expect(inOrder(payees.currencies.map(({ payees: _, ...rest }) => rest))).toEqual(inOrder(all));
    for (const { income, expense, payees: own } of payees.currencies) {
      expect(sum(own.map((one) => one.income))).toBe(income);
      expect(sum(own.map((one) => one.expense))).toBe(expense);
    }
  }
});

test("the dearest payees are named, the others are in the sums; a payee that is changed takes its sums along", async () => {
  const { finance, daily, add } = await withBooks();
  for (let at = 1; at <= 52; at++) await add(daily, "2026-11-03", -at * 100, { payee: `Shop ${at}` });
  await add(daily, "2026-11-04", 500_00, { payee: "Employer" });
  const read = async () => (await finance.payeeSummary({ from: "2026-11", to: "2026-11" })).currencies[0]!;
  const { payees, expense, income } = await read();
  expect(payees).toHaveLength(51);
  expect(payees[0]).toMatchObject({ payee: { name: "Shop 52" }, expense: -5200 });
  expect(payees.at(-1)).toMatchObject({ payee: { name: "Employer" }, income: 500_00 });
  expect({ expense, income }).toEqual({ expense: -1378_00, income: 500_00 });
  const { items } = await finance.transactions({ q: "Shop 52" });
  await finance.changeTransaction(items[0]!.id, items[0]!.version, { payee: "Shop 51" });
  expect((await read()).payees[0]).toMatchObject({ payee: { name: "Shop 51" }, expense: -10_300 });
  await expect(finance.payeeSummary({ from: "2020-01", to: "2026-11" })).rejects.toMatchObject({ status: 400 });
  await expect(finance.payeeSummary({ from: "2026-12", to: "2026-11" })).rejects.toMatchObject({ status: 400 });
  const other = await world.person();
  expect(await other.finance.payeeSummary({ from: "2026-11", to: "2026-11", account: daily })).toEqual({
    currencies: [],
  });
});

test("nobody's summary holds what is another person's", async () => {
  const { daily, add } = await withBooks();
  await add(daily, "2026-11-10", -100_00);
  const { finance } = await world.person();
  expect(await finance.summary({ to: "2026-11" })).toMatchObject({ currencies: [] });
  expect(await finance.summary({ to: "2026-11", account: daily })).toMatchObject({ currencies: [] });
  await expect(finance.summary({ to: "2026-13" })).rejects.toMatchObject({ status: 400 });
});
