import { Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { ApprovalEntries } from "./approval-entries.ts";
import { type RunRow, RunStore } from "./run.store.ts";
import { RunTurns } from "./run-turns.ts";

/** Where a run stands after one of its steps: it goes on, waits for its person, or is over. */
@Injectable()
export class RunProgress {
  constructor(
    private readonly runs: RunStore,
    private readonly turns: RunTurns,
    private readonly entries: ApprovalEntries,
    private readonly clock: Clock,
  ) {}

  /** Called behind the run's lock, after a tool's step was begun or has ended. */
  async settle(tx: Tx, run: RunRow): Promise<void> {
    const { rows } = await tx.execute<{ state: string }>(
      sql`select distinct state from agents.step where run_id = ${run.id} and state in ('asking', 'running')`,
    );
    const open = new Set(rows.map(({ state }) => state));
    if (open.has("asking")) {
      // It holds no place while a person thinks.
      await this.runs.update(tx, run.id, { state: "asking", job_id: null });
      await this.turns.fill(tx, run.user_id);
    } else if (open.has("running")) {
      await this.runs.update(tx, run.id, { state: "running", job_id: run.job_id ?? run.id });
    } else if (run.job_id) {
      await this.runs.update(tx, run.id, { state: "waiting" });
      await this.turns.goOn(tx, { runId: run.id, userId: run.user_id });
    } else {
      await this.runs.update(tx, run.id, { state: "waiting" });
      await this.turns.fill(tx, run.user_id);
    }
  }

  async end(
    tx: Tx,
    run: RunRow,
    state: "done" | "failed" | "stopped",
    outcome: { answer?: string; failure?: string } = {},
  ): Promise<void> {
    const now = this.clock.now().toISOString();
    await this.entries.closeAll(tx, run.user_id, run.agent_id, run.id);
    const { rows } = await tx.execute<{ number: number }>(sql`
      select number from agents.step where run_id = ${run.id} and state in ('asking', 'running')`);
    for (const { number } of rows)
      await this.runs.updateStep(tx, run.id, number, ["asking", "running"], { state: "stopped", ended_at: now });
    await this.runs.update(tx, run.id, {
      ...{ state, job_id: null, finished_at: now },
      answer: outcome.answer ?? null,
      failure: outcome.failure ?? null,
    });
    await this.turns.fill(tx, run.user_id);
  }
}
