import { Injectable } from "@nestjs/common";
import type { RolloutState, RolloutStep } from "@tessera/contracts-releases/releases.ts";
import { Database } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";

export interface StoredRollout {
  id: string;
  app: string;
  stable: string;
  candidate: string;
  steps: RolloutStep[];
  step: number;
  state: RolloutState;
  stepStartedAt: Date;
  startedAt: Date;
  startedBy: string;
  endedAt: Date | null;
  /** When people first got the candidate; null while it waits for its schedule. */
  begunAt: Date | null;
  /** Until when it continues although its schedule is closed. */
  proceedsUntil: Date | null;
  reason: string | null;
}

type Row = Record<keyof StoredRollout, unknown>;
const date = (value: unknown) => new Date(value as string | Date);
const dateOrNull = (value: unknown) => (value === null ? null : date(value));
const stored = (row: Row): StoredRollout => ({
  ...(row as unknown as StoredRollout),
  stepStartedAt: date(row.stepStartedAt),
  startedAt: date(row.startedAt),
  endedAt: dateOrNull(row.endedAt),
  begunAt: dateOrNull(row.begunAt),
  proceedsUntil: dateOrNull(row.proceedsUntil),
});

const COLUMNS = sql`id, app, stable, candidate, steps, step, state, step_started_at as "stepStartedAt", started_at as "startedAt",
  started_by as "startedBy", ended_at as "endedAt", reason, begun_at as "begunAt", proceeds_until as "proceedsUntil"`;
export const isOpen = ({ state }: Pick<StoredRollout, "state">) => state === "running" || state === "paused";

/** Share of people who get the candidate, in percent: nobody before it has begun. */
export const percentOf = (rollout: Pick<StoredRollout, "state" | "steps" | "step" | "begunAt">) => {
  if (!isOpen(rollout)) return rollout.state === "promoted" ? 100 : 0;
  return rollout.begunAt ? rollout.steps[rollout.step]!.percent : 0;
};

/** Tables of rollouts. */
@Injectable()
export class RolloutStore {
  constructor(private readonly database: Database) {}

  /** Rollouts that run or are paused. */
  open(): Promise<StoredRollout[]> {
    return this.select(sql`state in ('running', 'paused') order by number`);
  }

  /** The open one of an app, else its last. */
  async last(app: string): Promise<StoredRollout | null> {
    const order = sql`app = ${app} order by state in ('running', 'paused') desc, number desc limit 1`;
    return (await this.select(order))[0] ?? null;
  }

  async insert(rollout: StoredRollout): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`
      insert into releases.rollout (id, app, stable, candidate, steps, step, state, step_started_at, started_at, started_by, begun_at)
      values (${rollout.id}, ${rollout.app}, ${rollout.stable}, ${rollout.candidate}, ${JSON.stringify(rollout.steps)}::jsonb, ${rollout.step},
        ${rollout.state}, ${rollout.stepStartedAt.toISOString()}, ${rollout.startedAt.toISOString()}, ${rollout.startedBy},
        ${rollout.begunAt?.toISOString() ?? null})`),
    );
  }

  async update(rollout: StoredRollout): Promise<void> {
    const { id, step, state, stepStartedAt, endedAt, begunAt, proceedsUntil, reason } = rollout;
    await this.database.system((tx) =>
      tx.execute(sql`
      update releases.rollout set step = ${step}, state = ${state}, step_started_at = ${stepStartedAt.toISOString()},
        ended_at = ${endedAt?.toISOString() ?? null}, begun_at = ${begunAt?.toISOString() ?? null},
        proceeds_until = ${proceedsUntil?.toISOString() ?? null}, reason = ${reason} where id = ${id}`),
    );
  }

  async setStable(app: string, release: string): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`update releases.app set stable = ${release} where name = ${app}`),
    );
  }

  /** What was stable before the current release first was, by the log, and was not withdrawn. */
  async stableBefore(app: string, present: string): Promise<string | null> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ release: string }>(sql`
        select release from releases.audit where app = ${app} and action in ('made_stable', 'rollout_promoted', 'rolled_back')
          and release is not null and release <> ${present}
          and not exists (select from releases.withdrawal where withdrawal.app = audit.app and withdrawal.release = audit.release)
          and id < (select min(id) from releases.audit where app = ${app} and release = ${present}
            and action in ('made_stable', 'rollout_promoted', 'rolled_back'))
        order by id desc limit 1`);
      return rows[0]?.release ?? null;
    });
  }

  private select(condition: SQL): Promise<StoredRollout[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<Row>(sql`select ${COLUMNS} from releases.rollout where ${condition}`);
      return rows.map(stored);
    });
  }
}
