import { Injectable } from "@nestjs/common";
import type { RunState } from "@tessera/contracts-agents/runs.ts";
import { Jobs, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { RUN_QUEUE } from "./run-turns.ts";

/** Characters of a task that the title of its line has. */
const MAX_TASK = 120;

interface Told extends Record<string, unknown> {
  id: string;
  user_id: string;
  agent_id: string;
  agent_name: string;
  task: string;
  state: RunState;
  failure: string | null;
  steps: number;
  /** The newest step: name of the tool, or of the model. */
  step: string | null;
}

/** The line of a run among the background jobs of its person: one for all its steps, told in the run's transaction. */
@Injectable()
export class RunLines {
  constructor(private readonly jobs: Jobs) {}

  async tell(tx: Tx, runId: string): Promise<void> {
    for (const run of await this.read(tx, sql`r.id = ${runId}`)) await this.write(tx, run);
  }

  /** The open runs of an agent that is about to be removed with them. */
  async endRemoved(tx: Tx, userId: string, agentId: string): Promise<void> {
    const open = await this.read(
      tx,
      sql`r.user_id = ${userId} and r.agent_id = ${agentId} and r.finished_at is null order by r.id`,
    );
    for (const run of open) await this.write(tx, { ...run, state: "stopped" });
  }

  private async read(tx: Tx, which: ReturnType<typeof sql>): Promise<Told[]> {
    const { rows } = await tx.execute<Told>(sql`
      select r.id, r.user_id, r.agent_id, r.agent_name, r.task, r.state, r.failure,
        (select count(*)::int from agents.step s where s.run_id = r.id) as steps,
        (select s.name from agents.step s where s.run_id = r.id order by s.number desc limit 1) as step
      from agents.run r where ${which}`);
    return rows;
  }

  private write(tx: Tx, run: Told): Promise<void> {
    const task = run.task.length > MAX_TASK ? `${run.task.slice(0, MAX_TASK - 1)}…` : run.task;
    return this.jobs.tell(tx, {
      ...{ id: run.id, userId: run.user_id, queue: RUN_QUEUE, title: `${run.agent_name}: ${task}` },
      path: `/agents/${run.agent_id}/runs/${run.id}`,
      state: stateOf(run),
      ...{ done: run.steps, unit: "steps", error: run.failure, note: noteOf(run) },
    });
  }
}

/** Between two steps it waits for no one but its own turn. */
function stateOf({ state, steps }: Told) {
  if (state === "stopped") return "cancelled";
  if (state === "asking") return "waiting";
  return state === "waiting" && steps > 0 ? "running" : state;
}

/** What a person reads of it in the log; never what a step was given or gave. */
function noteOf({ state, steps, step }: Told): string | undefined {
  if (state === "asking") return "Waits for your answer";
  return step === null ? undefined : `Step ${steps}: ${step.replaceAll("_", " ")}`;
}
