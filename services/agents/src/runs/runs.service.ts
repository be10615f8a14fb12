import { Injectable } from "@nestjs/common";
import {
  agentNotFound,
  runNotFound,
  runOver,
  runStepNotFound,
  runStillGoes,
} from "@tessera/contracts-agents/problems.ts";
import type { NewRun, Run, RunPage, RunQuery, RunRetry, RunTrace } from "@tessera/contracts-agents/runs.ts";
import { type Caller, Clock, Database, problem, SubscriptionGate, sendEvents, type Tx } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import { AgentStore } from "../agents/agent.store.ts";
import { BeginRun } from "./begin-run.ts";
import { FollowRun } from "./follow-run.ts";
import { type RunRow, RunStore, shownRun, shownStep } from "./run.store.ts";
import { RunProgress } from "./run-progress.ts";
import { ThreadCards } from "./thread-cards.ts";

@Injectable()
export class RunsService {
  constructor(
    private readonly database: Database,
    private readonly runs: RunStore,
    private readonly agents: AgentStore,
    private readonly beginRun: BeginRun,
    private readonly progress: RunProgress,
    private readonly follow: FollowRun,
    private readonly threads: ThreadCards,
    private readonly gate: SubscriptionGate,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemException 404 `agent_not_found`, `run_not_found`, 409 `too_many_runs`; nothing begins */
  async start(caller: Caller, agentId: string, run: NewRun): Promise<Run> {
    return this.begin(caller, agentId, run);
  }

  async list(caller: Caller, { cursor, limit, ...of }: z.output<typeof RunQuery>): Promise<RunPage> {
    const rows = await this.database.as(caller, (tx) =>
      this.runs.list(tx, caller.userId, { ...of, before: cursor, limit: limit + 1 }),
    );
    const items = rows.slice(0, limit).map(shownRun);
    return { items, nextCursor: rows.length > limit ? items.at(-1)!.id : null };
  }

  /** @throws ProblemException 404 `run_not_found` */
  async get(caller: Caller, id: string): Promise<RunTrace> {
    return this.database.as(caller, async (tx) => {
      const run = await this.run(tx, caller, id);
      return { ...shownRun(run), trace: (await this.runs.steps(tx, id)).map(shownStep) };
    });
  }

  /** What a tool does meanwhile may still happen. @throws ProblemException 404, 409 `run_over` */
  async stop(caller: Caller, id: string): Promise<Run> {
    return this.database.as(caller, async (tx) => {
      const run = await this.runs.lock(tx, caller.userId, id);
      if (!run) throw problem(runNotFound);
      if (run.finished_at) throw problem(runOver);
      await this.progress.end(tx, run, "stopped");
      return shownRun(await this.run(tx, caller, id));
    });
  }

  /**
   * Another run that continues before a model's step of one that has ended: what tools did before is taken over, not
   * done again. @throws ProblemException 404 `run_not_found`, `run_step_not_found`, 409 as `start`, `run_still_goes`,
   * `run_scope_changed`
   */
  async retry(caller: Caller, runId: string, { id, step }: RunRetry): Promise<Run> {
    const before = await this.database.as(caller, async (tx) => {
      const run = await this.run(tx, caller, runId);
      if (!run.finished_at) throw problem(runStillGoes);
      const steps = await this.runs.steps(tx, runId);
      if (!steps.some(({ number, kind }) => number === step && kind === "model")) throw problem(runStepNotFound);
      return run;
    });
    return this.begin(
      caller,
      before.agent_id,
      { id, task: before.task, timeZone: before.time_zone ?? undefined, follows: before.thread ?? undefined },
      { run: before, step },
    );
  }

  /** @param takesPieces as FollowRun.events @throws ProblemException 404 `run_not_found` */
  async events(caller: Caller, id: string, takesPieces: boolean, reply: FastifyReply): Promise<FastifyReply> {
    const known = await this.database.as(caller, (tx) => this.run(tx, caller, id));
    return sendEvents(reply, (lastEventId, signal) => {
      const position = Number(/^\d{1,15}$/.exec(lastEventId ?? "")?.[0] ?? 0);
      if (known.finished_at && position >= Number(known.changed_seq)) return null;
      return this.follow.events(caller, id, position, takesPieces, signal);
    });
  }

  private async begin(
    caller: Caller,
    agentId: string,
    { id, task, timeZone, cards, follows, conversation }: NewRun,
    from?: { run: RunRow; step: number },
  ): Promise<Run> {
    const { userId } = caller;
    const plan = await this.gate.subscription(caller);
    return this.database.as(caller, async (tx) => {
      const [agent] = await this.agents.list(tx, userId, this.clock.now(), agentId);
      if (!agent) throw problem(agentNotFound);
      const run = { id, userId, agent, task, timeZone: timeZone ?? null, plan, from, cards };
      await this.beginRun.begin(tx, { ...run, follows: follows ? await this.run(tx, caller, follows) : undefined });
      const begun = await this.run(tx, caller, id);
      if (cards || follows || conversation) await this.threads.begin(tx, begun);
      return shownRun(begun);
    });
  }

  private async run(tx: Tx, { userId }: Caller, id: string): Promise<RunRow> {
    const run = await this.runs.get(tx, userId, id);
    if (!run) throw problem(runNotFound);
    return run;
  }
}
