import { Injectable, type OnModuleInit } from "@nestjs/common";
import { type EntryRunChanged, entryRunChanged } from "@tessera/contracts-agents/events.ts";
import { APPROVAL_KIND, QUESTION_KIND } from "@tessera/contracts-agents/runs.ts";
import { entryTakenBack } from "@tessera/contracts-queue/events.ts";
import type { EntryAgent } from "@tessera/contracts-queue/queue.ts";
import { Clock, Database, Events, type Tx } from "@tessera/service-kit";
import { EntryStore } from "./entry.store.ts";
import type { EntryRow } from "./entry.table.ts";

/** Of an entry that the person has themselves. */
export const NO_AGENT = {
  agentId: null,
  agentName: null,
  runId: null,
  runSeq: 0,
  agentState: null,
  agentWord: null,
} as const satisfies Partial<EntryRow>;

/** Whether a run works on the entry, or waits for its person. */
export const hasAgent = ({ agentState: state }: Pick<EntryRow, "agentState">) =>
  state === "waiting" || state === "running" || state === "asking";

/** What an agent asks, no agent may decide. */
export const isAssignable = ({ kind }: Pick<EntryRow, "kind">) => kind !== APPROVAL_KIND && kind !== QUESTION_KIND;

/** Follows the runs that work on entries, and ends those that need not any more. */
@Injectable()
export class EntryAgents implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly entries: EntryStore,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.events.on(entryRunChanged, "queue.entries", (change) => this.follow(change));
  }

  /** Takes an entry from its agent. @returns the columns to write with what settles it */
  async release(tx: Tx, row: EntryRow): Promise<typeof NO_AGENT> {
    if (hasAgent(row)) await this.end(tx, row.userId, row.id, row.runId!);
    return NO_AGENT;
  }

  /**
   * Events come at least once and in any order: the newest of the run that has the entry counts, and a run that has it
   * no more is ended again.
   */
  private async follow({ userId, entryId, runId, agentName, seq, state, word }: EntryRunChanged): Promise<void> {
    const isOver = state === "done" || state === "failed" || state === "stopped";
    await this.database.system(async (tx) => {
      const [row] = await this.entries.lock(tx, userId, [entryId]);
      if (row?.runId !== runId || !hasAgent(row)) {
        const isDecided = row?.runId === runId && row.agentState === "decided";
        if (!isOver && !isDecided) await this.end(tx, userId, entryId, runId);
        return;
      }
      if (seq <= row.runSeq) return;
      const agentState = isOver ? "returned" : state;
      const change = { agentState, agentName: agentName ?? row.agentName, agentWord: word, runSeq: seq } as const;
      await this.entries.update(tx, row.id, { ...change, updatedAt: this.clock.now() });
    });
  }

  private async end(tx: Tx, userId: string, entryId: string, runId: string): Promise<void> {
    await this.events.publish(tx, entryTakenBack, { userId, entryId, runId });
  }
}

export const shownAgent = ({ agentId: id, agentName: name, runId, agentState: state, agentWord: word }: EntryRow) =>
  id && runId && state ? ({ id, name, runId, state, word } satisfies EntryAgent) : null;
