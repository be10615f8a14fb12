import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { runScopeChanged, tooManyRuns } from "@tessera/contracts-agents/problems.ts";
import type { Run } from "@tessera/contracts-agents/runs.ts";
import type { ScheduleGrant } from "@tessera/contracts-agents/schedules.ts";
import { givenCards } from "@tessera/contracts-agents/tools.ts";
import { Clock, problem, type Subscription, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { AgentRow } from "../agents/agent.store.ts";
import { type RunRow, RunStore } from "./run.store.ts";
import { RunTurns } from "./run-turns.ts";
import { ToolUses } from "./tool-uses.ts";

/** Open runs per person. */
const MAX_OPEN = 100;

interface RunToBegin {
  id: string;
  userId: string;
  agent: Pick<AgentRow, "id" | "name" | "scope">;
  task: string;
  timeZone: string | null;
  /** What the person's plan holds. */
  plan: Pick<Subscription, "cardLimit" | "storageLimit">;
  scheduleId?: string;
  /** What it may do once without asking. */
  grants?: readonly ScheduleGrant[];
  /** The run whose earlier steps are copied. */
  from?: { run: RunRow; step: number };
  /** Ids of cards that are read first. */
  cards?: readonly string[];
  /** The run that it follows. */
  follows?: RunRow;
  /** The rule for cards that begins it. */
  rule?: Run["rule"];
  /** Agents whose runs led to it. */
  chain?: readonly string[];
  /** The entry of the queue that it was given. */
  entry?: { id: string; outside: boolean };
}

/** Starts runs, by hand or by schedule, in the caller's transaction. */
@Injectable()
export class BeginRun {
  constructor(
    private readonly runs: RunStore,
    private readonly turns: RunTurns,
    private readonly tools: ToolUses,
    private readonly clock: Clock,
  ) {}

  async hasPlace(tx: Tx, userId: string): Promise<boolean> {
    const { rows } = await tx.execute<{ open: number }>(
      sql`select count(*)::int as open from agents.run where user_id = ${userId} and finished_at is null`,
    );
    return rows[0]!.open < MAX_OPEN;
  }

  /** @returns false where a run with this id exists: nothing is done @throws ProblemException 409 `too_many_runs` */
  async begin(tx: Tx, toBegin: RunToBegin): Promise<boolean> {
    const { id, userId, agent, task, timeZone, plan, scheduleId, from, cards, follows, entry } = toBegin;
    if (!(await this.hasPlace(tx, userId))) throw problem(tooManyRuns, { limit: MAX_OPEN });
    const { cardLimit, storageLimit } = plan;
    const run = {
      ...{ id, user_id: userId, agent_id: agent.id, agent_name: agent.name, task },
      ...{ card_limit: cardLimit, storage_limit: storageLimit === null ? null : String(storageLimit) },
      ...{ from_run: from?.run.id ?? null, from_step: from?.step ?? null, time_zone: timeZone },
      ...{ schedule_id: scheduleId ?? null, thread: follows ? (follows.thread ?? follows.id) : null },
      // An answer may repeat what it was made of.
      outside: follows?.outside ?? entry?.outside ?? false,
      entry_id: entry?.id ?? null,
      scope: agent.scope,
      grants: toBegin.grants ?? [],
      rule: toBegin.rule ?? null,
      chain: toBegin.chain ?? from?.run.chain ?? follows?.chain ?? [],
    };
    // What it took over may hold cards that the agent sees no more.
    if (from && JSON.stringify(from.run.scope) !== JSON.stringify(agent.scope)) throw problem(runScopeChanged);
    if (!(await this.runs.insert(tx, run, this.clock.now()))) return false;
    if (from) await this.takeOver(tx, id, from);
    if (cards) await this.read(tx, id, cards);
    await this.turns.fill(tx, userId);
    return true;
  }

  /** As a step that no model asked for; the run waits for its answer before its first turn. */
  private async read(tx: Tx, id: string, cards: readonly string[]): Promise<void> {
    const { rows } = await tx.execute<RunRow>(sql`select * from agents.run where id = ${id}`);
    const step = { name: givenCards.name, call_id: randomUUID(), arguments: { ids: [...new Set(cards)] } };
    await this.runs.insertStep(tx, rows[0]!, { kind: "tool", state: "running", ...step }, this.clock.now());
    await this.tools.call(tx, rows[0]!, step);
  }

  private async takeOver(tx: Tx, id: string, { run, step }: { run: RunRow; step: number }): Promise<void> {
    await this.runs.copySteps(tx, run.id, id, step);
    await tx.execute(sql`
      update agents.run set outside = exists (select from agents.step where run_id = ${id} and outside) where id = ${id}`);
  }
}
