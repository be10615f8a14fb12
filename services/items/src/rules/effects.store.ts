import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { Processing, TitleSource } from "../items/draft.ts";
import type { Setting } from "./card-facts.ts";

/** What a card had that rules gave another type. */
export interface KeptCard {
  type: string;
  title: string;
  titleSource: TitleSource;
  body: string;
  data: Record<string, unknown>;
  sourceUrl: string | null;
  identity: string | null;
  processing: Processing;
  /** What it became: what a person wrote since then stays. `body`: its SHA-256. */
  became: { title: string; body: string };
}

/** Keeps which rule set what of cards. @param run the run over existing cards that they were set in */
export async function keepEffects(
  tx: Tx,
  userId: string,
  cards: readonly { id: string; settings: readonly Setting[]; kept?: KeptCard }[],
  now: Date,
  run: string | null = null,
): Promise<void> {
  const records = cards.flatMap(({ id, settings, kept }) =>
    settings.map((setting) => ({ item: id, ...setting, kept: setting.field === "type" ? kept : undefined })),
  );
  if (!records.length) return;
  await tx.execute(sql`
    insert into items.rule_effect (user_id, item_id, rule_id, rule_version, run_id, field, before, after, kept, at)
    select ${userId}::uuid, r.item, r.rule, r.version, ${run}::uuid, r.field, coalesce(r.before, 'null'),
      coalesce(r.after, 'null'), r.kept, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      as r (item uuid, rule uuid, version integer, field text, before jsonb, after jsonb, kept jsonb)`);
}
