import { sql } from "drizzle-orm";
import { runningFinance } from "../testing/finance-world.ts";

const world = runningFinance();

const key = () => crypto.randomUUID();

async function withAccount(currency = "EUR") {
  const { userId, finance } = await world.person();
  const { account } = await finance.createAccount({ name: "Daily", currency, opening: 10_000 }, key());
  const add = async (amount: number, more: object = {}) =>
    (await finance.createTransaction({ accountId: account.id, date: "2026-11-20", amount, ...more }, key()))
      .transaction;
  return { userId, finance, account, add };
}

test("a transaction has its account's currency, a payee by name, and counts for the balance", async () => {
  const { finance, account, add } = await withAccount();
  const first = await add(-1250, { payee: "Corner Bakery", note: "Rolls" });
  expect(first).toMatchObject({
    amount: -1250,
    currency: "EUR",
    payee: { name: "Corner Bakery" },
    note: "Rolls",
    state: "open",
    splits: [{ amount: -1250, categoryId: null, note: null }],
    version: 1,
  });
  const second = await add(-300, { payee: " corner  bakery " });
  expect(second.payee).toEqual(first.payee);
  const { items } = await finance.accounts();
  expect(items).toMatchObject([{ id: account.id, balance: 8450, transactions: 2, newest: "2026-11-20" }]);
});

test("splits add up to the amount, in the service and in the database", async () => {
  const { userId, finance, add } = await withAccount();
  const { category } = await finance.createCategory({ name: "Food" }, key());
  const wrong = add(-1000, { splits: [{ amount: -400 }, { amount: -500 }] });
  await expect(wrong).rejects.toMatchObject({ status: 400, code: "splits_differ" });
  const made = await add(-1000, {
    splits: [
      { amount: -400, categoryId: category.id },
      { amount: -600, note: "Rest" },
    ],
  });
  expect(made.splits).toEqual([
    { amount: -400, categoryId: category.id, note: null },
    { amount: -600, categoryId: null, note: "Rest" },
  ]);
  const amountAlone = finance.changeTransaction(made.id, made.version, { amount: -900 });
  await expect(amountAlone).rejects.toMatchObject({ status: 400, code: "splits_differ" });
  const past = world.database
    .of("finance")
    .as({ userId }, (tx) =>
      tx.execute(sql`update finance.split set amount = -1 where transaction_id = ${made.id} and place = 0`),
    );
  await expect(past).rejects.toMatchObject({ code: "23514", constraint: "splits_add_up" });
  const none = world.database
    .of("finance")
    .as({ userId }, (tx) => tx.execute(sql`delete from finance.split where transaction_id = ${made.id}`));
  await expect(none).rejects.toMatchObject({ code: "23514" });
});

test("the list is newest first, page by page, and filters add up what they show", async () => {
  const { finance, account, add } = await withAccount();
  const { category: food } = await finance.createCategory({ name: "Food" }, key());
  const { category: bread } = await finance.createCategory({ name: "Bread", parentId: food.id }, key());
  await add(-100, { date: "2026-11-01", categoryId: bread.id, payee: "Bakery" });
  await add(-200, { date: "2026-11-03", note: "50% off", tags: ["gift"] });
  await add(5000, { date: "2026-11-02", payee: "Employer" });
  await add(-700, { date: "2026-11-04", splits: [{ amount: -500, categoryId: food.id }, { amount: -200 }] });
  const page = await finance.transactions({ limit: 3 });
  expect(page.items.map(({ date }) => date)).toEqual(["2026-11-04", "2026-11-03", "2026-11-02"]);
  const rest = await finance.transactions({ limit: 3, cursor: page.nextCursor! });
  expect(rest).toMatchObject({ items: [{ date: "2026-11-01" }], nextCursor: null });

  const shown = async (filter: Parameters<typeof finance.sums>[0]) => {
    const [{ items }, sums] = await Promise.all([finance.transactions(filter), finance.sums(filter)]);
    expect(sums.total).toBe(items.length);
    return [items.length, sums.currencies[0]?.sum ?? 0];
  };
  expect(await shown({})).toEqual([4, 4000]);
  expect(await shown({ category: food.id })).toEqual([2, -600]);
  expect(await shown({ category: bread.id })).toEqual([1, -100]);
  expect(await shown({ category: "none" })).toEqual([3, 4600]);
  expect(await shown({ q: "50% OFF" })).toEqual([1, -200]);
  expect(await shown({ q: "gift" })).toEqual([1, -200]);
  expect(await shown({ q: "employ" })).toEqual([1, 5000]);
  expect(await shown({ from: "2026-11-02", to: "2026-11-03" })).toEqual([2, 4800]);
  expect(await shown({ min: 200, max: 700 })).toEqual([2, -900]);
  expect(await shown({ account: account.id, state: "cleared" })).toEqual([0, 0]);
});

test("sums never mix currencies", async () => {
  const { finance, add } = await withAccount();
  const { account: yen } = await finance.createAccount({ name: "Tokyo", currency: "JPY" }, key());
  await add(-150);
  await add(700);
  await finance.createTransaction({ accountId: yen.id, date: "2026-11-20", amount: -9000 }, key());
  const none = { count: 0, sum: 0 };
  expect(await finance.sums({})).toEqual({
    total: 3,
    currencies: [
      { ...{ currency: "EUR", in: 700, out: -150, sum: 550, income: 700, expense: -150 }, transfers: none },
      { ...{ currency: "JPY", in: 0, out: -9000, sum: -9000, income: 0, expense: -9000 }, transfers: none },
    ],
  });
});

test("a change needs the version it saw, and an account of the same currency", async () => {
  const { finance, add } = await withAccount();
  const made = await add(-100);
  const { transaction } = await finance.changeTransaction(made.id, made.version, { note: "Lunch", amount: -120 });
  expect(transaction).toMatchObject({ note: "Lunch", amount: -120, splits: [{ amount: -120 }] });
  const late = finance.changeTransaction(made.id, made.version, { note: "Dinner" });
  await expect(late).rejects.toMatchObject({ status: 412, code: "version_conflict" });
  const { account: yen } = await finance.createAccount({ name: "Tokyo", currency: "JPY" }, key());
  const moved = finance.changeTransaction(made.id, transaction.version, { accountId: yen.id });
  await expect(moved).rejects.toMatchObject({ status: 409, code: "currencies_differ" });
});

test("what is reconciled keeps its amount and stays", async () => {
  const { finance, add } = await withAccount();
  const made = await add(-100);
  const { transaction } = await finance.changeTransaction(made.id, made.version, { state: "reconciled" });
  const { id, version } = transaction;
  const refused = { status: 409, code: "transaction_reconciled" };
  await expect(finance.changeTransaction(id, version, { amount: -1 })).rejects.toMatchObject(refused);
  await expect(finance.deleteTransaction(id, version)).rejects.toMatchObject(refused);
  expect(await finance.bulk({ ids: [id], change: { delete: true } }, key())).toMatchObject({ changed: 0, skipped: 1 });
  expect((await finance.changeTransaction(id, version, { note: "Fine" })).transaction.note).toBe("Fine");
});

test("many are categorised at once; those of several splits keep theirs", async () => {
  const { finance, add } = await withAccount();
  const { category } = await finance.createCategory({ name: "Food" }, key());
  const [one, split] = [await add(-100), await add(-300, { splits: [{ amount: -100 }, { amount: -200 }] })];
  const ids = [one.id, split.id, crypto.randomUUID()];
  const done = await finance.bulk({ ids, change: { categoryId: category.id } }, key());
  expect(done).toMatchObject({ changed: 1, skipped: 2 });
  expect(await finance.transaction(one.id)).toMatchObject({ splits: [{ categoryId: category.id }], version: 2 });
  const tagged = await finance.bulk({ ids, change: { addTags: ["trip", "trip"] } }, key());
  expect(tagged).toMatchObject({ changed: 2 });
  expect((await finance.transaction(split.id)).tags).toEqual(["trip"]);
});

test("the books are for people with a plan, and each person's are their own", async () => {
  const ines = await withAccount();
  const made = await ines.add(-100);
  const tomas = await world.person();
  const mine = { accountId: ines.account.id, date: "2026-11-20", amount: 1 };
  await expect(tomas.finance.transaction(made.id)).rejects.toMatchObject({ status: 404 });
  await expect(tomas.finance.createTransaction(mine, key())).rejects.toMatchObject({ code: "account_not_found" });
  const { category } = await ines.finance.createCategory({ name: "Food" }, key());
  const { account } = await tomas.finance.createAccount({ name: "Daily", currency: "EUR" }, key());
  const foreign = { accountId: account.id, date: "2026-11-20", amount: 1, categoryId: category.id };
  await expect(tomas.finance.createTransaction(foreign, key())).rejects.toMatchObject({ code: "category_not_found" });
  const seen = await world.database
    .of("finance")
    .as({ userId: tomas.userId }, (tx) => tx.execute(sql`select * from finance.change where row_id = ${made.id}`));
  expect(seen.rows).toEqual([]);
  world.billing.status = "inactive";
  await expect((await world.person()).finance.accounts()).rejects.toMatchObject({ code: "subscription_required" });
  world.billing.status = "active";
});

test("a plan holds as many accounts as it says, however many are added at once", async () => {
  const { finance } = await world.person();
  world.billing.entitlements = { "finance.accounts": 2 };
  const names = ["One", "Two", "Three"];
  const results = await Promise.allSettled(
    names.map((name) => finance.createAccount({ name, currency: "EUR" }, key())),
  );
  const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refusals).toMatchObject([{ status: 402, code: "plan_limit_reached" }]);
  world.billing.entitlements = {};
});
