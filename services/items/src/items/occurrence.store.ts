import type { ItemPatch, Occurrence } from "@tessera/contracts-items/items.ts";
import { MAX_OCCURRENCES } from "@tessera/contracts-items/limits.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type ItemRow, iso } from "./item-row.ts";

export interface KeptOccurrence {
  id: string;
  kind: Occurrence["kind"];
  at: Date;
  dueAt: string;
  entry: string | null;
  before: ItemPatch;
}

export async function keep(
  tx: Tx,
  { id, user_id }: Pick<ItemRow, "id" | "user_id">,
  one: KeptOccurrence,
): Promise<void> {
  await tx.execute(sql`insert into items.occurrence (id, item_id, user_id, kind, at, due_at, entry, before)
    values (${one.id}, ${id}, ${user_id}, ${one.kind}, ${one.at.toISOString()}::timestamptz, ${one.dueAt}::timestamptz, ${one.entry},
      ${JSON.stringify(one.before)}::jsonb)`);
}

export async function newestOf(tx: Tx, itemId: string): Promise<{ id: string; before: ItemPatch } | undefined> {
  const { rows } = await tx.execute<{ id: string; before: ItemPatch }>(
    sql`select id, before from items.occurrence where item_id = ${itemId} order by seq desc limit 1`,
  );
  return rows[0];
}

export async function occurrenceByEntry(tx: Tx, itemId: string, entry: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from items.occurrence where item_id = ${itemId} and entry = ${entry} order by seq desc limit 1`,
  );
  return rows[0]?.id;
}

export async function forget(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`delete from items.occurrence where id = ${id}`);
}

type Row = { id: string; kind: Occurrence["kind"]; at: string; due_at: string; due_day: string | null };

export async function listOccurrences(tx: Tx, itemId: string): Promise<Occurrence[]> {
  const { rows } = await tx.execute<Row>(sql`select id, kind, at, due_at, before #>> '{data,dueDay}' as due_day
    from items.occurrence where item_id = ${itemId} order by seq desc limit ${MAX_OCCURRENCES}`);
  return rows.map(({ id, kind, at, due_at, due_day }) => ({
    ...{ id, kind, at: iso(at), dueAt: iso(due_at) },
    ...(due_day === null ? {} : { dueDay: due_day }),
  }));
}
