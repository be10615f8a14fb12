import { type SQL, sql } from "drizzle-orm";
import { JOURNALED, type JournaledTable } from "./journaled-tables.ts";

const named = (table: JournaledTable) => sql.raw(`finance.${table}`);
/** Rows of one table that an act did this to. */
const changes = (act: string, table: JournaledTable, op: string) =>
  sql`select row_id from finance.change where act_id = ${act} and tab = ${table} and op = ${op}`;

// An array, as its length tells the planner how few there are.
const anyOf = (ids: readonly string[]): SQL => sql`any(${`{${ids.join()}}`}::uuid[])`;

/** Parts of some transactions, and the transfers that these are part of. */
export const partsOf = (transactions: readonly string[]): SQL => sql`
  select s.id from finance.split s where s.transaction_id = ${anyOf(transactions)}`;
export const transfersOf = (transactions: readonly string[]): SQL => sql`
  select x.id from finance.transfer x where x.from_id = ${anyOf(transactions)} union
  select x.id from finance.transfer x where x.to_id = ${anyOf(transactions)}`;

/**
 * Deleted rows as they were; their version grows, as a page may still show the one they had.
 * @param ids of these rows alone
 */
export const bringBack = (act: string, table: JournaledTable, ids?: readonly string[]): SQL => sql`
  insert into ${named(table)}
  select r.* from finance.change c,
    jsonb_populate_record(null::${named(table)},
      c.before || jsonb_build_object('version', (c.before ->> 'version')::int + 1)) r
  where c.act_id = ${act} and c.tab = ${table} and c.op = 'delete' ${ids ? sql`and c.row_id = ${anyOf(ids)}` : sql``}
  on conflict (id) do nothing returning id`;

/**
 * Changed columns get their old value where they still have the one that the act gave them. Answers one row for each
 * change: whether all of it was set back.
 * @param ids of these rows alone
 */
export function setBack(act: string, table: JournaledTable, ids?: readonly string[]): SQL {
  const columns: readonly string[] = JOURNALED[table];
  const list = columns.map((column) => `"${column}"`).join(", ");
  const values = columns.map((column) => `r."${column}"`).join(", ");
  const names = sql.join(
    columns.map((column) => sql`${column}`),
    sql`, `,
  );
  return sql`
    with changed as (
      select c.row_id,
        (select jsonb_object_agg(e.key, e.value) from jsonb_each(c.before) e
          where e.key in (${names}) and to_jsonb(t) -> e.key is not distinct from c.after -> e.key) as patch,
        (select count(*) from jsonb_each(c.before) e
          where e.key in (${names}) and to_jsonb(t) -> e.key is distinct from c.after -> e.key) as others
      from finance.change c left join ${named(table)} t on t.id = c.row_id
      where c.act_id = ${act} and c.tab = ${table} and c.op = 'update'
        ${ids ? sql`and c.row_id = ${anyOf(ids)}` : sql``}
    ), done as (
      update ${named(table)} t
      set (${sql.raw(list)}) = (select ${sql.raw(values)} from jsonb_populate_record(t, changed.patch) r)
      from changed where t.id = changed.row_id and changed.patch is not null
      returning t.id
    )
    select changed.row_id as id, (done.id is not null) as reverted, (done.id is null or changed.others > 0) as kept
    from changed left join done on done.id = changed.row_id`;
}

/** Whether an act that counts changed the row `r` too. */
const changedSince = (act: string, table: JournaledTable): SQL => sql`
  exists (select from finance.change c join finance.act a on a.id = c.act_id
    where c.user_id = r.user_id and c.row_id = r.id and c.tab = ${table} and c.op = 'update' and c.act_id <> ${act}
      and a.kind <> 'undo' and a.undone_by is null)`;

/** What keeps a row that the act brought: somebody uses it since, or it agrees with a statement. */
const stays: Record<JournaledTable, (act: string) => SQL> = {
  split: (act) => sql`r.transaction_id in (${changes(act, "transaction", "insert")})`,
  // What a reconciliation added to agree goes with it.
  transaction: (act) => sql`
    r.state = 'reconciled' and (r.reconciliation_id is null
      or r.reconciliation_id not in (${changes(act, "reconciliation", "insert")}))`,
  reconciliation: () => sql`exists (select from finance.transaction t where t.reconciliation_id = r.id)`,
  payee: () => sql`exists (select from finance.transaction t where t.user_id = r.user_id and t.payee_id = r.id)`,
  category: () => sql`
    exists (select from finance.split s where s.user_id = r.user_id and s.category_id = r.id)
    or exists (select from finance.budget_cell b where b.user_id = r.user_id and b.category_id = r.id)
    or exists (select from finance.category k where k.user_id = r.user_id and k.parent_id = r.id)`,
  transfer: () => sql`false`,
  transfer_refusal: () => sql`false`,
  rule: () => sql`false`,
  rule_refusal: () => sql`false`,
  budget: () => sql`
    exists (select from finance.budget_cell b where b.budget_id = r.id)
    or exists (select from finance.budget_hold b where b.budget_id = r.id)`,
  budget_cell: (act) => changedSince(act, "budget_cell"),
  budget_hold: (act) => changedSince(act, "budget_hold"),
  receipt: () => sql`false`,
  receipt_link: () => sql`false`,
  receipt_refusal: () => sql`false`,
  csv_profile: () => sql`false`,
  recurring: () => sql`false`,
  recurring_settled: () => sql`false`,
  preference: () => sql`false`,
  rate: () => sql`false`,
  account: () => sql`exists (select from finance.transaction t where t.account_id = r.id)`,
};

/**
 * Condition on a row `r`: the act brought it. Of some rows each is looked up in the journal (`offset 0` holds the
 * planner to it): joined, all that the act did would be read for each.
 */
const brought = (act: string, table: JournaledTable, ids?: readonly string[]): SQL =>
  ids
    ? sql`r.id = ${anyOf(ids)} and exists (select from finance.change c
        where c.act_id = ${act} and c.tab = ${table} and c.row_id = r.id and c.op = 'insert' offset 0)`
    : sql`r.id in (${changes(act, table, "insert")})`;

/** Rows that the act brought go; splits go with a transaction that the same act brought. */
export const takeAway = (act: string, table: JournaledTable, ids?: readonly string[]): SQL => sql`
  delete from ${named(table)} r where ${brought(act, table, ids)} and not (${stays[table](act)}) returning r.id`;

/** Rows that the act brought and that are still there. */
export const remaining = (act: string, table: JournaledTable, ids?: readonly string[]): SQL => sql`
  select r.id from ${named(table)} r where ${brought(act, table, ids)}`;

/** A transaction whose splits were set back has changed too: its version says so to open pages. */
export const touchTransactions = (act: string): SQL => sql`
  update finance.transaction set version = version + 1 where id in (
    select s.transaction_id from finance.split s
      join finance.change c on c.row_id = s.id and c.act_id = ${act} and c.tab = 'split'
    union
    select (c.before ->> 'transaction_id')::uuid from finance.change c
      where c.act_id = ${act} and c.tab = 'split' and c.before ? 'transaction_id')`;

/** The same of transactions with some parts. */
export const touchWith = (act: string, parts: readonly string[]): SQL => sql`
  update finance.transaction set version = version + 1 where id in (
    select s.transaction_id from finance.split s where s.id = ${anyOf(parts)} and exists (
      select from finance.change c
      where c.act_id = ${act} and c.tab = 'split' and c.row_id = s.id and c.op = 'update' offset 0))`;
