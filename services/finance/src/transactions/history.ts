import { Injectable } from "@nestjs/common";
import type { History } from "@tessera/contracts-finance/acts.ts";
import { type Caller, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type ActRow, shownAct } from "../acts/acts.ts";

interface ChangeRow extends ActRow {
  tab: string;
  op: string;
  fields: string[] | null;
}

interface EffectRow extends Record<string, unknown> {
  act_id: string;
  field: string;
  rule_id: string;
  rule_version: number;
  name: string;
}

/** Columns in the words of the contract; others are of the database alone. */
const FIELDS: Record<string, string> = {
  account_id: "account",
  date: "date",
  value_date: "valueDate",
  amount: "amount",
  payee_id: "payee",
  payee_text: "payeeText",
  note: "note",
  reference: "reference",
  tags: "tags",
  state: "state",
  category_id: "category",
  import_id: "import",
};

@Injectable()
export class TransactionHistory {
  constructor(private readonly database: Database) {}

  /** Where each value comes from: the newest act that names its field, else the one that created the transaction. */
  async of(caller: Caller, id: string): Promise<History> {
    const { rows } = await this.database.read<ChangeRow>(
      caller,
      sql`select a.*, c.tab, c.op, array(select jsonb_object_keys(c.after)) as fields
        from finance.change c join finance.act a on a.id = c.act_id
        where c.user_id = ${caller.userId} and c.op in ('insert', 'update') and (
          c.row_id = ${id} or c.row_id in (select s.id from finance.split s where s.transaction_id = ${id}))
        order by a.at desc, a.id desc limit 500`,
    );
    const effects = await this.database.read<EffectRow>(
      caller,
      sql`select e.act_id, e.field, e.rule_id, e.rule_version, v.name
        from finance.rule_effect e join finance.rule_version v
          on v.rule_id = e.rule_id and v.version = e.rule_version and v.user_id = e.user_id
        where e.user_id = ${caller.userId} and e.transaction_id = ${id} order by e.field limit 500`,
    );
    const rulesOf = (act: string) =>
      effects.rows
        .filter(({ act_id }) => act_id === act)
        .map(({ field, rule_id, rule_version, name }) => ({ field, id: rule_id, name, version: rule_version }));
    const acts = new Map<string, History["items"][number]>();
    for (const row of rows) {
      const entry = acts.get(row.id) ?? { act: shownAct(row), did: "changed", fields: [], rules: rulesOf(row.id) };
      acts.set(row.id, entry);
      if (row.tab === "transaction" && row.op === "insert") entry.did = "created";
      const added = row.tab === "split" && row.op === "insert" ? ["category_id"] : (row.fields ?? []);
      for (const column of added) {
        const field = FIELDS[column];
        if (field && !entry.fields.includes(field)) entry.fields.push(field);
      }
    }
    return { items: [...acts.values()].map((entry) => (entry.did === "created" ? { ...entry, fields: [] } : entry)) };
  }
}
