import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Transfer } from "@tessera/contracts-finance/transfers.ts";
import { sql } from "drizzle-orm";
import { matchEntries } from "../imports/match-entries.ts";
import { runningFinance } from "../testing/finance-world.ts";
import { daysApart } from "./clearest.ts";

/** `labelled`: written by hand, matching was built with it; `held-out`: drawn and frozen, nothing is fitted to it. */
type Folder = "labelled" | "held-out";
const rowsOf = (folder: Folder, name: string): string[][] =>
  readFileSync(path.resolve(import.meta.dirname, "testing", folder, name), "utf8")
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

const transfersOf = (folder: Folder) =>
  rowsOf(folder, "transfers.csv").map(([label, account, date, amount, text], index) => ({
    ...{ id: String(index), label: label!, account: account!, date: date!, amount: Number(amount), text: text! },
  }));
type Row = ReturnType<typeof transfersOf>[number];
/** A transfer of several parts is as many pairs. */
const labelledPairs = (rows: readonly Row[]) =>
  new Set(
    rows.flatMap((out) =>
      rows
        .filter((into) => out.label && into.label === out.label && out.amount < 0 && into.amount > 0)
        .map((into) => `${out.id} ${into.id}`),
    ),
  );
const NUMBERS: Record<string, string> = {
  Daily: "DE89370400440532013000",
  Savings: "DE12500105170648489890",
  Joint: "DE02120300000000202051",
  Giro: "DE44500105175407324931",
  Tagesgeld: "DE21500500009876543210",
  "Compte joint": "FR7630006000011234567890189",
};
const currencyOf = ({ account }: Row) => (account.endsWith("ollars") ? "USD" : "EUR");
/** Dollars for a euro on the days of the sets, and the first of them. */
const RATE = 1.087;
const RATE_DAY = { labelled: "2026-06-09", "held-out": "2026-03-01" };

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
  const world = runningFinance();

  test.each([
    [
      "labelled" as const,
      {
        linked: { right: 3, wrong: 0, precision: 1, recall: 0.17 },
        linkedAndOffered: { right: 16, wrong: 4, precision: 0.8, recall: 0.89 },
        maybe: { right: 11, wrong: 9, precision: 0.55, recall: 0.61 },
      },
    ],
    [
      "held-out" as const,
      {
        linked: { right: 4, wrong: 0, precision: 1, recall: 0.07 },
        linkedAndOffered: { right: 52, wrong: 2, precision: 0.96, recall: 0.85 },
        maybe: { right: 44, wrong: 35, precision: 0.56, recall: 0.72 },
      },
    ],
  ])(
    "of the set %s, this is what is linked and offered, and what Maybe's algorithm links",
    async (folder, expected) => {
      const { finance, userId } = await world.person();
      const key = () => crypto.randomUUID();
      const transfers = transfersOf(folder);
      const accounts = new Map<string, string>();
      for (const row of transfers) {
        if (accounts.has(row.account)) continue;
        const account = { name: row.account, currency: currencyOf(row), number: NUMBERS[row.account], opening: 0 };
        accounts.set(row.account, (await finance.createAccount(account, key())).account.id);
      }
      await finance.setRate({ base: "EUR", quote: "USD", day: RATE_DAY[folder], rate: RATE });
      const made = transfers.map(({ account, ...row }) => ({ ...row, key: key(), account: accounts.get(account)! }));
      const rowOf = new Map<string, string>(made.map((row) => [row.key, row.id]));
      await world.database.of("finance").as({ userId }, async (tx) => {
        const rows = sql`jsonb_to_recordset(${JSON.stringify(made)}::jsonb)`;
        await tx.execute(sql`
          insert into finance.transaction (id, user_id, account_id, date, amount, note, created_at)
          select key, ${userId}, account, date, amount, nullif(text, ''), now()
          from ${rows} r (key uuid, account uuid, date date, amount bigint, text text)`);
        await tx.execute(sql`
          insert into finance.split (user_id, transaction_id, place, amount)
          select ${userId}, key, 0, amount from ${rows} r (key uuid, amount bigint)`);
      });
      const pairOf = (from: { id: string }, to: { id: string }) => `${rowOf.get(from.id)} ${rowOf.get(to.id)}`;
      const pairsOf = ({ from, to, also }: Pick<Transfer, "from" | "to" | "also">) => [
        pairOf(from, to),
        ...(also ?? []).map((part) => (part.amount < 0 ? pairOf(part, to) : pairOf(from, part))),
      ];
      await finance.matchTransfers(key());
      const linked = (await finance.transfers()).items.flatMap(pairsOf);
      const offered = (await finance.transferCandidates()).items.flatMap(pairsOf);
      const labelled = labelledPairs(transfers);
      expect({
        linked: figures(linked, labelled),
        linkedAndOffered: figures([...linked, ...offered], labelled),
        maybe: figures(asMaybeDoes(transfers), labelled),
      }).toEqual(expected);
    },
  );
});

interface Known {
  label: string;
  date: string;
  amount: number;
  id: string | null;
  payee: string | null;
}
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

interface Side extends Known {
  side: string;
  account: string;
}
const knownOf = (folder: Folder): Side[] =>
  rowsOf(folder, "known.csv").map(([label, side, date, amount, id, payee, account = ""]) => ({
    ...{ label: label!, side: side!, date: date!, amount: Number(amount), id: id || null, payee: payee || null },
    account,
  }));

/** Pairs of an account: labelled, and found by both. */
function comparedIn(account: string, rows: readonly Side[]) {
  const [book, file] = [rows.filter(({ side }) => side === "book"), rows.filter(({ side }) => side === "file")];
  const named = (pairs: readonly string[]) => pairs.map((pair) => `${account} ${pair}`);
  const labelled = file.flatMap((entry) =>
    book.filter(({ label }) => label && label === entry.label).map((row) => `${at(file, entry)} ${at(book, row)}`),
  );
  const matched = matchEntries(
    file.map(({ id, ...entry }) => ({ ...entry, status: "booked", ...(id ? { importId: id } : {}) })),
    book.map(({ id, payee, ...row }, index) => ({
      ...{ ...row, id: String(index), importId: id, names: payee ? [payee] : [], reconciled: false, splits: 1 },
    })),
  );
  const ours = matched.flatMap(({ existing }, index) => (existing ? [`${index} ${existing.id}`] : []));
  return { labelled: named(labelled), ours: named(ours), actual: named(asActualDoes(file, book)) };
}

test.each([
  [
    "labelled" as const,
    {
      ours: { right: 11, wrong: 0, precision: 1, recall: 1 },
      actual: { right: 10, wrong: 1, precision: 0.91, recall: 0.91 },
    },
  ],
  [
    "held-out" as const,
    {
      ours: { right: 116, wrong: 16, precision: 0.88, recall: 0.93 },
      actual: { right: 118, wrong: 14, precision: 0.89, recall: 0.94 },
    },
  ],
])("of the set %s, these entries are taken for known, and these by Actual's algorithm", (folder, expected) => {
  const accounts = Map.groupBy(knownOf(folder), ({ account }) => account);
  const compared = [...accounts].map(([account, rows]) => comparedIn(account, rows));
  const labelled = new Set(compared.flatMap((one) => one.labelled));
  const [ours, actual] = [compared.flatMap((one) => one.ours), compared.flatMap((one) => one.actual)];
  expect({ ours: figures(ours, labelled), actual: figures(actual, labelled) }).toEqual(expected);
});

test("the held-out sets are as they were frozen", () => {
  const folder = path.resolve(import.meta.dirname, "testing/held-out");
  const read = (name: string) => readFileSync(path.join(folder, name), "utf8");
  for (const name of ["known.csv", "transfers.csv"])
    expect(read("README.md")).toContain(`${createHash("sha256").update(read(name)).digest("hex")}  ${name}`);
});
