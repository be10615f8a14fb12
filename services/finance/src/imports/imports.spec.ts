import type { financeClient } from "@tessera/contracts-finance/client.ts";
import { fileOf, type Line, ofx, qif } from "../testing/bank-file.ts";
import { runningFinance } from "../testing/finance-world.ts";

type Finance = ReturnType<typeof financeClient>;

const world = runningFinance();

const key = () => crypto.randomUUID();
const NOVEMBER: Line[] = [
  { day: "2026-11-03", amount: "-12.50", payee: "CORNER BAKERY", id: "a1" },
  { day: "2026-11-04", amount: "4180.00", payee: "EMPLOYER AS", id: "a2" },
  { day: "2026-11-05", amount: "-980.00", payee: "RENT", id: "a3" },
];

async function withAccount(number?: string) {
  const { finance } = await world.person();
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR", number }, key());
  const read = (text: string, name = "november.ofx") => finance.readFile(fileOf(text, name), key());
  const bring = async (text: string, name?: string) => {
    const { id } = await read(text, name);
    return finance.commit(id, { statements: [{ statement: 0, accountId: account.id }] }, key());
  };
  const balance = async () => (await finance.accounts()).items[0]!.balance;
  return { finance, account, read, bring, balance };
}

/** What the person sees, without ids and versions. */
async function shown(finance: Finance) {
  const [{ items }, payees, accounts] = await Promise.all([
    finance.transactions({ limit: 200 }),
    finance.payees(),
    finance.accounts(),
  ]);
  return {
    rows: items.map(({ date, amount, payee, note, state, imported }) => [
      ...[date, amount, payee?.name, note, state, imported],
    ]),
    payees: payees.items.map(({ name }) => name).toSorted(),
    accounts: accounts.items.map(({ opening, balance }) => [opening, balance]),
  };
}

test("a file finds its account, is shown before it counts, and makes the balance the bank's", async () => {
  const { finance, account, read, balance } = await withAccount("NO93 8601 1117 947");
  const file = await read(ofx(NOVEMBER, "5000.00"));
  expect(file).toMatchObject({ fileName: "november.ofx", state: "read", problems: [], act: null });
  expect(file.statements).toMatchObject([
    { entries: 3, sum: 318750, closing: { amount: 500000, currency: "EUR" }, accountId: account.id },
  ]);
  expect(JSON.stringify(file)).not.toContain("86011117");
  const preview = await finance.preview(file.id, { statement: 0, account: account.id });
  expect(preview).toMatchObject({
    counts: { new: 3, duplicate: 0, changed: 0, left: 0 },
    opening: 181250,
    balance: 500000,
  });
  expect(preview.items[0]).toMatchObject({ date: "2026-11-03", amount: -1250, payee: "CORNER BAKERY", what: "new" });
  expect(await balance()).toBe(0);
  const commit = { statements: [{ statement: 0, accountId: account.id }] };
  const done = await finance.commit(file.id, commit, key());
  expect(done.import).toMatchObject({ state: "done", created: 3, changed: 0, act: done.act });
  expect(await balance()).toBe(500000);
  await expect(finance.commit(file.id, commit, key())).rejects.toMatchObject({ status: 409, code: "import_done" });
});

test.each([
  ["with ids of the bank", (lines: Line[]) => ofx(lines, "5000.00"), "november.ofx"],
  ["without", qif, "november.qif"],
])("importing a file twice is importing it once, %s", async (_, write, name) => {
  const { finance, bring } = await withAccount();
  const twins = [...NOVEMBER, { ...NOVEMBER[0]!, id: "a4" }];
  expect((await bring(write(twins), name)).import.created).toBe(4);
  const once = await shown(finance);
  expect((await bring(write(twins), name)).import).toMatchObject({ created: 0, changed: 0 });
  expect(await shown(finance)).toEqual(once);
});

test("an import is undone whole, with what it made beside transactions, and comes back whole", async () => {
  const { finance, account, bring } = await withAccount();
  await finance.createTransaction({ accountId: account.id, date: "2026-10-30", amount: -100, payee: "Kiosk" }, key());
  const before = await shown(finance);
  const { act } = await bring(qif(NOVEMBER), "november.qif");
  const after = await shown(finance);
  const { items } = await finance.transactions({ q: "bakery" });
  const { category } = await finance.createCategory({ name: "Food" }, key());
  await finance.bulk({ ids: [items[0]!.id], change: { categoryId: category.id } }, key());
  const undone = await finance.undo(act);
  expect(await shown(finance)).toEqual(before);
  expect((await finance.imports()).items).toMatchObject([{ state: "undone" }]);
  await finance.undo(undone.act);
  expect(await shown(finance)).toEqual(after);
  expect((await finance.transactions({ category: category.id })).items).toMatchObject([{ amount: -1250 }]);
});

test("what was noted by hand is the bank's entry within 7 days, not more, and only once", async () => {
  const { finance, account, read } = await withAccount();
  const note = (date: string) => finance.createTransaction({ accountId: account.id, date, amount: -1250 }, key());
  const [near] = [await note("2026-11-10"), await note("2026-10-20")];
  const lines = [NOVEMBER[0]!, { ...NOVEMBER[0]!, id: "b1", day: "2026-11-04" }];
  const { id } = await read(ofx(lines));
  const preview = await finance.preview(id, { statement: 0, account: account.id });
  expect(preview.items.map(({ what }) => what)).toEqual(["new", "duplicate"]);
  expect(preview.items[1]!.why).toContain("6 days apart");
  await finance.commit(id, { statements: [{ statement: 0, accountId: account.id }] }, key());
  expect(await finance.transaction(near.transaction.id)).toMatchObject({ imported: true, state: "cleared" });
  expect((await finance.sums({})).total).toBe(3);
});

test("an entry that the bank changed changes, unless it is reconciled", async () => {
  const { finance, bring } = await withAccount();
  await bring(ofx(NOVEMBER));
  const { items } = await finance.transactions({ q: "rent" });
  await finance.changeTransaction(items[0]!.id, items[0]!.version, { state: "reconciled" });
  const changed = NOVEMBER.map((line) => ({ ...line, amount: line.amount === "4180.00" ? "4190.00" : "-13.00" }));
  expect((await bring(ofx(changed))).import).toMatchObject({ created: 0, changed: 2 });
  expect((await finance.transactions({ q: "rent" })).items).toMatchObject([{ amount: -98000 }]);
  expect((await finance.transactions({ q: "employer" })).items).toMatchObject([
    { amount: 419000, splits: [{ amount: 419000 }] },
  ]);
});

test("the person leaves entries out, and brings in duplicates all the same", async () => {
  const { finance, account, bring, read } = await withAccount();
  await bring(qif(NOVEMBER), "november.qif");
  const { id } = await read(qif(NOVEMBER), "again.qif");
  const statements = [{ statement: 0, accountId: account.id, add: [0, 1], skip: [1] }];
  expect((await finance.commit(id, { statements }, key())).import.created).toBe(1);
  expect((await finance.sums({ q: "bakery" })).total).toBe(2);
});

test("a broken entry is named with its line, and the others are kept", async () => {
  const { finance, account, read } = await withAccount();
  const broken = [NOVEMBER[0]!, { day: "2026-11-44", amount: "-1.00", payee: "BROKEN", id: "x" }, NOVEMBER[1]!];
  const file = await read(ofx(broken));
  expect(file.problems).toMatchObject([{ severity: "error", line: expect.any(Number), reason: expect.any(String) }]);
  const preview = await finance.preview(file.id, { statement: 0, account: account.id });
  expect(preview.items.map(({ payee }) => payee)).toEqual(["CORNER BAKERY", "EMPLOYER AS"]);
});

test("what is no bank file, of another currency or another person's is refused in words", async () => {
  const { finance, account, read } = await withAccount();
  await expect(read("Dear diary", "diary.txt")).rejects.toMatchObject({ status: 400, code: "unreadable_file" });
  await expect(finance.readFile(new FormData(), key())).rejects.toMatchObject({ status: 400 });
  const { account: yen } = await finance.createAccount({ name: "Tokyo", currency: "JPY" }, key());
  const file = await read(ofx(NOVEMBER));
  const wrong = finance.preview(file.id, { statement: 0, account: yen.id });
  await expect(wrong).rejects.toMatchObject({ status: 409, code: "currencies_differ" });
  const other = (await world.person()).finance;
  const foreign = other.preview(file.id, { statement: 0, account: account.id });
  await expect(foreign).rejects.toMatchObject({ status: 404, code: "bank_import_not_found" });
});
