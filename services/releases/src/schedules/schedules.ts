import { Injectable } from "@nestjs/common";
import { appNotFound, outsideSchedule } from "@tessera/contracts-releases/problems.ts";
import type { RolloutHold, RolloutSchedule, ScheduleList } from "@tessera/contracts-releases/schedule.ts";
import { ALL_APPS, windowWords } from "@tessera/contracts-releases/schedule-words.ts";
import { Clock, Database, problem } from "@tessera/service-kit";
import { AppStore } from "../apps/app.store.ts";
import { type Actor, Audit } from "../audit.ts";
import type { StoredRollout } from "../rollouts/rollout.store.ts";
import { holdAt } from "./opening.ts";
import { ScheduleStore } from "./schedule.store.ts";

/** When rollouts may begin and continue automatically; decisions/012. */
@Injectable()
export class Schedules {
  constructor(
    private readonly store: ScheduleStore,
    private readonly apps: AppStore,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<ScheduleList> {
    return { items: await this.store.list() };
  }

  /** @param app a name, or `*` for all apps @throws ProblemException 404 `app_not_found` */
  set(app: string, schedule: RolloutSchedule, by: Actor): Promise<void> {
    return this.database.system(async () => {
      if (app !== ALL_APPS && !(await this.apps.list()).some(({ name }) => name === app))
        throw problem(appNotFound, { app });
      await this.store.set(app, schedule);
      await this.audit.write({ app, actor: by, action: "schedule_changed", detail: wordsOf(schedule) });
    });
  }

  /** An app then follows the schedule of all apps; without that, rollouts continue at any time. */
  clear(app: string, by: Actor): Promise<void> {
    return this.database.system(async () => {
      if (await this.store.delete(app)) await this.audit.write({ app, actor: by, action: "schedule_removed" });
    });
  }

  /** Why and until when rollouts of the app hold now; null while they may continue. */
  async hold(app: string): Promise<RolloutHold | null> {
    return holdAt(await this.store.of(app), this.clock.now().getTime());
  }

  /** The same for one rollout: an administrator may have let it continue. */
  async holdOf({ app, proceedsUntil }: StoredRollout): Promise<RolloutHold | null> {
    return proceedsUntil && this.clock.now() < proceedsUntil ? null : this.hold(app);
  }

  /**
   * Lets people have a release now, where the schedule is open, or an administrator says why it is done all the same.
   * @throws ProblemException 409 `outside_schedule`; `what` was not done then
   */
  async requireOpen(app: string, what: string, by: Actor, reason: string | undefined): Promise<void> {
    const hold = await this.hold(app);
    if (!hold || (by.userId !== null && reason)) return;
    throw problem(outsideSchedule, { what, app, why: hold.reason.replace(/\.$/, "") }, { until: hold.until });
  }
}

const wordsOf = (schedule: RolloutSchedule) => {
  const { windows, freezes } = schedule;
  const hours = `Rollouts continue ${windows.length ? windowWords(schedule) : "at any time"}.`;
  return [hours, ...freezes.map(({ from, to, reason }) => `Frozen ${from}/${to}: ${reason}`)].join(" ").slice(0, 1000);
};
