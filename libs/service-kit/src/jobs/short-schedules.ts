import { sql } from "drizzle-orm";
import type { PgBoss } from "pg-boss";
import type { Database } from "../database/database.ts";
import { inBackground } from "../database/turns.ts";
import type { Log } from "../log.ts";
import { tick } from "./schedule-runs.ts";

/** Seconds for which pg-boss keeps runs that have ended: there is one every few seconds. */
export const KEPT_SECONDS = 600;
/** Ms after a full interval at which a run is asked for: timers may be early, clocks of machines differ a little. */
const LATE_MS = 100;

/**
 * Seconds between two runs of a schedule that runs several times a minute: six fields, the first of them "every n
 * seconds" and the others stars; null for schedules of five fields.
 * @throws Error for seconds that do not divide a minute
 */
export function secondsOf(cron: string): number | null {
  const fields = cron.split(" ");
  if (fields.length === 5) return null;
  const seconds = Number(/^\*\/(\d+)( \*){5}$/.exec(cron)?.[1]);
  if (!(60 % seconds === 0)) throw new Error(`A schedule cannot run at "${cron}"`);
  return seconds;
}

/**
 * Clock of schedules that run several times a minute; pg-boss's own looks once a minute. Each process asks for each
 * run, in the same moment of the same interval, and one of them is granted.
 */
export class ShortSchedules {
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly boss: PgBoss,
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  start(queue: string, seconds: number): void {
    const interval = seconds * 1000;
    const next = () => {
      const timer = setTimeout(
        () => {
          next();
          void inBackground.run(true, () => this.ask(queue, seconds));
        },
        interval - ((Date.now() - LATE_MS) % interval),
      );
      this.timers.set(queue, timer.unref());
    };
    next();
  }

  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  /** Not while one waits for its turn: slow runs would pile up. */
  private async ask(queue: string, seconds: number): Promise<void> {
    try {
      await this.database.system(async (tx) => {
        const { rows } = await tx.execute(
          sql`select from pgboss.job where name = ${queue} and state = 'created' limit 1`,
        );
        if (!rows.length) await this.boss.send(queue, tick("clock"), { singletonSeconds: seconds });
      });
    } catch (error) {
      this.log.warn({ queue, err: error as Error }, "jobs: a schedule could not be run");
    }
  }
}
