import { fromMinor } from "../amount.ts";
import { exponentOf } from "../currency.ts";
import type { AccountHint, Entry, Split } from "../statement.ts";
import { clean } from "../text.ts";
import { accountName, type BankFileWriter } from "./exported.ts";

const TYPES: Record<NonNullable<AccountHint["kind"]>, string> = {
  ...{ checking: "Bank", savings: "Bank", credit: "CCard", cash: "Cash", asset: "Oth A", investment: "Oth A" },
  loan: "Oth L",
};

/**
 * QIF as Quicken reads it: dates as month/day/year. QIF has no place for currencies, ids and other accounts' numbers.
 */
export const qifWriter: BankFileWriter = {
  head: "",
  account: (account) => {
    const type = TYPES[account.kind ?? "checking"];
    return lines(["!Account", `N${word(accountName(account))}`, `T${type}`, "^", `!Type:${type}`]);
  },
  entry: (_, entry) => lines(record(entry)),
};

function record(entry: Entry): string[] {
  const [year, month, day] = entry.date.split("-");
  const amount = (minor: number) => fromMinor(minor, exponentOf(entry.currency));
  const number = entry.checkNumber ?? entry.type;
  const marks = { cleared: "*", reconciled: "X" };
  return [
    `D${month}/${day}/${year}`,
    `T${amount(entry.amount)}`,
    ...(entry.cleared ? [`C${marks[entry.cleared]}`] : []),
    ...field("N", number),
    ...field("P", entry.payee),
    ...field("M", entry.memo),
    ...field("L", entry.splits ? undefined : category(entry)),
    ...(entry.splits ?? []).flatMap((part) => [
      `S${category(part)}`,
      ...field("E", part.memo),
      `$${amount(part.amount)}`,
    ]),
    "^",
  ];
}

/** Marks that QIF gives a meaning are taken out of names. */
const word = (name: string) =>
  (clean(name) ?? "")
    .replace(/[/:[\]^]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();

function category({ category, transferAccount, tags }: Pick<Split, "category" | "transferAccount" | "tags">): string {
  const name = transferAccount ? `[${word(transferAccount)}]` : (category ?? []).map(word).join(":");
  return tags?.[0] ? `${name}/${word(tags[0])}` : name;
}

const field = (code: string, value: string | undefined) => {
  const text = clean(value);
  return text ? [`${code}${text}`] : [];
};
const lines = (all: string[]) => all.map((line) => `${line}\r\n`).join("");
