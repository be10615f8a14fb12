import { Injectable } from "@nestjs/common";
import { MAX_RULES } from "@tessera/contracts-finance/limits.ts";
import { ruleUnusable, tooManyRules } from "@tessera/contracts-finance/problems.ts";
import type { NewRule, RuleChanged, RuleList, RulePatch, RuleVersions } from "@tessera/contracts-finance/rules.ts";
import { faultBeside, faultOf, inOrder } from "@tessera/rules";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { Acts } from "../acts/acts.ts";
import { checkVersion } from "../http/if-match.ts";
import { TransactionsService } from "../transactions/transactions.service.ts";
import { area } from "./facts.ts";
import { categoriesOf, categoryIds, engineRule, type RuleRow, ruleRow, ruleRows, shownRule } from "./rule-row.ts";

type Content = z.output<typeof NewRule>;

@Injectable()
export class RulesService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
    private readonly transactions: TransactionsService,
    private readonly clock: Clock,
  ) {}

  /** In the order in which they run. */
  async list(caller: Caller): Promise<RuleList> {
    return this.database.as(caller, async (tx) => {
      const { rows } = await tx.execute<RuleRow>(ruleRows(sql`r.user_id = ${caller.userId}`));
      const categories = await categoryIds(tx, caller.userId);
      const byId = new Map(rows.map((row) => [row.id, shownRule(row, categories)]));
      return { items: inOrder(rows.map(engineRule)).map(({ id }) => byId.get(id)!) };
    });
  }

  /** @throws ProblemException 400 `rule_unusable`, 404 `category_not_found`, 409 `too_many_rules` */
  async create(caller: Caller, rule: Content): Promise<RuleChanged> {
    return this.acts.run(caller, "rule", `Add the rule ${rule.name}`, async (tx) => {
      const { rows } = await tx.execute<{ count: number }>(
        sql`select count(*)::int as count from finance.rule where user_id = ${caller.userId}`,
      );
      if (rows[0]!.count >= MAX_RULES) throw problem(tooManyRules, { limit: MAX_RULES });
      await this.check(tx, caller, rule);
      const added = await tx.execute<{ id: string }>(sql`
        insert into finance.rule (user_id, name, stage, condition, actions, enabled, created_at)
        values (${caller.userId}, ${rule.name}, ${rule.stage}, ${JSON.stringify(rule.condition)}::jsonb,
          ${JSON.stringify(rule.actions)}::jsonb, ${rule.enabled}, ${this.clock.now().toISOString()}) returning id`);
      return { rule: await this.shown(tx, caller, added.rows[0]!.id) };
    });
  }

  /** @throws ProblemException 400 `rule_unusable`, 404, 412 `version_conflict` */
  async change(caller: Caller, id: string, version: number | "any", patch: RulePatch): Promise<RuleChanged> {
    return this.acts.run(caller, "rule", "Change a rule", async (tx, act) => {
      const row = await ruleRow(tx, id);
      checkVersion(version, row.version);
      const next = { ...row, ...patch };
      // What it has may refer to a category that is gone: only what is given is checked.
      await this.check(tx, caller, { id, condition: next.condition, actions: patch.actions ?? [] });
      await tx.execute(sql`
        update finance.rule set name = ${next.name}, stage = ${next.stage}, enabled = ${next.enabled},
          condition = ${JSON.stringify(next.condition)}::jsonb, actions = ${JSON.stringify(next.actions)}::jsonb
        where id = ${id}`);
      await this.acts.name(tx, act, `Change the rule ${next.name}`);
      return { rule: await this.shown(tx, caller, id) };
    });
  }

  /** What it set stays. @throws ProblemException 404 `rule_not_found`, 412 `version_conflict` */
  async remove(caller: Caller, id: string, version: number | "any"): Promise<{ act: string }> {
    return this.acts.run(caller, "rule", "Delete a rule", async (tx, act) => {
      const row = await ruleRow(tx, id);
      checkVersion(version, row.version);
      await tx.execute(sql`delete from finance.rule where id = ${id}`);
      await this.acts.name(tx, act, `Delete the rule ${row.name}`);
      return {};
    });
  }

  /** Newest first. @throws ProblemException 404 `rule_not_found` */
  async versions(caller: Caller, id: string): Promise<RuleVersions> {
    return this.database.as(caller, async (tx) => {
      await ruleRow(tx, id);
      const { rows } = await tx.execute<RuleRow & { at: string }>(sql`
        select version, name, stage, condition, actions, enabled, at from finance.rule_version
        where user_id = ${caller.userId} and rule_id = ${id} order by version desc limit 100`);
      return {
        items: rows.map(({ version, name, stage, condition, actions, enabled, at }) => ({
          ...{ version, name, stage, condition, actions, enabled, at: new Date(at).toISOString() },
        })),
      };
    });
  }

  /**
   * @param id of a rule that is there already
   * @throws ProblemException 400 `rule_unusable`, 404 `category_not_found`
   */
  async check(
    tx: Tx,
    { userId }: Pick<Caller, "userId">,
    { id, condition, actions }: Pick<Content, "condition" | "actions"> & { id?: string | null },
  ): Promise<void> {
    const { rows: others } = await tx.execute<Pick<RuleRow, "condition">>(
      sql`select condition from finance.rule where user_id = ${userId} and id is distinct from ${id ?? null}::uuid`,
    );
    const beside = faultBeside(
      condition,
      others.map((other) => other.condition),
    );
    const reason = faultOf(condition, area.fields) ?? beside ?? splitFault(actions);
    if (reason) throw problem(ruleUnusable, { reason });
    await this.transactions.checkCategories(
      tx,
      categoriesOf(actions).map((categoryId) => ({ categoryId })),
    );
  }

  private async shown(tx: Tx, caller: Caller, id: string) {
    return shownRule(await ruleRow(tx, id), await categoryIds(tx, caller.userId));
  }
}

const splitFault = (actions: Content["actions"]): string | null =>
  actions.some((action) => "split" in action && action.split.reduce((sum, { percent }) => sum + percent, 0) !== 100)
    ? "The shares of a split add up to 100 percent."
    : null;
