import { fromMinor } from "../amount.ts";
import { exponentOf } from "../currency.ts";
import type { Entry, Split } from "../statement.ts";
import { accountName, type ExportedAccount } from "./exported.ts";

const HEADER = [
  ...["Account", "Date", "Value Date", "Payee", "Notes", "Category", "Amount", "Currency", "Reference"],
  ...["Transaction ID", "Check Number", "Tags", "Status", "Code", "Counterparty Account"],
];

/**
 * CSV (RFC 4180) in UTF-8: dates as YYYY-MM-DD, amounts with a decimal point and a minus for money that went out. An
 * entry with parts is a line for each of them. What a spreadsheet would run as a formula has an apostrophe before it.
 */
export function* exportCsv(accounts: Iterable<ExportedAccount>): Generator<string, void> {
  yield row(HEADER);
  for (const { account, entries } of accounts)
    for (const entry of entries)
      for (const part of entry.splits ?? [entry]) yield row(cellsOf(accountName(account), entry, part));
}

function cellsOf(account: string, entry: Entry, part: Entry | Split): string[] {
  const amount = fromMinor(part.amount, exponentOf(entry.currency));
  const category = part.category?.map((name) => name.replaceAll(":", " ")).join(":");
  const memo = part === entry ? entry.memo : [part.memo, entry.memo].filter(Boolean).join("; ");
  const tags = part.tags?.map((tag) => tag.replace(/[\s,;]+/gu, "-")).join(" ");
  const other = entry.counterparty?.iban ?? entry.counterparty?.number;
  return [
    ...[account, entry.date, entry.valueDate, entry.payee, memo, category].map(text),
    amount,
    ...[entry.currency, entry.reference, entry.importId, entry.checkNumber, tags].map(text),
    entry.status,
    ...[entry.type, other].map(text),
  ];
}

const text = (value: string | undefined) => (value ?? "").replace(/^(?='*[=+\-@\t])/u, "'");

const row = (cells: string[]) =>
  `${cells.map((cell) => (/["',;\r\n\t]|^\s|\s$/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\r\n`;
