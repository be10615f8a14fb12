import { Injectable, type OnModuleInit } from "@nestjs/common";
import { cardRunRefused } from "@tessera/contracts-agents/events.ts";
import { type CardAssigned, cardAssigned, cardTakenBack } from "@tessera/contracts-items/events.ts";
import { Database, Events, ProblemException, type Tx } from "@tessera/service-kit";
import { AssignedRuns } from "./assigned-runs.ts";
import { BeginRun } from "./begin-run.ts";
import { clipped } from "./entry-progress.ts";

/** What the agent is asked for; the card itself is read first. */
const TASK =
  "I gave you this task. Do what it asks, as far as your tools allow, then say what you did and what is left to do.";

/** Runs that begin because a person gave a task to an agent, and end when it is taken back. */
@Injectable()
export class CardRuns implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly beginRun: BeginRun,
    private readonly assigned: AssignedRuns,
  ) {}

  onModuleInit() {
    this.events.on(cardAssigned, "agents.cards", (assigned) => this.start(assigned));
    this.events.on(cardTakenBack, "agents.cards", (taken) => this.assigned.stop(taken));
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
    const agent = await this.assigned.agent(tx, userId, agentId);
    const plan = await this.assigned.plan(tx, userId, openedBy);
    await this.beginRun.begin(tx, { ...{ id, userId, agent, timeZone, plan }, task: TASK, cards: [itemId] });
  }
}
