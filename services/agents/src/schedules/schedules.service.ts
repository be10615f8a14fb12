import { Injectable } from "@nestjs/common";
import { MAX_SCHEDULES, SHOWN_TIMES } from "@tessera/contracts-agents/limits.ts";
import {
  agentNotFound,
  agentScheduleNotFound,
  schedulePatternInvalid,
  scheduleStillRuns,
  tooManySchedules,
} from "@tessera/contracts-agents/problems.ts";
import type { Run } from "@tessera/contracts-agents/runs.ts";
import type {
  AgentSchedule,
  AgentScheduleChange,
  AgentScheduleList,
  NewAgentSchedule,
  SchedulePatternQuery,
  SchedulePatternTimes,
  ScheduleRunNow,
} from "@tessera/contracts-agents/schedules.ts";
import { dayOf } from "@tessera/contracts-core/days.ts";
import { type Caller, Clock, Database, PlanStandings, problem, SubscriptionGate, type Tx } from "@tessera/service-kit";
import type { z } from "zod";
import { type AgentRow, AgentStore } from "../agents/agent.store.ts";
import { BeginRun } from "../runs/begin-run.ts";
import { RunStore, shownRun } from "../runs/run.store.ts";
import { isForNextRun } from "./grants.ts";
import { nextTime, standingAt, type When } from "./next-time.ts";
import { faultOfPattern, patternInWords, tidyPattern } from "./pattern.ts";
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

  /**
   * @throws ProblemException 400 `schedule_pattern_invalid`, 404 `agent_not_found`, 409 `too_many_schedules`; nothing
   * is written
   */
  async create(
    caller: Caller,
    agentId: string,
    { id, prompt, paused, grants, ...of }: z.output<typeof NewAgentSchedule>,
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
      const when = whenOf(of, now);
      await this.schedules.insert(tx, {
        ...{ id, user_id: userId, agent_id: agentId, prompt, grants, ...when },
        ...(paused ? { paused: "person", next_at: null, ended: false } : standingAt(when, now)),
        opened_by: this.plans.openedBy(caller.email),
        created_at: now.toISOString(),
      });
      return this.shown(tx, caller, id);
    });
  }

  /** The next times of a pattern. @throws ProblemException 400 `schedule_pattern_invalid` */
  times({ pattern, time, timeZone }: SchedulePatternQuery): SchedulePatternTimes {
    const now = this.clock.now();
    const when = whenOf({ rhythm: { every: "day" }, time, timeZone, pattern }, now);
    const times: Date[] = [];
    for (let at = nextTime(when, now); at && times.length < SHOWN_TIMES; at = nextTime(when, at)) times.push(at);
    return {
      words: patternInWords({ pattern: when.pattern!, time }),
      times: times.map((at) => at.toISOString()),
    };
  }

  /** @throws ProblemException 400 `schedule_pattern_invalid`, 404 `agent_schedule_not_found` */
  async change(caller: Caller, id: string, change: AgentScheduleChange): Promise<AgentSchedule> {
    return this.database.as(caller, async (tx) => {
      const before = await this.schedules.lock(tx, caller.userId, id);
      if (!before) throw problem(agentScheduleNotFound);
      const { prompt = before.prompt, rhythm = before.rhythm, pattern = before.pattern } = change;
      const { time = before.time_of_day, timeZone = before.time_zone, grants } = change;
      const isPaused = change.paused ?? before.paused !== null;
      const isMoved = [change.rhythm, change.time, change.timeZone, change.pattern].some(
        (value) => value !== undefined,
      );
      const now = this.clock.now();
      const when = isMoved ? whenOf({ rhythm, time, timeZone, pattern }, now) : before;
      const keepsNext = before.next_at !== null && !isMoved;
      const standing = keepsNext ? { next_at: before.next_at, ended: false, paused: null } : standingAt(when, now);
      // An automatic pause keeps its reason until the schedule is resumed.
      const pause = { paused: before.paused ?? "person", next_at: null, ended: before.ended && !isMoved } as const;
      const { rhythm: days, time_of_day, time_zone, anchor } = when;
      await this.schedules.update(tx, id, {
        ...{ prompt, rhythm: days, time_of_day, time_zone, pattern: when.pattern, anchor, grants },
        ...(isPaused ? pause : standing),
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
        ...{ task: schedule.prompt, timeZone: schedule.time_zone, grants: schedule.grants.filter(isForNextRun) },
      });
      const grants = schedule.grants.filter((grant) => !isForNextRun(grant));
      await this.schedules.update(tx, id, { grants, skipped_at: null, skipped_because: null });
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

/** When it runs, from now on. @throws ProblemException 400 `schedule_pattern_invalid` */
function whenOf(
  { rhythm, time, timeZone, pattern }: Pick<AgentSchedule, "rhythm" | "time" | "timeZone" | "pattern">,
  now: Date,
): When {
  const anchor = dayOf(now, timeZone);
  const tidy = pattern ? tidyPattern(pattern) : null;
  const reason = tidy && faultOfPattern({ pattern: tidy, time, timeZone, anchor }, now);
  if (reason) throw problem(schedulePatternInvalid, { reason }, { errors: [{ path: "/pattern", message: reason }] });
  return { rhythm, time_of_day: time, time_zone: timeZone, pattern: tidy, anchor };
}
