import { Injectable } from "@nestjs/common";
import { SUGGEST_AFTER } from "@tessera/contracts-finance/limits.ts";
import { categoryNotFound, payeeNotFound } from "@tessera/contracts-finance/problems.ts";
import type { RefuseSuggestion, RuleSuggestions } from "@tessera/contracts-finance/rules.ts";
import { type Caller, Database, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Acts } from "../acts/acts.ts";
import type { Facts } from "./facts.ts";
import { runningRules } from "./rule-row.ts";
import { compiled } from "./run-rules.ts";

const MAX_SUGGESTIONS = 20;

interface HabitRow extends Record<string, unknown> {
  payee_id: string;
  name: string;
  category_id: string;
  times: number;
  newest: string;
}

/** Learns from what a person categorises; a rule comes of it only when they say so. */
@Injectable()
export class RuleSuggester {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
  ) {}

  /** Payees to which the person always gave one category, three times or more, unless a rule does it already. */
  async list(caller: Caller): Promise<RuleSuggestions> {
    return this.database.as(caller, async (tx) => {
      const { rows } = await tx.execute<HabitRow>(sql`
        with given as (
          select distinct s.id, t.payee_id, s.category_id, t.date
          from finance.act a join finance.change c on c.act_id = a.id and c.tab = 'split'
            join finance.split s on s.id = c.row_id and s.category_id is not null
            join finance.transaction t on t.id = s.transaction_id and t.payee_id is not null
          where a.user_id = ${caller.userId} and a.kind in ('transaction', 'bulk') and a.undone_by is null
            and case c.op when 'update' then c.after ->> 'category_id' = s.category_id::text
              -- It came with the category that it has.
              when 'insert' then not exists (select from finance.change l
                where l.user_id = a.user_id and l.row_id = s.id and l.op = 'update' and l.after ? 'category_id') end
            and (select count(*) from finance.split o where o.transaction_id = t.id) = 1
            and not exists (select from finance.rule_effect e
              where e.act_id = a.id and e.transaction_id = t.id and e.field = 'category')
        )
        select g.payee_id, p.name, min(g.category_id::text) as category_id, count(*)::int as times,
          max(g.date)::text as newest
        from given g join finance.payee p on p.id = g.payee_id
        group by g.payee_id, p.name
        having count(*) >= ${SUGGEST_AFTER} and count(distinct g.category_id) = 1
          and not exists (select from finance.rule_refusal r where r.user_id = ${caller.userId}
            and r.payee_id = g.payee_id and r.category_id::text = min(g.category_id::text))
        order by count(*) desc, p.name limit 200`);
      const run = compiled(await runningRules(tx, caller.userId));
      const unknown = rows.filter(({ name, category_id }) => run(sample(name)).patch.category !== category_id);
      return {
        items: unknown.slice(0, MAX_SUGGESTIONS).map(({ payee_id, name, category_id, times, newest }) => ({
          ...{ payee: { id: payee_id, name }, categoryId: category_id, times, newest },
        })),
      };
    });
  }

  /** It is not suggested again. @throws ProblemException 404 `payee_not_found`, `category_not_found` */
  async refuse(caller: Caller, { payeeId, categoryId }: RefuseSuggestion): Promise<{ act: string }> {
    return this.acts.run(caller, "rule", "Refuse a suggested rule", async (tx, act) => {
      const payees = await tx.execute<{ name: string }>(sql`select name from finance.payee where id = ${payeeId}`);
      if (!payees.rows[0]) throw problem(payeeNotFound);
      const categories = await tx.execute(sql`select from finance.category where id = ${categoryId}`);
      if (!categories.rows.length) throw problem(categoryNotFound);
      await tx.execute(sql`
        insert into finance.rule_refusal (user_id, payee_id, category_id)
        values (${caller.userId}, ${payeeId}, ${categoryId}) on conflict do nothing`);
      await this.acts.name(tx, act, `Refuse a rule for ${payees.rows[0].name}`);
      return {};
    });
  }
}

/** A transaction of which only the payee is known. */
const sample = (payee: string): Facts => ({
  ...{ id: "", accountId: "", date: "1970-01-01", amount: -1, bank: null, reference: null, isWhole: true },
  ...{ payee, note: null, tags: [], category: null, split: null },
});
