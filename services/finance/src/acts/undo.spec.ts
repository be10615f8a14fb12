import type { financeClient } from "@tessera/contracts-finance/client.ts";
import { sql } from "drizzle-orm";
import { runningFinance } from "../testing/finance-world.ts";
import { COMPUTED, JOURNALED, JOURNALED_TABLES } from "./journaled-tables.ts";

type Finance = ReturnType<typeof financeClient>;

const world = runningFinance();

const key = () => crypto.randomUUID();
const day = "2026-11-20";

/** All that a person sees, without versions: these grow. */
async function books(finance: Finance) {
  const [accounts, categories, payees, transactions] = await Promise.all([
    finance.accounts(),
    finance.categories(),
    finance.payees(),
    finance.transactions({ limit: 200 }),
  ]);
  const all = [accounts, categories, payees, transactions].map(({ items }) => items as { version: number }[]);
  return all.map((items) => items.map(({ version: _, ...rest }) => rest));
}

async function withBooks() {
  const { userId, finance } = await world.person();
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR" }, key());
  const { category } = await finance.createCategory({ name: "Food" }, key());
  const made = await finance.createTransaction(
    { accountId: account.id, date: day, amount: -1000, payee: "Bakery", categoryId: category.id },
    key(),
  );
  return { userId, finance, account, category, transaction: made.transaction };
}

test("every act can be undone, and its undo too", async () => {
  const { finance, account, category, transaction } = await withBooks();
  const { id } = transaction;
  const accountVersion = async () => (await finance.accounts()).items.find((one) => one.id === account.id)!.version;
  const categoryVersion = async () => (await finance.categories()).items.find((one) => one.id === category.id)!.version;
  const acts: Record<string, () => Promise<{ act: string }>> = {
    "a new account": () => finance.createAccount({ name: "Savings", currency: "EUR" }, key()),
    "a changed account": async () =>
      finance.changeAccount(account.id, await accountVersion(), { name: "Joint", opening: 5 }),
    "a deleted account": async () => finance.deleteAccount(account.id, await accountVersion()),
    "a new category": () => finance.createCategory({ name: "Bread", parentId: category.id }, key()),
    "a renamed category": async () => finance.changeCategory(category.id, await categoryVersion(), { name: "Meals" }),
    "a deleted category": async () => finance.deleteCategory(category.id, await categoryVersion()),
    "a new transaction": () =>
      finance.createTransaction({ accountId: account.id, date: day, amount: 5, payee: "New" }, key()),
    "new splits": async () =>
      finance.changeTransaction(id, (await finance.transaction(id)).version, {
        amount: -900,
        splits: [{ amount: -400 }, { amount: -500, note: "Rest" }],
      }),
    "a bulk change": () => finance.bulk({ ids: [id], change: { categoryId: null } }, key()),
    "a deleted transaction": async () => finance.deleteTransaction(id, (await finance.transaction(id)).version),
  };
  for (const [name, act] of Object.entries(acts)) {
    const before = await books(finance);
    const { act: done } = await act();
    const after = await books(finance);
    const undone = await finance.undo(done);
    expect({ name, books: await books(finance), kept: undone.kept }).toEqual({ name, books: before, kept: 0 });
    await finance.undo(undone.act);
    expect({ name, books: await books(finance) }).toEqual({ name, books: after });
    // The first act counts again.
    await finance.undo(done);
    expect({ name, books: await books(finance) }).toEqual({ name, books: before });
  }
});

test("an undo leaves what was changed since, says so, and runs once", async () => {
  const { finance, account, transaction } = await withBooks();
  const first = await finance.changeTransaction(transaction.id, 1, { note: "Rolls", tags: ["food"] });
  await finance.changeTransaction(transaction.id, first.transaction.version, { note: "Cake" });
  expect(await finance.undo(first.act)).toMatchObject({ kept: 1 });
  expect(await finance.transaction(transaction.id)).toMatchObject({ note: "Cake", tags: [] });
  await expect(finance.undo(first.act)).rejects.toMatchObject({ status: 409, code: "act_undone" });
  const second = await finance.changeAccount(account.id, 1, { name: "Joint" });
  await finance.changeAccount(account.id, second.account.version, { name: "Ours" });
  await expect(finance.undo(second.act)).rejects.toMatchObject({ status: 409, code: "undo_conflict" });
  await expect(finance.undo(crypto.randomUUID())).rejects.toMatchObject({ status: 404, code: "act_not_found" });
});

test("no undo deletes what is used since, or what is reconciled", async () => {
  const { finance, account } = await withBooks();
  const { act: added, category } = await finance.createCategory({ name: "Trip" }, key());
  const made = await finance.createTransaction(
    { accountId: account.id, date: day, amount: -5, categoryId: category.id },
    key(),
  );
  await expect(finance.undo(added)).rejects.toMatchObject({ code: "undo_conflict" });
  await finance.changeTransaction(made.transaction.id, 1, { state: "reconciled" });
  await expect(finance.undo(made.act)).rejects.toMatchObject({ code: "undo_conflict" });
  expect(await finance.transaction(made.transaction.id)).toMatchObject({ state: "reconciled" });
});

test("what cannot be put back stands in the way, and nothing is written", async () => {
  const { finance, account } = await withBooks();
  const gone = await finance.deleteAccount(account.id, 1);
  await finance.createAccount({ name: "Daily", currency: "EUR" }, key());
  const before = await books(finance);
  await expect(finance.undo(gone.act)).rejects.toMatchObject({ status: 409, code: "undo_conflict" });
  expect(await books(finance)).toEqual(before);
});

test("nobody undoes what another person did", async () => {
  const { finance, account } = await withBooks();
  const { act } = await finance.changeAccount(account.id, 1, { name: "Joint" });
  const other = await world.person();
  await expect(other.finance.undo(act)).rejects.toMatchObject({ status: 404 });
  expect((await other.finance.acts()).items).toEqual([]);
  expect((await finance.acts()).items[0]).toMatchObject({ words: "Change the account Joint", undone: false });
});

test("a transaction says which act set which of its fields", async () => {
  const { finance, transaction } = await withBooks();
  world.clock.advance(1000);
  await finance.changeTransaction(transaction.id, 1, { note: "Rolls", categoryId: null });
  const { items } = await finance.history(transaction.id);
  expect(items).toMatchObject([
    {
      act: { words: "Change Bakery, -10.00 EUR" },
      did: "changed",
      fields: expect.arrayContaining(["note", "category"]),
    },
    { did: "created", fields: [] },
  ]);
});

test("the undo knows every table and column that the journal writes", async () => {
  const { rows } = await world.database.system((tx) =>
    tx.execute<{ table: string; columns: string[] }>(sql`
      select c.relname as table, array(
        select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attname not in ('id', 'user_id', 'version', 'created_at') order by a.attnum) as columns
      from pg_class c join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'journal'
      where c.relnamespace = 'finance'::regnamespace`),
  );
  const journaled = Object.fromEntries(rows.map(({ table, columns }) => [table, columns.toSorted()]));
  const known = JOURNALED_TABLES.map((table) => [table, [...JOURNALED[table], ...(COMPUTED[table] ?? [])].toSorted()]);
  expect(journaled).toEqual(Object.fromEntries(known));
});
