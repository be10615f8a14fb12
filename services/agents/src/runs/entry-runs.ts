import { Injectable, type OnModuleInit } from "@nestjs/common";
import { entryRunChanged } from "@tessera/contracts-agents/events.ts";
import { decideEntry, policyFor } from "@tessera/contracts-agents/tools.ts";
import { type EntryAssigned, entryAssigned, entryTakenBack } from "@tessera/contracts-queue/events.ts";
import { Database, Events, ProblemException, type Tx } from "@tessera/service-kit";
import { AssignedRuns } from "./assigned-runs.ts";
import { BeginRun } from "./begin-run.ts";
import { clipped, EntryProgress } from "./entry-progress.ts";
import { entryTask } from "./entry-task.ts";
import { RunStore } from "./run.store.ts";

/** Runs that begin because a person gave an entry of their queue to an agent, and end when it is taken back. */
@Injectable()
export class EntryRuns implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly runs: RunStore,
    private readonly beginRun: BeginRun,
    private readonly assigned: AssignedRuns,
    private readonly entry: EntryProgress,
  ) {}

  onModuleInit() {
    this.events.on(entryAssigned, "agents.entries", (assigned) => this.start(assigned));
    this.events.on(entryTakenBack, "agents.entries", (taken) => this.assigned.stop(taken));
  }

  /** Where a run cannot begin, the entry comes back at once with the reason. */
  private async start(assigned: EntryAssigned): Promise<void> {
    const { userId, entryId, runId } = assigned;
    const known = { name: null as string | null };
    try {
      await this.database.system((tx) => this.begin(tx, assigned, known));
    } catch (error) {
      if (!(error instanceof ProblemException)) throw error;
      const of = { userId, entryId, runId, agentName: known.name, seq: 1 };
      await this.database.system((tx) =>
        this.events.publish(tx, entryRunChanged, { ...of, state: "failed", word: clipped(error.message) }),
      );
    }
  }

  /** @throws ProblemException where there is no such agent, no plan, or no place for a run */
  private async begin(tx: Tx, assigned: EntryAssigned, known: { name: string | null }): Promise<void> {
    const { userId, entryId, runId, agentId, itemId, outside, timeZone, openedBy } = assigned;
    const agent = await this.assigned.agent(tx, userId, agentId);
    known.name = agent.name;
    const plan = await this.assigned.plan(tx, userId, openedBy);
    const mayDecide = policyFor(decideEntry, agent.tools, outside) !== "deny";
    const run = { id: runId, userId, agent, task: entryTask(assigned, mayDecide), timeZone, plan };
    const isNew = await this.beginRun.begin(tx, { ...run, entry: { id: entryId, outside }, cards: cardsOf(itemId) });
    if (!isNew) return;
    const begun = await this.runs.lock(tx, userId, runId);
    if (begun) await this.entry.tell(tx, begun, "waiting");
  }
}

const cardsOf = (itemId: string | null) => (itemId ? [itemId] : undefined);
