import { Inject, Injectable } from "@nestjs/common";
import { itemNotFound } from "@tessera/contracts-items/problems.ts";
import type { Setter, ValueSetter, ValueSetters } from "@tessera/contracts-items/setters.ts";
import { type Caller, Database, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { readItem } from "../items/item.store.ts";
import { iso } from "../items/item-row.ts";
import { tagKey } from "../text/tags.ts";
import { TypeRegistry } from "../types/registry.ts";

/** Values of one answer: a card that is tagged for years has more. */
const MAX_VALUES = 100;
const DATA = "data.";
const TAG = "tag:";

interface Row extends Record<string, unknown> {
  field: string;
  set_by: Setter;
  set_with: string | null;
  run_id: string | null;
  at: string;
  before: unknown;
  is_kept: boolean;
}
interface EffectRow extends Record<string, unknown> {
  field: string;
  before: unknown;
  after: unknown;
  rule_id: string;
  name: string;
}

/** Who set the values of a card, when, and what they were before; a trigger keeps it (migrations 194, 199). */
@Injectable()
export class Setters {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly database: Database,
  ) {}

  /** @throws ProblemException 404 `item_not_found` */
  async ofCard(caller: Caller, id: string): Promise<ValueSetters> {
    return this.database.as(caller, async (tx) => {
      const item = await readItem(tx, caller.userId, id);
      if (!item) throw problem(itemNotFound);
      const { rows } = await tx.execute<Row>(sql`
        select field, set_by, set_with, run_id, at::text as at, before, before is not null as is_kept
        from items.value_setter where item_id = ${id} order by at desc, field limit ${MAX_VALUES}`);
      const rules = rows.some((row) => row.set_by === "rule") ? await this.rules(tx, id) : new Map();
      const { serverFields } = this.registry.ofStored(item.type);
      const isOurs = (field: string) => field.startsWith(DATA) && serverFields.includes(field.slice(DATA.length));
      return {
        items: rows.map(
          (row): ValueSetter => ({
            ...{ field: row.field, by: row.set_by, at: iso(row.at), before: row.before ?? null },
            ...(row.set_with ? { device: row.set_with } : {}),
            ...(row.run_id ? { run: row.run_id } : {}),
            ...(row.set_by === "rule" && rules.has(row.field) ? { rule: rules.get(row.field) } : {}),
            revertible: row.is_kept && row.set_by !== "rule" && !isOurs(row.field),
          }),
        ),
      };
    });
  }

  /** The rule that set each value last. */
  private async rules(tx: Tx, id: string): Promise<Map<string, { id: string; name: string }>> {
    const { rows } = await tx.execute<EffectRow>(sql`
      select e.field, e.before, e.after, e.rule_id, r.name from items.rule_effect e join items.rule r on r.id = e.rule_id
      where e.item_id = ${id} order by e.seq`);
    return new Map(rows.map((row) => [fieldOf(row), { id: row.rule_id, name: row.name }]));
  }
}

/** What a rule's effect is called among the values of a card. */
function fieldOf({ field, before, after }: EffectRow): string {
  if (field === "tag") return `${TAG}${tagKey(String(after ?? before))}`;
  return field === "priority" ? `${DATA}priority` : field;
}
