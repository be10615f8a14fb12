import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { payeeKey } from "./payee-key.ts";

/** Ids of the payees of these names or aliases, by key; those that are missing are added. */
export async function payeesNamed(
  tx: Tx,
  userId: string,
  names: readonly string[],
  now: Date,
): Promise<Map<string, string>> {
  const wanted = new Map(names.map((name) => [payeeKey(name), name.trim().replace(/\s+/g, " ")]));
  if (!wanted.size) return new Map();
  const known = await knownPayees(tx, userId, [...wanted.keys()]);
  const missing = [...wanted].filter(([key]) => !known.has(key)).map(([key, name]) => ({ key, name }));
  if (!missing.length) return known;
  const { rows } = await tx.execute<{ id: string; key: string }>(sql`
    insert into finance.payee (user_id, name, key, created_at)
    select ${userId}, n.name, n.key, ${now.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as n(key text, name text)
    returning id, key`);
  for (const { id, key } of rows) known.set(key, id);
  return known;
}

/** Ids of the payees whose name or alias is one of these keys. */
async function knownPayees(tx: Tx, userId: string, keys: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; key: string }>(sql`
    with wanted as (select key from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as w(key))
    select p.id, w.key, 1 as place from wanted w join finance.payee p on p.user_id = ${userId} and p.key = w.key
    union all
    select p.id, w.key, 2 from wanted w join finance.payee p on p.user_id = ${userId} and p.aliases @> array[w.key]
    order by place desc`);
  return new Map(rows.map(({ id, key }) => [key, id]));
}
