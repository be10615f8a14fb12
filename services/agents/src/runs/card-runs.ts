import { Injectable, type OnModuleInit } from "@nestjs/common";
import { cardRunRefused } from "@tessera/contracts-agents/events.ts";
import { agentNotFound } from "@tessera/contracts-agents/problems.ts";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { subscriptionRequired } from "@tessera/contracts-core/problems.ts";
import { type CardAssigned, cardAssigned, cardTakenBack } from "@tessera/contracts-items/events.ts";
import { Clock, Database, Events, PlanStandings, ProblemException, problem, type Tx } from "@tessera/service-kit";
import { AgentStore } from "../agents/agent.store.ts";
import { BeginRun } from "./begin-run.ts";
import { clipped } from "./entry-progress.ts";
import { RunStore } from "./run.store.ts";
import { RunProgress } from "./run-progress.ts";

/** What the agent is asked for; the card itself is read first. */
const TASK =
  "I gave you this task. Do what it asks, as far as your tools allow, then say what you did and what is left to do.";

/** Runs that begin because a person gave a task to an agent, and end when it is taken back. */
@Injectable()
export class CardRuns implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly runs: RunStore,
    private readonly agents: AgentStore,
    private readonly beginRun: BeginRun,
    private readonly progress: RunProgress,
    private readonly plans: PlanStandings,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.events.on(cardAssigned, "agents.cards", (assigned) => this.start(assigned));
    this.events.on(cardTakenBack, "agents.cards", (taken) => this.stop(taken));
  }

  /** Where a run cannot begin, the card is told the reason. */
  private async start(assigned: CardAssigned): Promise<void> {
    try {
      await this.database.system((tx) => this.begin(tx, assigned));
    } catch (error) {
      if (!(error instanceof ProblemException)) throw error;
      const { userId, itemId, runId } = assigned;
      await this.database.system((tx) =>
        this.events.publish(tx, cardRunRefused, { userId, itemId, runId, word: clipped(error.message) }),
      );
    }
  }

  /** @throws ProblemException where there is no such agent, no plan, or no place for a run */
  private async begin(tx: Tx, { userId, itemId, agentId, runId: id, openedBy, timeZone }: CardAssigned): Promise<void> {
    const [agent] = await this.agents.list(tx, userId, this.clock.now(), agentId);
    if (!agent) throw problem(agentNotFound);
    const plan = await this.plans.subscription(tx, userId, openedBy);
    if (!plan.active) throw problem(subscriptionRequired);
    await this.beginRun.begin(tx, { ...{ id, userId, agent, timeZone, plan }, task: TASK, cards: [itemId] });
  }

  private async stop({ userId, runId }: EventPayload<typeof cardTakenBack>): Promise<void> {
    await this.database.as({ userId }, async (tx) => {
      const run = await this.runs.lock(tx, userId, runId);
      if (run && !run.finished_at) await this.progress.end(tx, run, "stopped");
    });
  }
}
