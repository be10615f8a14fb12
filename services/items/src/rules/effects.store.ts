import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { Setting } from "./card-facts.ts";

/** Keeps which rule set what of cards. @param run the run over existing cards that they were set in */
export async function keepEffects(
  tx: Tx,
  userId: string,
  cards: readonly { id: string; settings: readonly Setting[] }[],
  now: Date,
  run: string | null = null,
): Promise<void> {
  const records = cards.flatMap(({ id, settings }) => settings.map((setting) => ({ item: id, ...setting })));
  if (!records.length) return;
  await tx.execute(sql`
    insert into items.rule_effect (user_id, item_id, rule_id, rule_version, run_id, field, before, after, at)
    select ${userId}::uuid, r.item, r.rule, r.version, ${run}::uuid, r.field, coalesce(r.before, 'null'), coalesce(r.after, 'null'),
      ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      as r (item uuid, rule uuid, version integer, field text, before jsonb, after jsonb)`);
}
