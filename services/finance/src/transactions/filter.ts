import { BUDGETED_KINDS } from "@tessera/contracts-finance/budgeted-kinds.ts";
import type { TransactionFilter } from "@tessera/contracts-finance/transactions.ts";
import { containing } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";

export type Filter = z.output<typeof TransactionFilter>;

/**
 * Conditions on a transaction `t` of the person. Each table is told whose rows are meant: the policies' own condition
 * would be worked out for each row.
 */
export function conditionsOf(userId: string, filter: Filter): SQL {
  const { account, payee, from, to, min, max, state, reconciled, currency, counted, direction } = filter;
  const all = [sql`t.user_id = ${userId}`];
  if (account) all.push(sql`t.account_id = ${account}`);
  if (payee) all.push(sql`t.payee_id = ${payee}`);
  if (state) all.push(sql`t.state = ${state}`);
  if (reconciled) all.push(sql`t.state <> 'reconciled'`);
  if (direction) all.push(direction === "in" ? sql`t.amount > 0` : sql`t.amount < 0`);
  if (from) all.push(sql`t.date >= ${from}`);
  if (to) all.push(sql`t.date <= ${to}`);
  if (min !== undefined) all.push(sql`abs(t.amount) >= ${min}`);
  if (max !== undefined) all.push(sql`abs(t.amount) <= ${max}`);
  if (currency) all.push(ofAccount(sql`a.currency = ${currency}`));
  if (counted) all.push(isNoTransfer(userId));
  if (counted === "budget") all.push(ofAccount(inBudget));
  for (const word of wordsOf(filter)) all.push(contains(userId, word));
  if (filter.category)
    all.push(sql`exists (
      select from finance.split s
      where s.user_id = ${userId} and s.transaction_id = t.id and ${ofCategory(userId, filter)})`);
  return sql.join(all, sql` and `);
}

export const wordsOf = ({ q }: Pick<Filter, "q">): string[] => q?.split(/\s+/).filter(Boolean) ?? [];

/** Condition on a transaction's id: it moves no money between accounts of the person. */
export const isNoTransfer = (userId: string, id: SQL = sql`t.id`): SQL => sql`
  not exists (select from finance.transfer x where x.user_id = ${userId} and x.from_id = ${id})
  and not exists (select from finance.transfer x where x.user_id = ${userId} and x.to_id = ${id})`;

const ofAccount = (condition: SQL): SQL =>
  sql`exists (select from finance.account a where a.id = t.account_id and ${condition})`;

/** Condition on an account `a`: a budget is about its money. */
export const inBudget: SQL = sql`a.kind in (${sql.join(
  BUDGETED_KINDS.map((kind) => sql`${kind}`),
  sql`, `,
)})`;

/** Condition on a split `s`: of a category, or one below it, or of none. */
export const ofCategory = (userId: string, { category, own }: Pick<Filter, "category" | "own">): SQL =>
  category === "none"
    ? sql`s.category_id is null`
    : own
      ? sql`s.category_id = ${category}`
      : sql`s.category_id = any(array(
        with recursive below as (
          select id from finance.category where user_id = ${userId} and id = ${category}
          union select c.id from finance.category c join below b on c.user_id = ${userId} and c.parent_id = b.id
        ) select id from below))`;

/**
 * A word, without spaces. Payees and splits are searched once for all transactions: a look for each of many would take
 * seconds.
 */
function contains(userId: string, word: string): SQL {
  const like = containing(word);
  return sql`(t.payee_text ilike ${like} or t.note ilike ${like} or t.reference ilike ${like}
    or (t.tags <> '{}' and array_to_string(t.tags, ' ') ilike ${like})
    or t.payee_id in (select p.id from finance.payee p where p.user_id = ${userId} and p.name ilike ${like})
    or t.id in (select s.transaction_id from finance.split s 
      where s.user_id = ${userId} and s.note is not null and s.note ilike ${like}))`;
}
