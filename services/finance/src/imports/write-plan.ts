import { randomUUID } from "node:crypto";
import {
  MAX_AMOUNT,
  MAX_CATEGORY_DEPTH,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
} from "@tessera/contracts-finance/limits.ts";
import type { RuleTarget } from "@tessera/contracts-finance/rules.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { Entry } from "../bank-files/statement.ts";
import { insertCategory } from "../categories/categories.service.ts";
import { payeesNamed } from "../payees/payee.store.ts";
import { payeeKey } from "../payees/payee-key.ts";
import { insertSplits } from "../transactions/splits.ts";
import type { Plan, Planned } from "./plan-import.ts";

interface Whose {
  userId: string;
  accountId: string;
  now: Date;
}

export interface Written {
  created: number;
  changed: number;
  /** The transactions that were added, with what the file itself said of them. */
  given: Map<string, Set<RuleTarget>>;
}

/** Brings a plan, or a part of one, into the books. What was done there since it was made stays. */
export async function writePlan(tx: Tx, whose: Whose, plan: Pick<Plan, "entries" | "opening">): Promise<Written> {
  const { accountId } = whose;
  if (plan.opening !== null)
    await tx.execute(sql`update finance.account set opening = ${plan.opening} where id = ${accountId}`);
  const taken = await takenIds(tx, accountId, plan.entries);
  const added = plan.entries.filter(({ what, entry }) => what === "new" && !taken.has(entry.importId));
  const given = await insertEntries(tx, whose, added);
  let changed = 0;
  for (const one of plan.entries) if (one.what === "changed" && (await changeKnown(tx, one))) changed += 1;
  await noteKnown(
    tx,
    plan.entries.filter(({ what, existing }) => what === "duplicate" && existing),
  );
  return { created: added.length, changed, given };
}

/** Ids of the bank that came into the account since the plan was made: an import was done again. */
async function takenIds(tx: Tx, accountId: string, entries: readonly Planned[]): Promise<Set<string | undefined>> {
  const ids = entries.flatMap(({ what, entry }) => (what === "new" ? (entry.importId ?? []) : []));
  if (!ids.length) return new Set();
  const { rows } = await tx.execute<{ id: string }>(sql`
    select t.import_id as id from finance.transaction t where t.account_id = ${accountId}
      and t.import_id in (select value from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`);
  return new Set(rows.map(({ id }) => id));
}

/** @returns whether it did: what was changed, split or reconciled since stays as it is */
async function changeKnown(tx: Tx, { existing, entry, amount }: Planned): Promise<boolean> {
  const { id, amount: before } = existing!;
  const { rows } = await tx.execute(sql`
    update finance.transaction t set amount = ${amount}, date = ${entry.date}
    where t.id = ${id} and t.amount = ${before} and t.state <> 'reconciled' and (${amount === before}
      or (select count(*) from finance.split s where s.transaction_id = t.id) = 1)
    returning id`);
  if (!rows.length || amount === before) return rows.length > 0;
  // The other side no longer adds up with it.
  await tx.execute(sql`delete from finance.transfer where from_id = ${id} or to_id = ${id}`);
  await tx.execute(sql`update finance.split set amount = ${amount} where transaction_id = ${id}`);
  return true;
}

async function insertEntries(
  tx: Tx,
  { userId, accountId, now }: Whose,
  added: readonly Planned[],
): Promise<Written["given"]> {
  if (!added.length) return new Map();
  const payees = await payeesNamed(
    tx,
    userId,
    added.flatMap(({ payee }) => nameOf(payee) ?? []),
    now,
  );
  const categories = new CategoryPaths(tx, userId, now);
  const rows = added.map(({ entry, amount, payee }) => {
    const name = nameOf(payee);
    return {
      ...{ id: randomUUID(), date: entry.date, value_date: entry.valueDate ?? null, amount },
      payee_id: name ? (payees.get(payeeKey(name)) ?? null) : null,
      payee_text: payee,
      note: entry.memo?.slice(0, MAX_NOTE_LENGTH) || null,
      reference: entry.reference ?? entry.checkNumber ?? null,
      tags: (entry.tags ?? []).flatMap((tag) => tag.trim().slice(0, MAX_TAG_LENGTH) || []).slice(0, MAX_TAGS),
      state: entry.cleared === "reconciled" ? "reconciled" : "cleared",
      import_id: entry.importId ?? null,
      counterparty: numberOf(entry.counterparty?.iban ?? entry.counterparty?.number),
      ...originalOf(entry, amount),
    };
  });
  await tx.execute(sql`
    insert into finance.transaction (id, user_id, account_id, date, value_date, amount, payee_id, payee_text, note,
      reference, tags, state, import_id, imported, counterparty, original_amount, original_currency,
      created_at)
    select r.id, ${userId}, ${accountId}, r.date, r.value_date, r.amount, r.payee_id, r.payee_text, r.note,
      r.reference, array(select jsonb_array_elements_text(r.tags)), r.state, r.import_id, true,
      r.counterparty, case when r.original_currency <> a.currency then r.original_amount end,
      case when r.original_currency <> a.currency then r.original_currency end, ${now.toISOString()}
    from finance.account a, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, date date, value_date date, amount bigint,
      payee_id uuid, payee_text text, note text, reference text, tags jsonb, state text, import_id text,
      counterparty text, original_amount bigint, original_currency text)
    where a.id = ${accountId}`);
  const splits = [];
  for (const [index, { entry, amount }] of added.entries()) {
    const scale = entry.amount === 0 ? 1 : amount / entry.amount;
    const parts = entry.splits?.length ? entry.splits : [{ amount: entry.amount, category: entry.category }];
    for (const [place, part] of parts.entries())
      splits.push({
        ...{ transactionId: rows[index]!.id, place, amount: part.amount * scale },
        categoryId: await categories.idOf(part.category),
        note: ("memo" in part && part.memo?.slice(0, MAX_NOTE_LENGTH)) || null,
      });
  }
  await insertSplits(tx, userId, splits);
  return new Map(
    added.map(({ entry }, index) => [
      rows[index]!.id,
      new Set<RuleTarget>(entry.category?.length || entry.splits?.length ? ["category"] : []),
    ]),
  );
}

/** What a person noted by hand is now known to the bank. */
async function noteKnown(tx: Tx, known: readonly Planned[]): Promise<void> {
  const rows = known.map(({ existing, entry, payee }) => ({
    ...{ id: existing!.id, import_id: entry.importId ?? null, payee_text: payee },
  }));
  if (!rows.length) return;
  await tx.execute(sql`
    update finance.transaction t set imported = true, payee_text = coalesce(t.payee_text, r.payee_text),
      import_id = case when exists (select from finance.transaction o
          where o.account_id = t.account_id and o.import_id = r.import_id) then t.import_id
        else coalesce(t.import_id, r.import_id) end,
      state = case when t.state = 'open' then 'cleared' else t.state end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, import_id text, payee_text text)
    where t.id = r.id and t.state <> 'reconciled' and (not t.imported or t.state = 'open' or t.import_id is null and r.import_id is not null)`);
}

/** What was paid in another currency; signed as the amount that comes into the books. */
function originalOf({ original, amount: stated }: Entry, amount: number) {
  const { amount: paid, currency } = original ?? {};
  const isKnown = paid !== undefined && Math.abs(paid) <= MAX_AMOUNT && /^[A-Z]{3}$/.test(currency ?? "");
  const sign = Math.sign(stated) === Math.sign(amount) ? 1 : -1;
  return { original_amount: isKnown ? paid * sign : null, original_currency: isKnown ? currency : null };
}

/** As accounts keep theirs. */
const numberOf = (number: string | undefined) =>
  number
    ?.replace(/[\s.-]/g, "")
    .toUpperCase()
    .slice(0, 40) || null;

const nameOf = (payee: string | null) => payee?.trim().slice(0, MAX_NAME_LENGTH).trim() || null;

/** Categories by the names from the root down that a file gives; those that are missing are added. */
class CategoryPaths {
  private known: Map<string, string> | null = null;

  constructor(
    private readonly tx: Tx,
    private readonly userId: string,
    private readonly now: Date,
  ) {}

  async idOf(path: readonly string[] | undefined): Promise<string | null> {
    const names = (path ?? []).flatMap((name) => nameOf(name) ?? []).slice(0, MAX_CATEGORY_DEPTH);
    this.known ??= await this.read();
    let parent: string | null = null;
    for (const name of names) {
      const key = `${parent} ${name.toLowerCase()}`;
      const id: string = this.known.get(key) ?? (await insertCategory(this.tx, this.userId, name, parent, this.now));
      this.known.set(key, id);
      parent = id;
    }
    return parent;
  }

  private async read(): Promise<Map<string, string>> {
    const { rows } = await this.tx.execute<{ id: string; parent_id: string | null; name: string }>(
      sql`select id, parent_id, name from finance.category where user_id = ${this.userId}`,
    );
    return new Map(rows.map(({ id, parent_id, name }) => [`${parent_id} ${name.toLowerCase()}`, id]));
  }
}
