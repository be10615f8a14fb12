import { Inject, Injectable } from "@nestjs/common";
import { MAX_RULE_VERSIONS, MAX_RULES } from "@tessera/contracts-items/limits.ts";
import { ruleNotFound, ruleUnusable, tooManyRules } from "@tessera/contracts-items/problems.ts";
import type {
  CardCondition,
  CardRule,
  CardRuleList,
  CardRulePatch,
  CardRuleVersions,
  NewCardRule,
} from "@tessera/contracts-items/rules.ts";
import { faultBeside, faultOf, inOrder } from "@tessera/rules";
import { type Caller, Clock, Database, PlanStandings, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { isOwn } from "../items/convert.ts";
import { checkVersion } from "../items/if-match.ts";
import { iso } from "../items/item-row.ts";
import { TypeRegistry } from "../types/registry.ts";
import { area } from "./card-facts.ts";
import { engineRule, type RuleRow, ruleRow, ruleRows, shownRule } from "./rule-row.ts";

type Content = z.output<typeof NewCardRule>;

/** Ms for which it is counted how many cards a rule changed. */
const LATELY_MS = 30 * 86_400_000;

@Injectable()
export class RulesService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly plans: PlanStandings,
    private readonly clock: Clock,
  ) {}

  /** In the order in which they run. */
  async list(caller: Caller): Promise<CardRuleList> {
    const condition = sql`r.user_id = ${caller.userId} and r.deleted_at is null`;
    const { rows } = await this.database.read<RuleRow>(caller, ruleRows(condition, this.lately()));
    const byId = new Map(rows.map((row) => [row.id, shownRule(row)]));
    return { items: inOrder(rows.map(engineRule)).map(({ id }) => byId.get(id)!) };
  }

  /** @throws ProblemException 400 `rule_unusable`, 409 `too_many_rules` */
  async create(caller: Caller, rule: Content): Promise<CardRule> {
    checkCondition(rule.condition);
    checkConvert(this.registry, rule.convert);
    return this.database.as(caller, async (tx) => {
      await this.checkCount(tx, caller);
      await checkBeside(tx, caller, { condition: rule.condition });
      const { rows } = await tx.execute<{ id: string }>(sql`
        insert into items.rule (user_id, name, stage, condition, actions, agent, snooze, convert, opened_by, enabled,
          created_at)
        values (${caller.userId}, ${rule.name}, ${rule.stage}, ${JSON.stringify(rule.condition)}::jsonb,
          ${JSON.stringify(rule.actions)}::jsonb, ${rule.agent && JSON.stringify(rule.agent)}::jsonb,
          ${rule.snooze && JSON.stringify(rule.snooze)}::jsonb, ${rule.convert}, ${this.plans.openedBy(caller.email)}, ${rule.enabled}, ${this.clock.now().toISOString()}::timestamptz)
        returning id`);
      return this.saved(tx, caller, rows[0]!.id);
    });
  }

  /** @throws ProblemException 400 `rule_unusable`, 404 `rule_not_found`, 412 `version_conflict` */
  async change(caller: Caller, id: string, seen: number | "any", patch: CardRulePatch): Promise<CardRule> {
    if (patch.condition) checkCondition(patch.condition);
    if (patch.convert) checkConvert(this.registry, patch.convert);
    return this.database.as(caller, async (tx) => {
      const row = await ruleRow(tx, caller.userId, id, true);
      checkVersion(seen, row.version);
      if (patch.condition) await checkBeside(tx, caller, { id, condition: patch.condition });
      const next = { ...row, ...patch };
      await tx.execute(sql`
        update items.rule set version = version + 1, name = ${next.name}, stage = ${next.stage},
          enabled = ${next.enabled}, condition = ${JSON.stringify(next.condition)}::jsonb,
          actions = ${JSON.stringify(next.actions)}::jsonb, agent = ${next.agent && JSON.stringify(next.agent)}::jsonb,
          snooze = ${next.snooze && JSON.stringify(next.snooze)}::jsonb, convert = ${next.convert},
          opened_by = ${this.plans.openedBy(caller.email)}
        where id = ${id}`);
      return this.saved(tx, caller, id);
    });
  }

  /** What it set stays. @throws ProblemException 404 `rule_not_found`, 412 `version_conflict` */
  async remove(caller: Caller, id: string, seen: number | "any"): Promise<void> {
    await this.database.as(caller, async (tx) => {
      const row = await ruleRow(tx, caller.userId, id, true);
      checkVersion(seen, row.version);
      const now = this.clock.now().toISOString();
      await tx.execute(sql`update items.rule set deleted_at = ${now}::timestamptz where id = ${id}`);
    });
  }

  /** Brings a deleted rule back. @throws ProblemException 404 `rule_not_found`, 409 `too_many_rules` */
  async restore(caller: Caller, id: string): Promise<CardRule> {
    return this.database.as(caller, async (tx) => {
      await this.checkCount(tx, caller);
      await tx.execute(sql`update items.rule set deleted_at = null where id = ${id} and user_id = ${caller.userId}`);
      return this.shown(tx, caller, id);
    });
  }

  /** Newest first. @throws ProblemException 404 `rule_not_found` */
  async versions(caller: Caller, id: string): Promise<CardRuleVersions> {
    return this.database.as(caller, async (tx) => {
      await ruleRow(tx, caller.userId, id);
      const { rows } = await tx.execute<RuleRow & { at: string }>(sql`
        select version, name, stage, condition, actions, agent, snooze, convert, enabled, at::text as at
        from items.rule_version
        where rule_id = ${id} order by version desc limit ${MAX_RULE_VERSIONS}`);
      return {
        items: rows.map(({ version, name, stage, condition, actions, agent, snooze, convert, enabled, at }) => ({
          ...{ version, name, stage, condition, actions, agent, snooze, convert, enabled, at: iso(at) },
        })),
      };
    });
  }

  /** One at a time for a person: two at once could both be the last that fits. */
  private async checkCount(tx: Tx, { userId }: Caller): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`items.rules:${userId}`}, 0))`);
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from items.rule where user_id = ${userId} and deleted_at is null`,
    );
    if (rows[0]!.count >= MAX_RULES) throw problem(tooManyRules, { limit: MAX_RULES });
  }

  /** Keeps what was saved as a version. */
  private async saved(tx: Tx, caller: Caller, id: string): Promise<CardRule> {
    await tx.execute(sql`
      insert into items.rule_version (rule_id, user_id, version, name, stage, condition, actions, agent, snooze,
        convert, enabled, at)
      select id, user_id, version, name, stage, condition, actions, agent, snooze, convert, enabled,
        ${this.clock.now().toISOString()}::timestamptz
      from items.rule where id = ${id}`);
    return this.shown(tx, caller, id);
  }

  private async shown(tx: Tx, caller: Caller, id: string): Promise<CardRule> {
    const { rows } = await tx.execute<RuleRow>(
      ruleRows(sql`r.id = ${id} and r.user_id = ${caller.userId} and r.deleted_at is null`, this.lately()),
    );
    if (!rows[0]) throw problem(ruleNotFound);
    return shownRule(rows[0]);
  }

  private lately(): Date {
    return new Date(this.clock.now().getTime() - LATELY_MS);
  }
}

/** @throws ProblemException 400 `rule_unusable` */
export function checkCondition(condition: CardCondition): void {
  const reason = faultOf(condition, area.fields);
  if (reason) throw problem(ruleUnusable, { reason });
}

/** @param id of a rule that is there already @throws ProblemException 400 `rule_unusable` */
export async function checkBeside(
  tx: Tx,
  { userId }: Pick<Caller, "userId">,
  { id, condition }: { id?: string | null; condition: CardCondition },
): Promise<void> {
  const { rows } = await tx.execute<Pick<RuleRow, "condition">>(sql`
    select condition from items.rule
    where user_id = ${userId} and deleted_at is null and id is distinct from ${id ?? null}::uuid`);
  const reason = faultBeside(
    condition,
    rows.map((other) => other.condition),
  );
  if (reason) throw problem(ruleUnusable, { reason });
}

/** @throws ProblemException 400 `rule_unusable` for a type that cards cannot become */
export function checkConvert(registry: TypeRegistry, type: string | null): void {
  if (type === null) return;
  const plugin = registry.find(type);
  if (isOwn(plugin) && !plugin.unsorted) return;
  throw problem(ruleUnusable, { reason: `Cards cannot become “${plugin?.definition.label ?? type}”.` });
}
