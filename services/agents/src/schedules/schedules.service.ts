import { Injectable } from "@nestjs/common";
import { MAX_SCHEDULES } from "@tessera/contracts-agents/limits.ts";
import { nextRun } from "@tessera/contracts-agents/next-run.ts";
import {
  agentNotFound,
  agentScheduleNotFound,
  scheduleStillRuns,
  tooManySchedules,
} from "@tessera/contracts-agents/problems.ts";
import type { Run } from "@tessera/contracts-agents/runs.ts";
import type {
  AgentSchedule,
  AgentScheduleChange,
  AgentScheduleList,
  NewAgentSchedule,
  ScheduleRunNow,
} from "@tessera/contracts-agents/schedules.ts";
import { type Caller, Clock, Database, PlanStandings, problem, SubscriptionGate, type Tx } from "@tessera/service-kit";
import type { z } from "zod";
import { type AgentRow, AgentStore } from "../agents/agent.store.ts";
import { BeginRun } from "../runs/begin-run.ts";
import { RunStore, shownRun } from "../runs/run.store.ts";
import { ScheduleStore } from "./schedule.store.ts";

@Injectable()
export class SchedulesService {
  constructor(
    private readonly database: Database,
    private readonly schedules: ScheduleStore,
    private readonly agents: AgentStore,
    private readonly runs: RunStore,
    private readonly beginRun: BeginRun,
    private readonly gate: SubscriptionGate,
    private readonly plans: PlanStandings,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemException 404 `agent_not_found` */
  async list(caller: Caller, agentId: string): Promise<AgentScheduleList> {
    return this.database.as(caller, async (tx) => {
      await this.agent(tx, caller, agentId);
      return { items: await this.schedules.list(tx, caller.userId, agentId) };
    });
  }

  /** @throws ProblemException 404 `agent_not_found`, 409 `too_many_schedules`; nothing is written */
  async create(
    caller: Caller,
    agentId: string,
    { id, prompt, rhythm, time, timeZone, paused }: z.output<typeof NewAgentSchedule>,
  ): Promise<AgentSchedule> {
    const { userId } = caller;
    return this.database.as(caller, async (tx) => {
      // Of two concurrent requests the second sees what the first stored.
      await this.agents.lock(tx, agentId);
      await this.agent(tx, caller, agentId);
      const known = await this.schedules.list(tx, userId, agentId);
      if (!known.some((one) => one.id === id) && known.length >= MAX_SCHEDULES)
        throw problem(tooManySchedules, { limit: MAX_SCHEDULES });
      const now = this.clock.now();
      await this.schedules.insert(tx, {
        ...{ id, user_id: userId, agent_id: agentId, prompt, rhythm, time_of_day: time, time_zone: timeZone },
        paused: paused ? "person" : null,
        next_at: paused ? null : nextRun({ rhythm, time, timeZone }, now).toISOString(),
        opened_by: this.plans.openedBy(caller.email),
        created_at: now.toISOString(),
      });
      return this.shown(tx, caller, id);
    });
  }

  /** @throws ProblemException 404 `agent_schedule_not_found` */
  async change(caller: Caller, id: string, change: AgentScheduleChange): Promise<AgentSchedule> {
    return this.database.as(caller, async (tx) => {
      const before = await this.schedules.lock(tx, caller.userId, id);
      if (!before) throw problem(agentScheduleNotFound);
      const { prompt = before.prompt, rhythm = before.rhythm } = change;
      const { time = before.time_of_day, timeZone = before.time_zone } = change;
      const isPaused = change.paused ?? before.paused !== null;
      const hasOtherTimes = [change.rhythm, change.time, change.timeZone].some((value) => value !== undefined);
      const keepsNext = before.next_at !== null && !hasOtherTimes;
      const next = keepsNext ? new Date(before.next_at!) : nextRun({ rhythm, time, timeZone }, this.clock.now());
      await this.schedules.update(tx, id, {
        ...{ prompt, rhythm, time_of_day: time, time_zone: timeZone },
        // An automatic pause keeps its reason until the schedule is resumed.
        paused: isPaused ? (before.paused ?? "person") : null,
        next_at: isPaused ? null : next.toISOString(),
        opened_by: this.plans.openedBy(caller.email),
      });
      return this.shown(tx, caller, id);
    });
  }

  /** Its runs stay. @throws ProblemException 404 `agent_schedule_not_found` */
  async remove(caller: Caller, id: string): Promise<void> {
    const removed = await this.database.as(caller, (tx) => this.schedules.remove(tx, caller.userId, id));
    if (!removed) throw problem(agentScheduleNotFound);
  }

  /**
   * Begins a run now; when it runs next does not change.
   * @throws ProblemException 404 `agent_schedule_not_found`, 409 `schedule_still_runs`, `too_many_runs`
   */
  async runNow(caller: Caller, id: string, { id: runId }: ScheduleRunNow): Promise<Run> {
    const { userId } = caller;
    const plan = await this.gate.subscription(caller);
    return this.database.as(caller, async (tx) => {
      const schedule = await this.schedules.lock(tx, userId, id);
      if (!schedule) throw problem(agentScheduleNotFound);
      const known = await this.runs.get(tx, userId, runId);
      if (known) return shownRun(known);
      if (await this.schedules.hasOpenRun(tx, schedule)) throw problem(scheduleStillRuns);
      const agent = await this.agent(tx, caller, schedule.agent_id);
      await this.beginRun.begin(tx, {
        ...{ id: runId, userId, agent, plan, scheduleId: id },
        ...{ task: schedule.prompt, timeZone: schedule.time_zone },
      });
      await this.schedules.update(tx, id, { skipped_at: null, skipped_because: null });
      const run = await this.runs.get(tx, userId, runId);
      // Somebody else's run has this id.
      if (!run) throw problem(agentScheduleNotFound);
      return shownRun(run);
    });
  }

  private async agent(tx: Tx, { userId }: Caller, id: string): Promise<AgentRow> {
    const [agent] = await this.agents.list(tx, userId, this.clock.now(), id);
    if (!agent) throw problem(agentNotFound);
    return agent;
  }

  private async shown(tx: Tx, { userId }: Caller, id: string): Promise<AgentSchedule> {
    const schedule = await this.schedules.get(tx, userId, id);
    if (!schedule) throw problem(agentScheduleNotFound);
    return schedule;
  }
}
