import { Injectable, type OnModuleInit } from "@nestjs/common";
import { MAX_RULE_CHAIN, MAX_RULE_RUNS } from "@tessera/contracts-agents/limits.ts";
import { dayOf } from "@tessera/contracts-core/days.ts";
import { type CardMetRule, cardMetRule } from "@tessera/contracts-items/events.ts";
import { notice } from "@tessera/contracts-settings/events.ts";
import { Clock, Database, Events, Log, PlanStandings, ProblemException, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type AgentRow, AgentStore } from "../agents/agent.store.ts";
import { BeginRun } from "./begin-run.ts";

const DAY_MS = 86_400_000;

/**
 * Runs that begin because a new card met a rule. An agent is not started by a card that a run of its own made or
 * changed, nor by what other agents made of such a card.
 */
@Injectable()
export class RuleRuns implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly agents: AgentStore,
    private readonly beginRun: BeginRun,
    private readonly plans: PlanStandings,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onModuleInit() {
    this.events.on(cardMetRule, "agents.rules", (met) => this.start(met));
  }

  private async start(met: CardMetRule): Promise<void> {
    try {
      await this.database.system((tx) => this.begin(tx, met));
    } catch (error) {
      if (!(error instanceof ProblemException)) throw error;
      // Nobody waits for an answer; the person has as many open runs as fit.
      this.log.info({ rule: met.rule.id, reason: error.code }, "a rule started no run");
    }
  }

  /** @throws ProblemException where there is no place for a run */
  private async begin(tx: Tx, met: CardMetRule): Promise<void> {
    const { userId, agentId, itemId, type, rule, task, runId: id, timeZone } = met;
    await this.agents.lock(tx, agentId);
    const [agent] = await this.agents.list(tx, userId, this.clock.now(), agentId);
    if (!agent) return;
    const chain = await this.chainOf(tx, met);
    if (chain.includes(agentId) || chain.length >= MAX_RULE_CHAIN) return;
    const plan = await this.plans.subscription(tx, userId, met.openedBy);
    if (!plan.active) return;
    if ((await this.lately(tx, agentId)) >= MAX_RULE_RUNS) return this.tellLimit(tx, met, agent);
    await this.beginRun.begin(tx, {
      ...{ id, userId, agent, task, timeZone, plan, chain, cards: [itemId] },
      rule: { ...rule, cardPath: `/items/${type}/${itemId}` },
    });
  }

  /** The agents whose runs made or changed the card, and those that led to them. */
  private async chainOf(tx: Tx, { userId, touchedBy }: CardMetRule): Promise<string[]> {
    const { rows } = await tx.execute<{ agent_id: string; chain: string[] }>(sql`
      select agent_id, chain from agents.run
      where user_id = ${userId} and id = any(${sql.param(touchedBy)}::uuid[])`);
    return [...new Set(rows.flatMap(({ agent_id, chain }) => [agent_id, ...chain]))];
  }

  private async lately(tx: Tx, agentId: string): Promise<number> {
    const since = new Date(this.clock.now().getTime() - DAY_MS).toISOString();
    const { rows } = await tx.execute<{ count: number }>(sql`
      select count(*)::int as count from agents.run
      where agent_id = ${agentId} and rule is not null and created_at > ${since}`);
    return rows[0]!.count;
  }

  /** Once a day for an agent. */
  private async tellLimit(tx: Tx, { userId, rule, timeZone }: CardMetRule, agent: AgentRow): Promise<void> {
    await this.events.publish(tx, notice, {
      ...{ userId, key: `agents.rule-runs ${agent.id} ${dayOf(this.clock.now(), timeZone ?? "UTC")}`, kind: "usage" },
      subject: `Rules started ${agent.name} ${MAX_RULE_RUNS} times in a day`,
      lead:
        `Rules start no more runs until fewer than ${MAX_RULE_RUNS} are of the last 24 hours. ` +
        `The last rule was “${rule.name.slice(0, 200)}”.`,
      action: { label: "Open the agent", path: `/agents/${agent.id}` },
    });
  }
}
