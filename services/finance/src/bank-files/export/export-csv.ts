import { fromMinor } from "../amount.ts";
import { exponentOf } from "../currency.ts";
import type { Entry, Split } from "../statement.ts";
import { accountName, type BankFileWriter } from "./exported.ts";

const HEADER = [
  ...["Account", "Date", "Value Date", "Payee", "Notes", "Category", "Amount", "Currency", "Reference"],
  ...["Transaction ID", "Check Number", "Tags", "Status", "Code", "Counterparty Account", "Transfer"],
];

/**
 * CSV (RFC 4180) in UTF-8 with the mark that tells Excel so: dates as YYYY-MM-DD, amounts with a decimal point and a
 * minus for money that went out. An entry with parts is a line for each of them. What a spreadsheet would run as a
 * formula has an apostrophe before it (decision 006); our reader takes it off again.
 */
export const csvWriter: BankFileWriter = {
  head: `\ufeff${row(HEADER)}`,
  account: () => "",
  entry: (account, entry) =>
    (entry.splits ?? [entry]).map((part) => row(cellsOf(accountName(account), entry, part))).join(""),
};

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
    ...[entry.type, other, part.transferAccount].map(text),
  ];
}

/** Signs that begin a formula (OWASP, CSV Injection), also in full width, as spreadsheets of East Asia take them. */
function text(value: string | undefined): string {
  return (value ?? "").replace(/^(?='*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/u, "'");
}

function row(cells: string[]): string {
  const quoted = cells.map((cell) => (/["',;\r\n\t]|^\s|\s$/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(",")}\r\n`;
}
