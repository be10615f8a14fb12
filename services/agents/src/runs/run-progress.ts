import { Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { ApprovalEntries } from "./approval-entries.ts";
import { EntryProgress } from "./entry-progress.ts";
import { LiveText } from "./live-text.ts";
import { type RunRow, RunStore } from "./run.store.ts";
import { RunTurns } from "./run-turns.ts";
import { ThreadCards } from "./thread-cards.ts";

interface Outcome {
  answer?: string;
  failure?: string;
}

/** Where a run stands after one of its steps: it continues, waits for its person, or has ended. */
@Injectable()
export class RunProgress {
  constructor(
    private readonly runs: RunStore,
    private readonly turns: RunTurns,
    private readonly entries: ApprovalEntries,
    private readonly entry: EntryProgress,
    private readonly threads: ThreadCards,
    private readonly live: LiveText,
    private readonly clock: Clock,
  ) {}

  /** Called behind the run's lock, after a tool's step was begun or has ended. */
  async settle(tx: Tx, run: RunRow): Promise<void> {
    const { rows } = await tx.execute<{ state: string }>(
      sql`select distinct state from agents.step where run_id = ${run.id} and state in ('asking', 'running')`,
    );
    const open = new Set(rows.map(({ state }) => state));
    if (run.state === "asking" && !open.has("asking")) await this.entry.tell(tx, run, "running");
    if (open.has("asking")) {
      // It holds no place while a person thinks.
      await this.runs.update(tx, run.id, { state: "asking", job_id: null });
      if (run.state !== "asking") await this.entry.tell(tx, run, "asking", `${run.agent_name} asks you first.`);
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

  async end(tx: Tx, run: RunRow, state: "done" | "failed" | "stopped", outcome: Outcome = {}): Promise<void> {
    const now = this.clock.now().toISOString();
    await this.entries.closeAll(tx, run.user_id, run.agent_id, run.id);
    const { rows } = await tx.execute<{ number: number }>(sql`
      select number from agents.step where run_id = ${run.id} and state in ('asking', 'running')`);
    for (const { number } of rows)
      await this.runs.updateStep(tx, run.id, number, ["asking", "running"], {
        ...{ ...this.live.kept(run.id, number), state: "stopped", ended_at: now },
      });
    await this.runs.update(tx, run.id, {
      ...{ state, job_id: null, finished_at: now },
      answer: outcome.answer ?? null,
      failure: outcome.failure ?? null,
    });
    await this.entry.tell(tx, run, state, wordOf(run, state, outcome));
    await this.threads.tell(tx, run);
    await this.turns.fill(tx, run.user_id);
  }
}

/** Why an entry that the run had is the person's again. */
function wordOf({ agent_name: agent }: RunRow, state: "done" | "failed" | "stopped", { answer, failure }: Outcome) {
  if (state === "stopped") return `The run of ${agent} was stopped.`;
  if (state === "failed") return `${agent} could not finish: ${failure ?? "it failed."}`;
  return answer ? `${agent} did not decide: ${answer}` : `${agent} did not decide.`;
}
