import type { financeClient } from "@tessera/contracts-finance/client.ts";
import type { ExportQuery } from "@tessera/contracts-finance/export.ts";
import { fileOf, ofx } from "../testing/bank-file.ts";
import { runningFinance } from "../testing/finance-world.ts";

type Finance = ReturnType<typeof financeClient>;

const world = runningFinance();

const key = () => crypto.randomUUID();
const text = async (finance: Finance, query: ExportQuery) => (await finance.exportFile(query)).text();

/** Two accounts in euros and one in yen, with a split, a transfer with a fee, and what a bank's file brought. */
async function withBooks() {
  const { finance } = await world.person();
  const account = async (name: string, currency: string, opening = 0) =>
    (await finance.createAccount({ name, currency, opening, number: "NO9386011117947" }, key())).account.id;
  const [daily, savings, yen] = [
    await account("Daily", "EUR", 100_000),
    await account("Savings", "EUR"),
    await account("Travel", "JPY"),
  ];
  const { category } = await finance.createCategory({ name: "Food" }, key());
  const bread = await finance.createCategory({ name: "Bread", parentId: category.id }, key());
  const add = async (accountId: string, date: string, amount: number, more: object = {}) =>
    (await finance.createTransaction({ accountId, date, amount, ...more }, key())).transaction;
  const splits = [
    { amount: -1000, categoryId: bread.category.id, note: "Rolls" },
    { amount: -250, categoryId: null },
  ];
  await add(daily, "2026-10-30", -500, { payee: "Kiosk" });
  await add(daily, "2026-11-03", -1250, { payee: "=cmd|' /C calc'!A0", tags: ["home"], splits });
  const out = await add(daily, "2026-11-05", -50_000);
  const into = await add(savings, "2026-11-06", 49_900);
  await add(yen, "2026-11-07", -1200, { payee: "寿司", categoryId: category.id });
  await finance.linkTransfer({ fromId: out.id, toId: into.id }, key());
  const { id } = await finance.readFile(
    fileOf(ofx([{ day: "2026-11-09", amount: "-30.00", payee: "SHOP", id: "b1" }]), "a.ofx"),
    key(),
  );
  await finance.commit(id, { statements: [{ statement: 0, accountId: daily }] }, key());
  const shop = (await finance.transactions({ account: daily, q: "SHOP" })).items[0]!;
  const halves = [-2000, -1000].map((amount) => ({ amount, categoryId: category.id }));
  await finance.changeTransaction(shop.id, shop.version, { splits: halves });
  return { finance, daily, savings, yen };
}

test.each(["csv", "qif"] as const)("an import of the exported file finds all known: %s", async (format) => {
  const { finance, daily, savings, yen } = await withBooks();
  const before = (await finance.transactions({ limit: 200 })).items;
  for (const [account, entries] of [[daily, format === "csv" ? 7 : 4] as const, [savings, 1], [yen, 1]] as const) {
    const content = await text(finance, { format, account });
    expect(content).not.toContain("86011117947");
    const read = await finance.readFile(fileOf(content, `a.${format}`), key());
    expect(read).toMatchObject({ statements: [{ entries }] });
    // QIF says no currency, and which of the first two numbers of a date is the month.
    expect(read.problems.filter(({ severity }) => severity === "error" || format === "csv")).toEqual([]);
    const { counts, items } = await finance.preview(read.id, { statement: 0, account });
    expect({ ...counts, items: items.length }).toMatchObject({
      new: 0,
      duplicate: entries,
      changed: 0,
      items: entries,
    });
    await finance.commit(read.id, { statements: [{ statement: 0, accountId: account }] }, key());
  }
  const after = (await finance.transactions({ limit: 200 })).items;
  expect(after.map(({ id, amount, splits }) => [id, amount, splits])).toEqual(
    before.map(({ id, amount, splits }) => [id, amount, splits]),
  );
});

test("what was changed since an export stays when the file comes back", async () => {
  const { finance, yen } = await withBooks();
  const content = await text(finance, { format: "csv", account: yen });
  const sushi = (await finance.transactions({ account: yen })).items[0]!;
  await finance.changeTransaction(sushi.id, sushi.version, { amount: -1300, state: "open" });
  const read = await finance.readFile(fileOf(content, "a.csv"), key());
  await finance.commit(read.id, { statements: [{ statement: 0, accountId: yen }] }, key());
  expect((await finance.transactions({ account: yen })).items).toMatchObject([
    { id: sushi.id, amount: -1300, state: "open", imported: false },
  ]);
});

test("CSV has a line for each part, amounts of the currency, and no formula", async () => {
  const { finance } = await withBooks();
  const lines = (await text(finance, { format: "csv", from: "2026-11-01", to: "2026-11-07" })).split("\r\n");
  expect(lines[0]).toMatch(/^Account,Date,Value Date,Payee,Notes,Category,Amount,Currency,/u);
  expect(lines.slice(1).map((line) => line.replace(/,[0-9a-f-]{36},.*/u, ""))).toEqual([
    `Daily,2026-11-03,,"'=cmd|' /C calc'!A0",Rolls,Food:Bread,-10.00,EUR,`,
    `Daily,2026-11-03,,"'=cmd|' /C calc'!A0",,,-2.50,EUR,`,
    "Daily,2026-11-05,,,,,-499.00,EUR,",
    "Daily,2026-11-05,,,,,-1.00,EUR,",
    "Savings,2026-11-06,,,,,499.00,EUR,",
    "Travel,2026-11-07,,寿司,,Food,-1200,JPY,",
    "",
  ]);
  expect([lines[3], lines[4]]).toEqual([expect.stringMatching(/,Savings$/u), expect.stringMatching(/,$/u)]);
});

test("a journal of hledger begins with what was there, and transfers cancel out", async () => {
  const { finance } = await withBooks();
  const journal = await text(finance, { format: "hledger", from: "2026-11-01" });
  const postings = [...journal.matchAll(/^ {4}(\S.*?) {2}(-?[\d.]+) ([A-Z]{3})/gmu)].map(
    ([, account, amount, unit]) => ({
      ...{ account: account!, amount: Number(amount), unit: unit! },
    }),
  );
  const sum = (account: string, unit: string) =>
    postings.reduce((all, one) => (one.account === account && one.unit === unit ? all + one.amount : all), 0);
  expect(sum("assets:Daily", "EUR")).toBe(452.5);
  expect(sum("equity:opening balances", "EUR")).toBe(-995);
  expect(sum("equity:transfers", "EUR")).toBe(0);
  expect(sum("expenses:Food:Bread", "EUR")).toBe(10);
  expect(sum("expenses:unknown", "EUR")).toBe(3.5);
  expect(sum("assets:Travel", "JPY")).toBe(-1200);
});

test("a long ledger goes out page by page, each transaction once", async () => {
  const { finance } = await world.person();
  const { account } = await finance.createAccount({ name: "Löng & Co", currency: "EUR" }, key());
  const days = Array.from({ length: 1203 }, (_, n) => ({
    ...{ day: `2026-11-${String((n % 28) + 1).padStart(2, "0")}`, amount: `-${n + 1}.00`, payee: `P${n}`, id: `n${n}` },
  }));
  const { id } = await finance.readFile(fileOf(ofx(days), "a.ofx"), key());
  await finance.commit(id, { statements: [{ statement: 0, accountId: account.id }] }, key());
  const lines = (await text(finance, { format: "csv" })).trimEnd().split("\r\n").slice(1);
  expect(new Set(lines.map((line) => /,(n\d+),/u.exec(line)![1])).size).toBe(1203);
  expect(lines).toHaveLength(1203);
});

test("another person's account is not found, before anything is sent; nobody without a plan exports", async () => {
  const { daily } = await withBooks();
  const { finance } = await world.person();
  await expect(finance.exportFile({ format: "csv", account: daily })).rejects.toMatchObject({
    ...{ status: 404, code: "account_not_found" },
  });
  await expect(finance.exportFile({ format: "pdf" as "csv" })).rejects.toMatchObject({ status: 400 });
  expect((await text(finance, { format: "csv" })).trimEnd().split("\r\n")).toHaveLength(1);
  world.billing.status = "inactive";
  try {
    const { finance: lapsed } = await world.person();
    await expect(lapsed.exportFile({ format: "csv" })).rejects.toMatchObject({ status: 402 });
  } finally {
    world.billing.status = "active";
  }
});
