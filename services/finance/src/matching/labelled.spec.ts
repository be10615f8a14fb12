import { readFileSync } from "node:fs";
import path from "node:path";
import type { Transfer } from "@tessera/contracts-finance/transfers.ts";
import { matchEntries } from "../imports/match-entries.ts";
import { type FinanceWorld, startFinance } from "../testing/finance-world.ts";
import { daysApart } from "./clearest.ts";

const FOLDER = path.resolve(import.meta.dirname, "testing/labelled");
const rowsOf = (name: string): string[][] =>
  readFileSync(path.join(FOLDER, name), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(";"));

/** Claimed pairs against those of the labels: how many are right, precision and recall in hundredths. */
function figures(claimed: Iterable<string>, labelled: ReadonlySet<string>) {
  const all = new Set(claimed);
  const right = [...all].filter((pair) => labelled.has(pair)).length;
  const share = (of: number) => Math.round((right / of) * 100) / 100;
  return { right, wrong: all.size - right, precision: share(all.size), recall: share(labelled.size) };
}

const transfers = rowsOf("transfers.csv").map(([label, account, date, amount, text], index) => ({
  ...{ id: String(index), label: label!, account: account!, date: date!, amount: Number(amount), text: text! },
}));
type Row = (typeof transfers)[number];
/** A transfer of several parts is as many pairs. */
const labelledPairs = new Set(
  transfers.flatMap((out) =>
    transfers
      .filter((into) => out.label && into.label === out.label && out.amount < 0 && into.amount > 0)
      .map((into) => `${out.id} ${into.id}`),
  ),
);
const NUMBERS: Record<string, string> = {
  Daily: "DE89370400440532013000",
  Savings: "DE12500105170648489890",
  Joint: "DE02120300000000202051",
};
const currencyOf = ({ account }: Row) => (account === "Dollars" ? "USD" : "EUR");
/** Dollars for a euro on the days of the set. */
const RATE = 1.087;

/**
 * What Maybe's and Sure's `auto_match_transfers!` links: opposite amounts of two accounts within 4 days (of two
 * currencies: within 10% of the rate), the nearest days first.
 */
function asMaybeDoes(rows: readonly Row[]): string[] {
  const isSameAmount = (out: Row, into: Row) => {
    if (currencyOf(out) === currencyOf(into)) return into.amount === -out.amount;
    const rate = currencyOf(out) === "EUR" ? RATE : 1 / RATE;
    return Math.abs(into.amount / (-out.amount * rate) - 1) <= 0.1;
  };
  const pairs = rows.flatMap((out) =>
    rows
      .filter((into) => out.amount < 0 && into.amount > 0 && out.account !== into.account && isSameAmount(out, into))
      .map((into) => ({ out, into, apart: daysApart(out.date, into.date) }))
      .filter(({ apart }) => apart <= 4),
  );
  const used = new Set<string>();
  return pairs
    .toSorted((a, b) => a.apart - b.apart)
    .flatMap(({ out, into }) => {
      if (used.has(out.id) || used.has(into.id)) return [];
      used.add(out.id).add(into.id);
      return `${out.id} ${into.id}`;
    });
}

describe("labelled transfers", () => {
  let world: FinanceWorld;
  beforeAll(async () => {
    world = await startFinance();
  });
  afterAll(() => world.stop());

  test("what is linked without asking is right, and more is found, with fewer mistakes, than by Maybe's algorithm", async () => {
    const { finance } = await world.person();
    const key = () => crypto.randomUUID();
    const accounts = new Map<string, string>();
    for (const row of transfers) {
      if (accounts.has(row.account)) continue;
      const account = { name: row.account, currency: currencyOf(row), number: NUMBERS[row.account], opening: 0 };
      accounts.set(row.account, (await finance.createAccount(account, key())).account.id);
    }
    await finance.setRate({ base: "EUR", quote: "USD", day: "2026-06-09", rate: RATE });
    const rowOf = new Map<string, string>();
    for (const { id, account, date, amount, text } of transfers) {
      const made = { accountId: accounts.get(account)!, date, amount, note: text };
      rowOf.set((await finance.createTransaction(made, key())).transaction.id, id);
    }
    const pairOf = (from: { id: string }, to: { id: string }) => `${rowOf.get(from.id)} ${rowOf.get(to.id)}`;
    const pairsOf = ({ from, to, also }: Pick<Transfer, "from" | "to" | "also">) => [
      pairOf(from, to),
      ...(also ?? []).map((part) => (part.amount < 0 ? pairOf(part, to) : pairOf(from, part))),
    ];
    await finance.matchTransfers(key());
    const linked = (await finance.transfers()).items.flatMap(pairsOf);
    const offered = (await finance.transferCandidates()).items.flatMap(pairsOf);
    expect({
      linked: figures(linked, labelledPairs),
      linkedAndOffered: figures([...linked, ...offered], labelledPairs),
      maybe: figures(asMaybeDoes(transfers), labelledPairs),
    }).toEqual({
      linked: { right: 3, wrong: 0, precision: 1, recall: 0.17 },
      linkedAndOffered: { right: 16, wrong: 4, precision: 0.8, recall: 0.89 },
      maybe: { right: 11, wrong: 9, precision: 0.55, recall: 0.61 },
    });
  });
});

interface Known {
  label: string;
  date: string;
  amount: number;
  id: string | null;
  payee: string | null;
}
const known = rowsOf("known.csv").map(([label, side, date, amount, id, payee]) => ({
  ...{ label: label!, side: side!, date: date!, amount: Number(amount), id: id || null, payee: payee || null },
}));
const [book, file] = [known.filter(({ side }) => side === "book"), known.filter(({ side }) => side === "file")];
const at = (rows: readonly Known[], row: Known) => rows.indexOf(row);

/**
 * What Actual's `matchTransactions` takes for known: the bank's id, else of the same amount within 7 days the nearest
 * one with the payee, then the nearest one; entry by entry in the order of the file. Two with ids are not compared.
 */
function asActualDoes(entries: readonly Known[], rows: readonly Known[]): string[] {
  const taken = new Set<Known>();
  const found = new Map<Known, Known>();
  const take = (entry: Known, row: Known | undefined) => {
    if (!row) return;
    taken.add(row);
    found.set(entry, row);
  };
  for (const entry of entries)
    take(
      entry,
      rows.find(({ id }) => id !== null && id === entry.id),
    );
  const near = (entry: Known) =>
    rows
      .filter(({ date, amount, id }) => {
        return amount === entry.amount && daysApart(date, entry.date) <= 7 && (id === null || entry.id === null);
      })
      .toSorted((a, b) => daysApart(a.date, entry.date) - daysApart(b.date, entry.date));
  for (const isAlike of [(entry: Known, row: Known) => entry.payee === row.payee, () => true])
    for (const entry of entries)
      if (!found.has(entry))
        take(
          entry,
          near(entry).find((row) => !taken.has(row) && isAlike(entry, row)),
        );
  return [...found].map(([entry, row]) => `${at(entries, entry)} ${at(rows, row)}`);
}

test("entries that are labelled as known are found, more of them rightly than by Actual's algorithm", () => {
  const labelled = new Set(
    file.flatMap((entry) =>
      book.filter(({ label }) => label && label === entry.label).map((row) => `${at(file, entry)} ${at(book, row)}`),
    ),
  );
  const matched = matchEntries(
    file.map(({ id, ...entry }) => ({ ...entry, status: "booked", ...(id ? { importId: id } : {}) })),
    book.map(({ id, payee, ...row }, index) => ({
      ...{ ...row, id: String(index), importId: id, names: payee ? [payee] : [], reconciled: false, splits: 1 },
    })),
  );
  const ours = matched.flatMap(({ existing }, index) => (existing ? [`${index} ${existing.id}`] : []));
  expect({ ours: figures(ours, labelled), actual: figures(asActualDoes(file, book), labelled) }).toEqual({
    ours: { right: 11, wrong: 0, precision: 1, recall: 1 },
    actual: { right: 10, wrong: 1, precision: 0.91, recall: 0.91 },
  });
});
