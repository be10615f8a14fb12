import { fromMinor } from "../amount.ts";
import { exponentOf, NO_CURRENCY } from "../currency.ts";
import type { AccountHint, Entry, Split } from "../statement.ts";
import { clean } from "../text.ts";
import { accountName, type BankFileWriter } from "./exported.ts";

/**
 * A journal of hledger (and Ledger). Every transaction states all its amounts and adds up to zero. Transfers go through
 * equity:transfers: each of the two accounts has one half, and the halves cancel out.
 */
export const hledgerWriter: BankFileWriter = {
  head: "decimal-mark .\n\n",
  account: () => "",
  entry: (account, entry) => transaction(ownAccount(account), entry),
};

function transaction(own: string, entry: Entry): string {
  const amount = (minor: number) => `${fromMinor(minor, exponentOf(entry.currency))} ${commodity(entry.currency)}`;
  const parts: (Entry | Split)[] = entry.splits ?? [entry];
  const status = entry.status === "booked" ? "*" : "!";
  const code = entry.checkNumber ? ` (${plain(entry.checkNumber).replace(/[()]/gu, " ").trim()})` : "";
  const payee = plain(entry.payee ?? entry.counterparty?.name ?? "");
  const memo = plain(entry.memo ?? "");
  const days = entry.valueDate && entry.valueDate !== entry.date ? `${entry.date}=${entry.valueDate}` : entry.date;
  const description = [payee, memo].filter(Boolean).join(" | ");
  const head = `${days} ${status}${code} ${description}`.trimEnd();
  const notes = [
    ...(entry.importId ? [`id:${comment(entry.importId).replaceAll(",", " ")}`] : []),
    ...(entry.tags ?? []).map((tag) => `${comment(tag).replace(/[\s:,]+/gu, "-")}:`),
  ];
  return [
    head,
    ...notes.map((note) => `    ; ${note}`),
    `    ${own}  ${amount(entry.amount)}`,
    ...parts.map((part) => {
      const note = part !== entry && part.memo ? `  ; ${comment(part.memo)}` : "";
      return `    ${otherAccount(entry, part)}  ${amount(-part.amount || 0)}${note}`;
    }),
    "\n",
  ].join("\n");
}

const commodity = (currency: string) => (currency === NO_CURRENCY ? '"XXX"' : currency);

/** Text of one line: ";" begins a comment, "|" ends the payee. */
const plain = (text: string) =>
  comment(text)
    .replace(/[;|]/gu, ",")
    .replace(/^[!*(=]+/u, "")
    .trim();
const comment = (text: string) => clean(text) ?? "";

/** Part of the name of an account: two spaces end it, brackets and ":" mean something at its ends. */
const segment = (name: string) =>
  comment(name)
    .replace(/[:;|()[\]"*!=]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim() || "unnamed";

function ownAccount(account: AccountHint): string {
  const root = account.kind === "credit" || account.kind === "loan" ? "liabilities" : "assets";
  return `${root}:${segment(accountName(account))}`;
}

function otherAccount(entry: Entry, part: Entry | Split): string {
  if (entry.opening) return "equity:opening balances";
  if (part.transferAccount) return "equity:transfers";
  const root = part.amount > 0 ? "income" : "expenses";
  return [root, ...(part.category?.length ? part.category : ["unknown"]).map(segment)].join(":");
}
