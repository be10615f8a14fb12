import type { RuleAction, RuleField, RuleTarget } from "@tessera/contracts-finance/rules.ts";
import type { Area, Field } from "@tessera/rules";
import type { Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { payeeKey } from "../payees/payee-key.ts";

/** A share of a transaction that a rule splits; minor units. */
export interface Part {
  amount: number;
  categoryId: string | null;
}

/** What rules know of a transaction, and what they set. Amounts are signed minor units. */
export interface Facts extends Record<RuleTarget, unknown> {
  id: string;
  accountId: string;
  date: string;
  amount: number;
  bank: string | null;
  reference: string | null;
  /** Whether it has one part: rules leave those of several parts as they are. */
  isWhole: boolean;
  payee: string | null;
  note: string | null;
  tags: string[];
  /** Of the one part. */
  category: string | null;
  split: Part[] | null;
}

const fields: Record<RuleField, Field<Facts>> = {
  payee: { type: "text", of: ({ payee }) => payee },
  bank: { type: "text", of: ({ bank }) => bank },
  note: { type: "text", of: ({ note }) => note },
  reference: { type: "text", of: ({ reference }) => reference },
  amount: { type: "number", of: ({ amount }) => Math.abs(amount) },
  direction: { type: "id", of: ({ amount }) => (amount < 0 ? "out" : "in") },
  date: { type: "day", of: ({ date }) => date },
  account: { type: "id", of: ({ accountId }) => accountId },
  category: { type: "id", of: ({ category }) => category },
  tags: { type: "tags", of: ({ tags }) => tags },
};

/** What the engine has to know of transactions. */
export const area: Area<Facts, RuleAction> = {
  fields,
  effect,
  same: (field, a, b) =>
    field === "payee" && typeof a === "string" && typeof b === "string"
      ? payeeKey(a) === payeeKey(b)
      : JSON.stringify(a) === JSON.stringify(b),
};

function effect(facts: Facts, action: RuleAction): Partial<Facts> {
  if ("payee" in action) return { payee: action.payee };
  if ("note" in action) return { note: action.note };
  if ("addTags" in action) return { tags: [...new Set([...facts.tags, ...action.addTags])] };
  if (!facts.isWhole) return {};
  if ("category" in action) return { category: action.category, split: null };
  return { category: null, split: partsOf(facts.amount, action.split) };
}

/** Whole minor units; the last part takes what rounding leaves. */
export function partsOf(amount: number, shares: readonly { percent: number; categoryId: string | null }[]): Part[] {
  const parts = shares.map(({ percent, categoryId }) => ({
    ...{ amount: Math.trunc((amount * percent) / 100) || 0, categoryId },
  }));
  const rest = amount - parts.reduce((sum, part) => sum + part.amount, 0);
  return parts.map((part, at) => (at === parts.length - 1 ? { ...part, amount: part.amount + rest } : part));
}

interface FactsRow extends Record<string, unknown> {
  id: string;
  account_id: string;
  date: string;
  amount: string;
  payee: string | null;
  payee_text: string | null;
  note: string | null;
  reference: string | null;
  tags: string[];
  parts: number;
  category_id: string | null;
}

/** Transactions that meet a condition on `t`, newest first. */
export async function readFacts(tx: Tx, condition: SQL, limit: number): Promise<Facts[]> {
  const { rows } = await tx.execute<FactsRow>(sql`
    select t.id, t.account_id, t.date::text as date, t.amount, p.name as payee, t.payee_text, t.note, t.reference,
      t.tags, s.parts, s.category_id
    from finance.transaction t left join finance.payee p on p.id = t.payee_id
      cross join lateral (
        select count(*)::int as parts, min(category_id::text) as category_id
        from finance.split where transaction_id = t.id
      ) s
    where ${condition} order by t.date desc, t.id desc limit ${limit}`);
  return rows.map((row) => ({
    ...{ id: row.id, accountId: row.account_id, date: row.date, amount: Number(row.amount), bank: row.payee_text },
    ...{ reference: row.reference, isWhole: row.parts === 1, payee: row.payee, note: row.note, tags: row.tags },
    ...{ category: row.parts === 1 ? row.category_id : null, split: null },
  }));
}
