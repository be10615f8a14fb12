import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { entryAssigned } from "@tessera/contracts-queue/events.ts";
import { entryNotAssignable } from "@tessera/contracts-queue/problems.ts";
import type { AssignEntries as Assignment, DecideResult, QueueEntry } from "@tessera/contracts-queue/queue.ts";
import { type Caller, Clock, Database, Events, PlanStandings, type Tx } from "@tessera/service-kit";
import { refusalOf, shown } from "./entries.service.ts";
import { EntryStore } from "./entry.store.ts";
import type { EntryRow } from "./entry.table.ts";
import { EntryAgents, hasAgent, isAssignable } from "./entry-agents.ts";

/** What decisions do where the service that opened the entry does not say. */
const USUAL = {
  accept: "Marks the entry as done. Nothing else happens.",
  decline: "Dismisses the entry. Nothing else happens.",
};

/** Gives entries to the person's agents, and takes them back. */
@Injectable()
export class AssignEntries {
  constructor(
    private readonly database: Database,
    private readonly entries: EntryStore,
    private readonly agents: EntryAgents,
    private readonly events: Events,
    private readonly plans: PlanStandings,
    private readonly clock: Clock,
  ) {}

  /** Whether the agent exists and may begin a run is found when it does: else the entry comes back with the reason. */
  async assign(caller: Caller, { ids, agentId, timeZone }: Assignment): Promise<DecideResult> {
    return this.database.as(caller, async (tx) => {
      const rows = new Map((await this.entries.lock(tx, caller.userId, ids)).map((row) => [row.id, row]));
      const result: DecideResult = { changed: [], skipped: [] };
      for (const id of new Set(ids)) {
        const row = rows.get(id);
        const reason = row ? this.refusal(row, agentId) : "This entry is not in your queue.";
        if (!row || reason) result.skipped.push({ id, reason: reason! });
        else result.changed.push(await this.give(tx, caller, row, agentId, timeZone ?? null));
      }
      return result;
    });
  }

  private refusal(row: EntryRow, agentId: string | null): string | undefined {
    if (agentId && !isAssignable(row)) return entryNotAssignable.sentence;
    const waits = row.state === "open" || row.state === "snoozed";
    return refusalOf(row) ?? (waits ? undefined : "This entry is decided. Put it back before you give it to an agent.");
  }

  private async give(
    tx: Tx,
    caller: Caller,
    row: EntryRow,
    agentId: string | null,
    timeZone: string | null,
  ): Promise<QueueEntry> {
    const now = this.clock.now();
    const has = hasAgent(row) ? row.agentId : null;
    if (agentId !== null && has === agentId) return shown(row, now);
    const change: Partial<EntryRow> = await this.agents.release(tx, row);
    if (agentId === null) return shown(await this.entries.update(tx, row.id, { ...change, updatedAt: now }), now);
    const runId = randomUUID();
    const { userId, kind, title, line, outside, itemId } = row;
    const of = { userId, entryId: row.id, runId, agentId, kind, title, line, outside, itemId };
    const openedBy = this.plans.openedBy(caller.email);
    await this.events.publish(tx, entryAssigned, { ...of, does: row.does ?? USUAL, openedBy, timeZone });
    const given = { ...change, agentId, runId, agentState: "waiting" } as const;
    return shown(await this.entries.update(tx, row.id, { ...given, updatedAt: now }), now);
  }
}
