import type { RuleTarget } from "@tessera/contracts-finance/rules.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { Facts } from "./facts.ts";

interface ChangeRow extends Record<string, unknown> {
  act_id: string;
  kind: string;
  transaction_id: string;
  tab: string;
  op: string;
  columns: string[] | null;
}

const TARGETS: Record<string, RuleTarget> = { payee_id: "payee", note: "note", category_id: "category" };

/**
 * Which values of transactions a person set: those that their newest act on a field gave, unless a rule of that act
 * did. What an import or a run of rules set since is no person's any more.
 */
export async function personalFields(
  tx: Tx,
  userId: string,
  all: readonly Facts[],
): Promise<Map<string, Set<RuleTarget>>> {
  const ids = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(all.map(({ id }) => id))}::jsonb))`;
  const { rows } = await tx.execute<ChangeRow>(sql`
    with wanted as (
      select id as row_id, id as transaction_id from finance.transaction where id in ${ids}
      union all
      select id, transaction_id from finance.split where transaction_id in ${ids}
    )
    select c.act_id, a.kind, w.transaction_id, c.tab, c.op,
      case when c.op = 'update' then array(select jsonb_object_keys(c.after)) end as columns
    from wanted w join finance.change c on c.user_id = ${userId} and c.row_id = w.row_id
      join finance.act a on a.id = c.act_id
    where c.op in ('insert', 'update') and a.kind <> 'undo' and a.undone_by is null
    order by a.at, a.id`);
  const effects = await tx.execute<{ act_id: string; transaction_id: string; field: string }>(sql`
    select act_id, transaction_id, field from finance.rule_effect
    where user_id = ${userId} and transaction_id in ${ids}`);
  const byRule = new Set(effects.rows.map((row) => `${row.act_id} ${row.transaction_id} ${row.field}`));
  const facts = new Map(all.map((one) => [one.id, one]));
  const personal = new Map(all.map(({ id }) => [id, new Set<RuleTarget>()]));
  for (const { act_id, kind, transaction_id: id, tab, op, columns } of rows) {
    const set = personal.get(id)!;
    for (const target of targetsOf(tab, op, columns, facts.get(id)!)) {
      const isPersons = (kind === "transaction" || kind === "bulk") && !byRule.has(`${act_id} ${id} ${target}`);
      if (isPersons) set.add(target);
      else set.delete(target);
    }
  }
  return personal;
}

/** A row that came in has set what it has: nothing to which nobody gave a value. */
function targetsOf(tab: string, op: string, columns: string[] | null, facts: Facts): RuleTarget[] {
  if (op === "update") return (columns ?? []).flatMap((column) => TARGETS[column] ?? []);
  const given: [RuleTarget, unknown][] = tab === "split" ? [["category", facts.category]] : GIVEN(facts);
  return given.filter(([, value]) => value !== null).map(([target]) => target);
}

const GIVEN = ({ payee, note }: Facts): [RuleTarget, unknown][] => [
  ["payee", payee],
  ["note", note],
];

/** Whether a person set what a rule would set. Tags are added and take nothing away. */
export const isPersonal = (personal: ReadonlySet<RuleTarget>, field: keyof Facts): boolean =>
  personal.has(field === "split" ? "category" : (field as RuleTarget));
