import { fileOf } from "../testing/bank-file.ts";
import { runningFinance } from "../testing/finance-world.ts";
import { readRates } from "./read-rates.ts";

const world = runningFinance();

const key = () => crypto.randomUUID();
/** As the European Central Bank publishes it: the newest first, a comma at each end, no rate on some days. */
const ECB = `Date,USD,JPY,CYP,CHF,
2026-11-13,1.25,160.5,N/A,0.95,
2026-11-12,1.20,160.1,N/A,0.94,
2026-09-30,1.10,158.0,N/A,0.93,
1999-01-04,1.1789,133.73,0.58231,1.6168,
`;

async function withBooks() {
  const { userId, finance } = await world.person();
  const account = async (name: string, currency: string, opening = 0) =>
    (await finance.createAccount({ name, currency, opening }, key())).account.id;
  const add = async (accountId: string, date: string, amount: number, more: object = {}) =>
    (await finance.createTransaction({ accountId, date, amount, ...more }, key())).transaction.id;
  const [euros, dollars] = [await account("Daily", "EUR", 100_00), await account("Dollars", "USD", 50_00)];
  const bring = (text = ECB, name = "eurofxref-hist.csv") => finance.importRates(fileOf(text, name), key());
  return { userId, finance, euros, dollars, account, add, bring };
}

test("a rate is given, given again, deleted, and each of it undone", async () => {
  const { finance } = await withBooks();
  const given = { base: "USD", quote: "EUR", day: "2026-11-12", rate: 0.92 };
  const first = await finance.setRate(given);
  expect(first.rate).toMatchObject({ ...given, file: null });
  const second = await finance.setRate({ ...given, rate: 0.93 });
  expect(second.rate).toMatchObject({ id: first.rate.id, rate: 0.93 });
  await finance.undo(second.act);
  expect(await finance.rates()).toMatchObject({
    pairs: [{ base: "USD", quote: "EUR", days: 1, from: "2026-11-12", to: "2026-11-12" }],
    items: [given],
  });
  const gone = await finance.deleteRate(first.rate.id);
  expect(await finance.rates()).toEqual({ pairs: [], items: [] });
  await expect(finance.deleteRate(first.rate.id)).rejects.toMatchObject({ status: 404, code: "rate_not_found" });
  await finance.undo(gone.act);
  expect((await finance.rates()).items).toMatchObject([given]);
  await expect(finance.setRate({ ...given, quote: "USD" })).rejects.toMatchObject({ status: 400 });
  await expect(finance.setRate({ ...given, rate: -1 })).rejects.toMatchObject({ status: 400 });
});

test("of a file the person's currencies are kept, since they need them; what they gave stays; all is undone", async () => {
  const { finance, euros, bring, add } = await withBooks();
  await add(euros, "2026-10-05", -5_00);
  await finance.setRate({ base: "EUR", quote: "USD", day: "2026-11-12", rate: 1.3 });
  const done = await bring();
  expect(done).toMatchObject({
    ...{ rates: 2, currencies: ["EUR", "USD"], from: "2026-09-30", to: "2026-11-13", broken: 0, reason: null },
  });
  expect((await finance.rates()).items.map(({ day, rate, file }) => [day, rate, file])).toEqual([
    ["2026-11-13", 1.25, "eurofxref-hist.csv"],
    ["2026-11-12", 1.3, null],
    ["2026-09-30", 1.1, "eurofxref-hist.csv"],
  ]);
  expect(await bring()).toMatchObject({ rates: 0 });
  await finance.undo(done.act);
  expect((await finance.rates()).items).toHaveLength(1);
  await bring();
  const gone = await finance.deleteRates({ base: "EUR", quote: "USD" });
  expect(gone.deleted).toBe(3);
  await finance.undo(gone.act);
  expect((await finance.rates({ base: "EUR", quote: "USD" })).items).toHaveLength(3);
});

test("a file that says nothing of use is refused with the reason, and nothing is kept", async () => {
  const { finance, bring } = await withBooks();
  const refused = (reason: string) => ({ status: 400, code: "no_rates", message: expect.stringContaining(reason) });
  await expect(bring("Name,Value\nA,1\n")).rejects.toMatchObject(refused("It needs a column Date"));
  await expect(bring("")).rejects.toMatchObject(refused("No rates were found"));
  await expect(bring("Date,GBP\n2026-11-12,0.8\n")).rejects.toMatchObject(refused("says nothing of EUR and USD"));
  const one = await world.person();
  await one.finance.createAccount({ name: "Only", currency: "EUR" }, key());
  await expect(one.finance.importRates(fileOf(ECB, "a.csv"), key())).rejects.toMatchObject(
    refused("Your accounts have one currency"),
  );
  expect(await finance.rates()).toEqual({ pairs: [], items: [] });
});

test("both kinds of files are read, line by line; what is broken is counted with the first reason", () => {
  const read = (text: string, currencies = ["EUR", "USD", "JPY"], since = "2000-01-01") =>
    readRates({ value: { currencies, since }, blobs: [Buffer.from(text)] }).value;
  expect(read(ECB).rates).toHaveLength(6);
  const lines = "Date;Base;Quote;Rate\n2026-11-12;USD;EUR;0,92\n12.11.2026;USD;EUR;1\n2026-11-13;USD;EUR;much\n";
  expect(read(lines)).toMatchObject({
    rates: [{ base: "USD", quote: "EUR", day: "2026-11-12", rate: 0.92 }],
    ...{ broken: 2, reason: "Line 3: its day is not written as 2026-11-27." },
  });
  expect(read("Date, USD, JPY\n27 November 2026, 1.15, 180\n").rates).toEqual([
    { base: "EUR", quote: "USD", day: "2026-11-27", rate: 1.15 },
    { base: "EUR", quote: "JPY", day: "2026-11-27", rate: 180 },
  ]);
  expect(read("Date,USD\n2026-02-30,1.1\n2026-11-12,0\n2026-11-12,1e99\n2026-11-12,\n")).toMatchObject({
    ...{ rates: [], broken: 3 },
  });
});

test("all currencies are summed in one, each month at the rate of its last day; what has no rate is named", async () => {
  const { finance, euros, dollars, account, add, bring } = await withBooks();
  await add(euros, "2026-10-05", -10_00);
  await add(dollars, "2026-10-06", -22_00);
  await add(dollars, "2026-11-06", 125_00);
  const francs = await account("Francs", "CHF");
  await add(francs, "2026-11-06", -9_00);
  await finance.setRate({ base: "EUR", quote: "USD", day: "2026-10-01", rate: 1.1 });
  await bring("Date,USD\n2026-11-12,1.25\n");
  const { converted, currencies } = await finance.summary({ to: "2026-11", months: 2, in: "EUR" });
  expect(currencies).toHaveLength(3);
  expect(converted).toMatchObject({
    summary: {
      currency: "EUR",
      months: [
        { month: "2026-10", income: 0, expense: -30_00, netWorth: 90_00 + Math.round(28_00 / 1.1) },
        { month: "2026-11", income: 100_00, expense: 0, netWorth: 90_00 + Math.round(153_00 / 1.25) },
      ],
      categories: [{ categoryId: null, sums: [-30_00, 100_00] }],
    },
    left: [{ currency: "CHF", months: ["2026-11"] }],
    rates: [{ currency: "USD", rate: 0.8, day: "2026-11-12", file: "eurofxref-hist.csv", over: null }],
  });
  // Yen and dollars meet in euros.
  await finance.setRate({ base: "EUR", quote: "JPY", day: "2026-11-01", rate: 160 });
  const yen = (await finance.summary({ to: "2026-11", months: 1, in: "JPY" })).converted!;
  expect(yen.rates.find(({ currency }) => currency === "USD")).toEqual({
    ...{ currency: "USD", rate: 128, day: "2026-11-01", file: "eurofxref-hist.csv", over: "EUR" },
  });
  expect(yen.summary.months[0]!.income).toBe(16_000);
});

test("a transfer between two currencies is offered with its rate, linked when clear, and leaves no income", async () => {
  const { finance, euros, dollars, add, bring } = await withBooks();
  const out = await add(euros, "2026-11-12", -100_00, { note: "Transfer to Dollars" });
  const into = await add(dollars, "2026-11-13", 119_00);
  await add(dollars, "2026-11-13", 140_00);
  const pair = { fromId: out, toId: into };
  expect((await finance.transferCandidates()).items).toEqual([]);
  await expect(finance.linkTransfer(pair, key())).rejects.toMatchObject({
    ...{ status: 409, message: expect.stringContaining("No rate of EUR in USD is known for 2026-11-12.") },
  });
  await bring();
  const { items } = await finance.transferCandidates();
  expect(items).toMatchObject([{ from: { id: out }, to: { id: into }, fee: 0 }]);
  expect(items[0]!.reasons.find(({ name }) => name === "amount")).toMatchObject({
    ...{ points: 25, words: "0.8% off the amount at the rate of 2026-11-12, from eurofxref-hist.csv" },
  });
  const { act, transfer } = await finance.linkTransfer(pair, key());
  expect(transfer).toMatchObject({ fee: 0, from: { currency: "EUR" }, to: { currency: "USD" } });
  const figures = (await finance.summary({ to: "2026-11", months: 1, in: "EUR" })).currencies;
  expect(figures.map(({ currency, months }) => [currency, months[0]!.income, months[0]!.expense])).toEqual([
    ["EUR", 0, 0],
    ["USD", 140_00, 0],
  ]);
  await finance.undo(act);
  const far = (await finance.transactions({})).items.find(({ amount }) => amount === 140_00)!;
  await expect(finance.linkTransfer({ fromId: out, toId: far.id }, key())).rejects.toMatchObject({
    ...{ status: 409, message: expect.stringContaining("They differ by 17% at the rate of 2026-11-12") },
  });
});

test("a receipt in another currency is matched at the rate that was given", async () => {
  const { userId, finance, euros, add } = await withBooks();
  const paid = await add(euros, "2026-11-12", -80_40, { payee: "Book shop" });
  const id = key();
  const data = {
    ...{ fileName: "scan.jpg", mediaType: "image/jpeg", bytes: 1 },
    text: "Book shop\nTotal USD 100.00\n2026-11-11 12:30",
  };
  const scan = async () => {
    await world.cards.ask({
      ...{ userId, itemId: id, type: "receipt", step: "receipt", title: "scan", body: "", data },
    });
    await world.jobsIdle();
  };
  await scan();
  expect(await finance.receipt(id)).toMatchObject({ state: "unmatched" });
  await finance.setRate({ base: "USD", quote: "EUR", day: "2026-11-10", rate: 0.8 });
  await finance.matchReceipts(key());
  expect(await finance.receipt(id)).toMatchObject({ state: "matched", transaction: { id: paid } });
});

test("nobody sees or deletes rates of another person", async () => {
  const { finance } = await withBooks();
  const { rate } = await finance.setRate({ base: "USD", quote: "EUR", day: "2026-11-12", rate: 0.92 });
  const { finance: other } = await world.person();
  expect(await other.rates()).toEqual({ pairs: [], items: [] });
  await expect(other.deleteRate(rate.id)).rejects.toMatchObject({ status: 404 });
  await expect(other.deleteRates({ base: "USD", quote: "EUR" })).rejects.toMatchObject({ status: 404 });
  expect((await finance.rates()).items).toHaveLength(1);
});
