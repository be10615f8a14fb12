import { Injectable } from "@nestjs/common";
import { MAX_TRIED } from "@tessera/contracts-finance/limits.ts";
import type { RuleTarget, RuleTrial, RuleTried } from "@tessera/contracts-finance/rules.ts";
import type { Transaction } from "@tessera/contracts-finance/transactions.ts";
import { difference } from "@tessera/rules";
import { type Caller, Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { COLUMNS, shownTransaction, type TransactionRow } from "../transactions/transaction-row.ts";
import type { Facts } from "./facts.ts";
import { isPersonal, personalFields } from "./personal.ts";
import { engineRule, runningRules } from "./rule-row.ts";
import { RulesService } from "./rules.service.ts";
import { batches, compiled } from "./run-rules.ts";

/** Of what a draft would change, how many are shown. */
const MAX_SHOWN = 50;
/** Id of a draft that replaces no rule. */
const DRAFT = "draft";

type Touched = { id: string; changes: RuleTarget[]; contradicts: RuleTarget[] };

@Injectable()
export class RuleTrials {
  constructor(
    private readonly database: Database,
    private readonly rules: RulesService,
  ) {}

  /**
   * What a draft would change in the newest transactions, beside the rules that there are; writes nothing.
   * @throws ProblemException 400 `rule_unusable`, 404 `category_not_found`
   */
  async run(caller: Caller, { id, draft }: z.output<typeof RuleTrial>): Promise<RuleTried> {
    return this.database.as(caller, async (tx) => {
      await this.rules.check(tx, caller, { id, condition: draft.condition, actions: draft.actions });
      const others = (await runningRules(tx, caller.userId)).filter((rule) => rule.id !== id);
      const tried = engineRule({ ...draft, id: id ?? DRAFT, version: 1 }, Number.MAX_SAFE_INTEGER);
      const [before, after] = [compiled(others), compiled([...others, tried])];
      const counts = { looked: 0, met: 0, changes: 0, contradicts: 0 };
      const touched: Touched[] = [];
      for await (const batch of batches(tx, caller.userId, MAX_TRIED)) {
        counts.looked += batch.length;
        const different: { facts: Facts; was: ReturnType<typeof before>; is: ReturnType<typeof after> }[] = [];
        for (const facts of batch) {
          const is = after(facts);
          if (!is.met.includes(tried.id)) continue;
          counts.met += 1;
          if (Object.keys(is.patch).length) different.push({ facts, was: before(facts), is });
        }
        const personal = await personalFields(
          tx,
          caller.userId,
          different.map(({ facts }) => facts),
        );
        for (const { facts, was, is } of different) {
          const own = personal.get(facts.id)!;
          const found = difference(was, is, (field) => isPersonal(own, field));
          if (!found.changes.length) continue;
          const contradicts = found.contradicts as RuleTarget[];
          const changes = (found.changes as RuleTarget[]).filter((field) => !contradicts.includes(field));
          if (changes.length) counts.changes += 1;
          if (contradicts.length) counts.contradicts += 1;
          if (touched.length < MAX_SHOWN) touched.push({ id: facts.id, changes, contradicts });
        }
      }
      return { ...counts, items: await this.shown(tx, touched) };
    });
  }

  private async shown(tx: Tx, touched: readonly Touched[]): Promise<RuleTried["items"]> {
    const { rows } = await tx.execute<TransactionRow>(sql`
      select ${COLUMNS} from finance.transaction t join finance.account a on a.id = t.account_id
      where t.id in (select value::uuid from jsonb_array_elements_text(
        ${JSON.stringify(touched.map(({ id }) => id))}::jsonb))`);
    const byId = new Map<string, Transaction>(rows.map((row) => [row.id, shownTransaction(row)]));
    return touched.map(({ id, changes, contradicts }) => ({ transaction: byId.get(id)!, changes, contradicts }));
  }
}
