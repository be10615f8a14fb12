// Made the two files beside it, once: `node services/finance/src/matching/testing/held-out/make.ts`. They are frozen.
// What it draws are entries of real statements (`bank-files/testing/fixtures`), and the ways in which the same payment
// is written twice; it knows nothing of how we match.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { readBankFile } from "../../../bank-files/read-bank-file.ts";
import type { Entry } from "../../../bank-files/statement.ts";
import { FILES, fixture } from "../../../bank-files/testing/fixtures.ts";
import { randomOf } from "../../../bank-files/testing/random.ts";

const below = randomOf(20_261_128);
const one = <T>(list: readonly T[]): T => list[below(list.length)]!;
const percent = (share: number) => below(100) < share;
const DAY_MS = 86_400_000;
const plus = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const plain = (text: string) => text.replace(/[;\s]+/g, " ").trim();
const save = (name: string, head: string, rows: readonly (readonly (string | number)[])[]) =>
  writeFileSync(
    path.join(import.meta.dirname, name),
    [head, ...rows.map((row) => row.map((value) => plain(String(value))).join(";")), ""].join("\n"),
  );

/** Files of one statement in several versions of a format hold the same entries. */
const seen = new Set<string>();
const isFirst = (entry: Entry) => {
  const key = JSON.stringify([entry.amount, entry.payee, entry.memo, entry.counterparty?.name]);
  return !seen.has(key) && seen.add(key);
};

/** Statements of the files with booked entries, each moved so that it begins on a day of March 2026. */
const statements = FILES.flatMap((name) => readBankFile(fixture(name), name).statements).flatMap(({ entries }) => {
  const booked = entries.filter(
    (entry) => entry.status === "booked" && entry.amount !== 0 && Math.abs(entry.amount) < 1e9 && isFirst(entry),
  );
  if (!booked.length) return [];
  const first = booked.map(({ date }) => date).toSorted()[0]!;
  const begin = plus("2026-03-02", below(20));
  return [
    booked.map((entry) => ({
      ...entry,
      text: [entry.payee ?? entry.counterparty?.name, entry.memo].filter(Boolean).join(" "),
      // Statements of years are drawn together: a held-out set of days far apart would say nothing.
      date: plus(begin, Math.round((Date.parse(entry.date) - Date.parse(first)) / DAY_MS) % 45),
    })),
  ];
});

/** What a bank's other export makes of a name: capitals, cut, a city or a card behind it. */
const otherSpelling = (name: string) =>
  one([
    name.toUpperCase().slice(0, 22),
    `${name.toUpperCase().slice(0, 18)} ${one(["BERLIN", "OSLO", "MADRID", "LYON"])}`,
    `${one(["POS", "CARD", "KARTE"])} ${name.slice(0, 24)}`,
    name,
  ]);

const known: (string | number)[][] = [];
let label = 0;
for (const [account, entries] of statements.entries())
  for (const entry of entries) {
    const payee = (entry.payee ?? entry.counterparty?.name ?? entry.memo ?? "").slice(0, 60);
    const id = entry.importId ?? (percent(50) ? `b${known.length}` : "");
    const add = (side: string, mark: string, date: string, own: string, name: string) =>
      known.push([mark, side, date, entry.amount, own, name, account]);
    const way = below(100);
    const mark = way < 72 ? `h${++label}` : "";
    add("file", mark, entry.date, id, payee);
    // Known to the bank by the same id; from another export without ids; noted by hand some days before; or new.
    if (way < 14 && id) add("book", mark, entry.date, id, payee);
    else if (way < 42) add("book", mark, plus(entry.date, one([0, 0, 0, -1, 1, -2])), "", otherSpelling(payee));
    else if (way < 72) add("book", mark, plus(entry.date, -below(4)), "", percent(40) ? "" : payee.split(" ")[0]!);
    // What is bought each week: the same amount, another purchase.
    if (percent(15)) add("book", "", plus(entry.date, -7 + below(2)), "", otherSpelling(payee));
    if (percent(8)) add("file", "", plus(entry.date, one([1, 2, 7])), id && `${id}x`, payee);
  }
save("known.csv", "label;side;date;amount;id;payee;account", known);

const ACCOUNTS = [
  { name: "Giro", iban: "DE44500105175407324931" },
  { name: "Tagesgeld", iban: "DE21500500009876543210" },
  { name: "Compte joint", iban: "FR7630006000011234567890189" },
  { name: "Travel dollars", iban: "US0000000000000000" },
];
const [, , , abroad] = ACCOUNTS;
/** Dollars for a euro, as the spec gives it; banks take their share of it. */
const RATE = 1.087;
const rows: (string | number)[][] = [];
const book = (mark: string, account: string, date: string, amount: number, text: string) =>
  rows.push([mark, account, date, amount, text]);
// All that the person did besides: entries of the real statements.
for (const [place, entries] of statements.entries())
  for (const { date, amount, text } of entries)
    book("", ACCOUNTS[place % ACCOUNTS.length]!.name, date, amount, text.slice(0, 90));

const lag = () => one([0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4]);
const amountOf = () => (percent(65) ? (1 + below(40)) * 5000 : 1000 + below(250_000));
const textOf = (from: (typeof ACCOUNTS)[number], to: (typeof ACCOUNTS)[number]) =>
  one([
    `Online-Überweisung ${to.name}`,
    `SEPA ${to.iban}`,
    `Virement vers ${to.name}`,
    "Transfer",
    "Übertrag",
    "",
    `Umbuchung ${from.name} an ${to.name}`,
    one(["Rücklage Urlaub", "Haushalt", "Notgroschen", "Vacances"]),
  ]);
for (let place = 0; place < 60; place++) {
  const from = one(ACCOUNTS);
  const to = one(ACCOUNTS.filter((account) => account !== from));
  const mark = `t${place}`;
  const date = plus("2026-03-02", below(60));
  const amount = amountOf();
  const rate = from === abroad ? 1 / RATE : to === abroad ? RATE : 1;
  book(mark, from.name, date, -amount, textOf(from, to));
  const arrived = plus(date, lag());
  const hasFee = rate === 1 && percent(8);
  const isInParts = rate === 1 && !hasFee && percent(8);
  if (rate !== 1) book(mark, to.name, arrived, Math.round(amount * rate * (1 - below(20) / 1000)), textOf(to, from));
  else if (hasFee) book(mark, to.name, arrived, amount - 100 * (1 + below(5)), textOf(to, from));
  else if (isInParts) {
    const part = Math.round(amount * one([0.25, 0.4, 0.5]));
    book(mark, to.name, arrived, part, textOf(to, from));
    book(mark, to.name, plus(arrived, below(2)), amount - part, textOf(to, from));
  } else book(mark, to.name, arrived, amount, textOf(to, from));
}
// Not between own accounts, though it looks so: a friend pays back, a refund comes to another card, a wage as a rent.
for (let place = 0; place < 25; place++) {
  const [from, to] = [one(ACCOUNTS.slice(0, 3)), one(ACCOUNTS.slice(0, 3))];
  const amount = amountOf();
  const date = plus("2026-03-02", below(60));
  book("", from.name, date, -amount, one(["Restaurant", "Amazon Marketplace", "Miete", "Booking.com", "Ticket shop"]));
  book(
    "",
    to.name,
    plus(date, below(5)),
    amount,
    one(["Anna, thanks!", "Erstattung", "Refund", "Untermiete", "Danke"]),
  );
}
save(
  "transfers.csv",
  "label;account;date;amount;text",
  rows.toSorted((a, b) => (String(a[2]) < String(b[2]) ? -1 : 1)),
);
