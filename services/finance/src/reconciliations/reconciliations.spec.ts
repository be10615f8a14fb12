import { fileOf, ofx } from "../testing/bank-file.ts";
import { runningFinance } from "../testing/finance-world.ts";

const world = runningFinance();

const key = () => crypto.randomUUID();
const LINES = [
  { day: "2026-11-03", amount: "-12.50", payee: "BAKERY", id: "a1" },
  { day: "2026-11-20", amount: "-80.00", payee: "SHOES", id: "a2" },
];
const [DAY, LATER] = ["2026-11-30", "2026-12-31"];

async function withAccount() {
  const { finance } = await world.person();
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR", opening: 10_000 }, key());
  const { id } = account;
  const add = async (amount: number, date: string, state: "open" | "cleared" = "open") =>
    (await finance.createTransaction({ accountId: id, amount, date, state }, key())).transaction;
  const finish = (date: string, closing: number, adjust = false) =>
    finance.reconcile(id, { date, closing, adjust }, key());
  const states = async () =>
    (await finance.transactions({ limit: 200 })).items.map(({ date, state }) => `${date} ${state}`);
  return { finance, id, add, finish, states };
}

test("an account is ticked off against a statement, locked, and unlocked by an undo", async () => {
  const { finance, id, add, finish, states } = await withAccount();
  const open = await add(-1000, "2026-11-05");
  await add(-2000, "2026-11-06", "cleared");
  await add(-4000, "2026-12-02", "cleared");
  expect(await finance.reconciliation(id, DAY)).toEqual({
    ...{ reconciled: 10_000, cleared: 8_000, ticked: 1, open: 1, stated: null, last: null },
  });
  await expect(finish(DAY, 7_000)).rejects.toMatchObject({ status: 409, code: "reconciliation_differs" });
  await finance.bulk({ ids: [open.id], change: { state: "cleared" } }, key());
  const { act, reconciliation } = await finish(DAY, 7_000);
  expect(reconciliation).toMatchObject({ date: DAY, closing: 7_000, locked: 2, stillLocked: 2, act });
  const locked = ["2026-12-02 cleared", "2026-11-06 reconciled", "2026-11-05 reconciled"];
  expect(await states()).toEqual(locked);
  expect((await finance.transaction(open.id)).reconciliation).toEqual({ id: reconciliation.id, date: DAY });
  expect((await finance.transactions({ reconciled: "no" })).items).toHaveLength(1);
  await expect(finish(DAY, 7_000)).rejects.toMatchObject({ status: 409, code: "statement_dated" });
  const undone = await finance.undo(act);
  expect(await states()).toEqual(["2026-12-02 cleared", "2026-11-06 cleared", "2026-11-05 cleared"]);
  expect((await finance.reconciliations(id)).items).toEqual([]);
  await finance.undo(undone.act);
  expect(await states()).toEqual(locked);
  expect((await finance.reconciliations(id)).items).toMatchObject([{ id: reconciliation.id, act, stillLocked: 2 }]);
  expect((await finish(LATER, 3_000)).reconciliation).toMatchObject({ locked: 1 });
});

test("a difference becomes a transaction of its own, which goes with the reconciliation", async () => {
  const { finance, id, add, finish } = await withAccount();
  await add(-1000, "2026-11-05", "cleared");
  const { act } = await finish(DAY, 8_900, true);
  expect((await finance.transactions({})).items[0]).toMatchObject({
    ...{ amount: -100, date: DAY, note: "Adjustment to the statement", state: "reconciled" },
  });
  expect((await finance.accounts()).items[0]!.balance).toBe(8_900);
  expect(await finance.undo(act)).toMatchObject({ kept: 0 });
  expect((await finance.transactions({})).items).toHaveLength(1);
  expect((await finance.accounts()).items[0]!.balance).toBe(9_000);
  expect(await finance.reconciliation(id, DAY)).toMatchObject({ cleared: 9_000 });
});

test("a file states the balance; what it brings again and what rules would set leaves locked rows as they are", async () => {
  const { finance, id, finish } = await withAccount();
  const bring = async (lines = LINES, closing = "7.50") => {
    const file = await finance.readFile(fileOf(ofx(lines, closing), "november.ofx"), key());
    return finance.commit(file.id, { statements: [{ statement: 0, accountId: id }] }, key());
  };
  const { act } = await bring();
  const stated = { date: DAY, closing: 750, fileName: "november.ofx" };
  expect(await finance.reconciliation(id, undefined)).toMatchObject({ stated, cleared: 750, ticked: 2 });
  expect((await finance.reconciliation(id, LATER)).stated).toBeNull();
  await finish(DAY, 750);
  const before = (await finance.transactions({})).items;
  await bring(LINES.map((line) => ({ ...line, amount: "-99.00" })));
  const { category } = await finance.createCategory({ name: "Shoes" }, key());
  const condition = { all: [{ field: "bank" as const, is: "contains" as const, value: "shoes" }] };
  await finance.createRule({ name: "Shoes", condition, actions: [{ category: category.id }] }, key());
  expect(await finance.runRules({}, key())).toMatchObject({ changed: 0 });
  expect((await finance.transactions({})).items).toEqual(before);
  await expect(finance.undo(act)).rejects.toMatchObject({ code: "undo_conflict" });
  // Another person's account is none.
  const other = (await world.person()).finance;
  await expect(other.reconciliation(id, DAY)).rejects.toMatchObject({ status: 404, code: "account_not_found" });
});

test("who changes a locked row unlocks it first, and the reconciliation says so", async () => {
  const { finance, id, add, finish } = await withAccount();
  const row = await add(-1000, "2026-11-05", "cleared");
  await finish(DAY, 9_000);
  const { version } = await finance.transaction(row.id);
  const locked = finance.changeTransaction(row.id, version, { amount: -1100 });
  await expect(locked).rejects.toMatchObject({ status: 409, code: "transaction_reconciled" });
  await finance.changeTransaction(row.id, version, { note: "Rolls" });
  const changed = await finance.changeTransaction(row.id, version + 1, { amount: -1100, state: "cleared" });
  expect(changed.transaction).toMatchObject({ state: "cleared", reconciliation: null });
  expect((await finance.reconciliations(id)).items).toMatchObject([{ locked: 1, stillLocked: 0 }]);
  // All of it comes back by undo, and the account goes with its reconciliations.
  await finance.undo(changed.act);
  expect((await finance.reconciliations(id)).items).toMatchObject([{ stillLocked: 1 }]);
  const gone = await finance.deleteAccount(id, 1);
  await finance.undo(gone.act);
  expect((await finance.reconciliations(id)).items).toMatchObject([{ stillLocked: 1 }]);
});
