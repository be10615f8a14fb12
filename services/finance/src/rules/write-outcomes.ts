import type { Outcome } from "@tessera/rules";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { payeesNamed } from "../payees/payee.store.ts";
import { payeeKey } from "../payees/payee-key.ts";
import { replaceSplits } from "../transactions/splits.ts";
import type { Facts } from "./facts.ts";

export interface Decided {
  facts: Facts;
  patch: Partial<Facts>;
  by: Outcome<Facts>["by"];
}

/** Writes what rules decided, within an act, with the rule that set each field. */
export async function writeOutcomes(
  tx: Tx,
  { userId, act, now }: { userId: string; act: string; now: Date },
  all: readonly Decided[],
): Promise<void> {
  if (!all.length) return;
  const payees = await payeesNamed(
    tx,
    userId,
    all.flatMap(({ patch }) => patch.payee ?? []),
    now,
  );
  const rows = all.map(({ facts: { id }, patch }) => ({
    ...{ id, note: patch.note ?? null, tags: patch.tags ?? null },
    payee_id: patch.payee ? payees.get(payeeKey(patch.payee)) : null,
    parts: "category" in patch || "split" in patch ? 1 : 0,
  }));
  await tx.execute(sql`
    update finance.transaction t set payee_id = coalesce(r.payee_id, t.payee_id), note = coalesce(r.note, t.note),
      tags = case when r.tags is null then t.tags else array(select jsonb_array_elements_text(r.tags)) end,
      version = t.version + r.parts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, payee_id uuid, note text, tags jsonb, parts int)
    where t.id = r.id`);
  const whole = all
    .filter(({ patch }) => "category" in patch && !patch.split)
    .map(({ facts: { id }, patch }) => ({ id, category: patch.category }));
  await tx.execute(sql`
    update finance.split s set category_id = r.category
    from jsonb_to_recordset(${JSON.stringify(whole)}::jsonb) as r(id uuid, category uuid)
    where s.transaction_id = r.id`);
  for (const { facts, patch } of all)
    if (patch.split)
      await replaceSplits(
        tx,
        userId,
        facts.id,
        patch.split.map((part) => ({ ...part, note: null })),
      );
  const effects = all.flatMap(({ facts: { id }, by }) =>
    Object.entries(by).map(([field, set]) => ({ id, field, rule: set!.rule, version: set!.version })),
  );
  await tx.execute(sql`
    insert into finance.rule_effect (act_id, user_id, transaction_id, field, rule_id, rule_version)
    select ${act}, ${userId}, r.id, r.field, r.rule, r.version
    from jsonb_to_recordset(${JSON.stringify(effects)}::jsonb) as r(id uuid, field text, rule uuid, version int)
    on conflict do nothing`);
}
