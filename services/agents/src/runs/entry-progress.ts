import { Injectable } from "@nestjs/common";
import { type EntryRunChanged, entryRunChanged } from "@tessera/contracts-agents/events.ts";
import { MAX_ENTRY_WORD_LENGTH } from "@tessera/contracts-agents/limits.ts";
import { Events, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { RunRow } from "./run.store.ts";

/** Tells the queue where the run stands that has one of its entries. */
@Injectable()
export class EntryProgress {
  constructor(private readonly events: Events) {}

  /** Behind the run's lock, after it was changed. Does nothing for a run without an entry. */
  async tell(
    tx: Tx,
    { id, user_id: userId, entry_id: entryId, agent_name: agentName }: RunRow,
    state: EntryRunChanged["state"],
    word: string | null = null,
  ): Promise<void> {
    if (!entryId) return;
    const { rows } = await tx.execute<{ seq: string }>(sql`select seq from agents.run where id = ${id}`);
    const seq = Number(rows[0]!.seq);
    const of = { userId, entryId, runId: id, agentName, seq, state };
    await this.events.publish(tx, entryRunChanged, { ...of, word: word && clipped(word) });
  }

  /** The open runs of an agent that is about to be removed with them. */
  async tellRemoved(tx: Tx, userId: string, agentId: string): Promise<void> {
    const { rows } = await tx.execute<RunRow>(sql`
      select * from agents.run
      where user_id = ${userId} and agent_id = ${agentId} and entry_id is not null and finished_at is null
      order by id for update`);
    for (const run of rows) {
      // The queue takes what is newer than what it was told last.
      await tx.execute(sql`update agents.run set seq = seq + 1 where id = ${run.id}`);
      await this.tell(tx, run, "stopped", `${run.agent_name} was removed.`);
    }
  }
}

export const clipped = (word: string) =>
  word.length > MAX_ENTRY_WORD_LENGTH ? `${word.slice(0, MAX_ENTRY_WORD_LENGTH - 1)}…` : word;
