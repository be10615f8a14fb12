import type { AccountHint } from "../statement.ts";

const TRANSACTIONS: Record<string, AccountHint["kind"]> = {
  ...{ bank: "checking", cash: "cash", ccard: "credit", "oth a": "asset", "oth l": "loan", "oth s": "savings" },
};
/** Lists that programs export beside the transactions. */
const LISTS = new Set("cat class memorized security prices budget invitem template payee tax tag".split(" "));
/** Types of accounts in lists of accounts. */
const KINDS: Record<string, AccountHint["kind"]> = {
  ...TRANSACTIONS,
  port: "investment",
  invst: "investment",
  mutual: "investment",
};

export type Section =
  | { kind: "transactions"; account: AccountHint["kind"]; unknown?: string }
  | { kind: "investments" }
  | { kind: "account" }
  | { kind: "list" };

/** What the lines below a header ("!Type:Bank") are; undefined for switches, which change nothing. */
export function sectionOf(header: string): Section | undefined {
  const [, word = "", rest = ""] = /^!\s*(\w+)\s*:?\s*(.*)$/u.exec(header) ?? [];
  if (/^account$/iu.test(word)) return { kind: "account" };
  if (!/^typ[e]?$/iu.test(word)) return undefined;
  const type = rest.trim().toLowerCase();
  if (type.startsWith("inv") && !type.startsWith("invi")) return { kind: "investments" };
  if (LISTS.has(type.split(/\s/u)[0]!)) return { kind: "list" };
  if (type in TRANSACTIONS) return { kind: "transactions", account: TRANSACTIONS[type] };
  return { kind: "transactions", account: undefined, unknown: rest.trim() };
}

export const accountKind = (type: string): AccountHint["kind"] => KINDS[type.trim().toLowerCase()];
