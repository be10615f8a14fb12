import { createHash } from "node:crypto";
import { Injectable, type OnModuleInit } from "@nestjs/common";
import type { CardScope } from "@tessera/contracts-agents/scopes.ts";
import { addressChanged } from "@tessera/contracts-identity/events.ts";
import { Clock, Database, Events, Jobs, Log, PlanStandings, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { BeginRun } from "../runs/begin-run.ts";
import { isForNextRun } from "./grants.ts";
import { standingAt } from "./next-time.ts";
import { type ScheduleRow, ScheduleStore } from "./schedule.store.ts";

const QUEUE = "agents.start-scheduled";
interface DueRow extends ScheduleRow {
  agent_name: string;
  agent_scope: CardScope | null;
  next_at: string;
}
/** Schedules that are resumed a minute. */
const RESUMED = 500;

/**
 * Starts the runs of due schedules, each minute. The next time is written in the transaction that starts the run,
 * behind the schedule's lock, so a killed process neither repeats nor loses a run. After downtime, one run stands for
 * all that were missed.
 */
@Injectable()
export class StartScheduled implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly schedules: ScheduleStore,
    private readonly beginRun: BeginRun,
    private readonly plans: PlanStandings,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onModuleInit() {
    this.jobs.define(QUEUE, { retryLimit: 1 }, ({ signal }) => this.run(signal));
    this.jobs.schedule(QUEUE, "* * * * *", {
      name: "Start scheduled runs",
      does: "Starts the runs of agents whose schedules are due.",
    });
    this.events.on(addressChanged, "agents.schedules", ({ userId, email }) => this.follow(userId, email));
  }

  async run(signal?: AbortSignal): Promise<void> {
    const now = this.clock.now();
    await this.database.system((tx) => this.resume(tx, now));
    const { rows } = await this.database.statement((tx) =>
      tx.execute<{ id: string }>(
        sql`select id from agents.schedule where next_at <= ${now.toISOString()} order by next_at, id`,
      ),
    );
    for (const { id } of rows) {
      signal?.throwIfAborted();
      try {
        await this.database.system((tx) => this.start(tx, id, now));
      } catch (error) {
        // It stays due and is retried; the others run.
        this.log.warn({ schedule: id, err: error }, "a scheduled run did not start");
      }
    }
  }

  /**
   * Those that were paused because of the plan, once it includes agents again, and because of a ban that has ended.
   * Missed runs are not repeated.
   */
  private async resume(tx: Tx, now: Date): Promise<void> {
    const { rows } = await tx.execute<ScheduleRow>(sql`
      select s.*, s.anchor::text as anchor from agents.schedule s
      where (paused = 'plan' and ${this.plans.isOpen(sql`s.user_id`, sql`s.opened_by`)})
        or (paused = 'account' and resume_at <= ${now.toISOString()})
      order by id limit ${RESUMED} for update skip locked`);
    for (const schedule of rows)
      await this.schedules.update(tx, schedule.id, { resume_at: null, ...standingAt(schedule, now) });
  }

  private async start(tx: Tx, id: string, now: Date): Promise<void> {
    const { rows } = await tx.execute<DueRow>(sql`
      select s.*, s.anchor::text as anchor, a.name as agent_name, a.scope as agent_scope
      from agents.schedule s join agents.agent a on a.id = s.agent_id
      where s.id = ${id} and s.next_at <= ${now.toISOString()}
      for update of s skip locked for key share of a skip locked`);
    const [schedule] = rows;
    // Another process has taken it, or its owner is changing it.
    if (!schedule) return;
    const { user_id: userId, opened_by: openedBy } = schedule;
    const plan = await this.plans.subscription(tx, userId, openedBy);
    if (!plan.active) return this.schedules.update(tx, id, { paused: "plan", next_at: null });
    const at = new Date(schedule.next_at);
    const standing = standingAt(schedule, now);
    const skip = (skipped_because: "open" | "runs") =>
      this.schedules.update(tx, id, { ...standing, skipped_at: at.toISOString(), skipped_because });
    if (await this.schedules.hasOpenRun(tx, schedule)) return skip("open");
    if (!(await this.beginRun.hasPlace(tx, userId))) return skip("runs");
    await this.beginRun.begin(tx, {
      ...{ id: runIdOf(id, at), userId, plan, scheduleId: id },
      agent: { id: schedule.agent_id, name: schedule.agent_name, scope: schedule.agent_scope },
      ...{ task: schedule.prompt, timeZone: schedule.time_zone, grants: schedule.grants.filter(isForNextRun) },
    });
    const grants = schedule.grants.filter((grant) => !isForNextRun(grant));
    await this.schedules.update(tx, id, { ...standing, grants, skipped_at: null, skipped_because: null });
  }

  /** Whether the person needs a plan depends on their address. */
  private async follow(userId: string, email: string): Promise<void> {
    await this.database.as({ userId }, (tx) =>
      tx.execute(sql`update agents.schedule set opened_by = ${this.plans.openedBy(email)} where user_id = ${userId}`),
    );
  }
}

/** Deterministic id (UUID version 8) of a schedule's run at a moment, the same in every process. */
export function runIdOf(scheduleId: string, at: Date): string {
  const bytes = createHash("sha256").update(`${scheduleId} ${at.toISOString()}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
