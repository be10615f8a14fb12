import { Injectable } from "@nestjs/common";
import { agentNotFound } from "@tessera/contracts-agents/problems.ts";
import { subscriptionRequired } from "@tessera/contracts-core/problems.ts";
import { Clock, Database, PlanStandings, problem, type Subscription, type Tx } from "@tessera/service-kit";
import { type AgentRow, AgentStore } from "../agents/agent.store.ts";
import { RunStore } from "./run.store.ts";
import { RunProgress } from "./run-progress.ts";

/** What runs share that begin because a person gave something to an agent: who may work on it, and how they end. */
@Injectable()
export class AssignedRuns {
  constructor(
    private readonly database: Database,
    private readonly runs: RunStore,
    private readonly agents: AgentStore,
    private readonly progress: RunProgress,
    private readonly plans: PlanStandings,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemException 404 `agent_not_found` */
  async agent(tx: Tx, userId: string, agentId: string): Promise<AgentRow> {
    const [agent] = await this.agents.list(tx, userId, this.clock.now(), agentId);
    if (!agent) throw problem(agentNotFound);
    return agent;
  }

  /** The person's plan, which is open. @throws ProblemException 402 `subscription_required` */
  async plan(tx: Tx, userId: string, openedBy: string | null): Promise<Subscription> {
    const plan = await this.plans.subscription(tx, userId, openedBy);
    if (!plan.active) throw problem(subscriptionRequired);
    return plan;
  }

  async stop({ userId, runId }: { userId: string; runId: string }): Promise<void> {
    await this.database.as({ userId }, async (tx) => {
      const run = await this.runs.lock(tx, userId, runId);
      if (run && !run.finished_at) await this.progress.end(tx, run, "stopped");
    });
  }
}
