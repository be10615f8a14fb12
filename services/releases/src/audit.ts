import { Injectable } from "@nestjs/common";
import type { AuditEntry, AuditPage } from "@tessera/contracts-releases/releases.ts";
import { Clock, Database, Log } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Activity } from "./activity.ts";

/** Who acts: a person, or the product and its tools, which have no id. */
export interface Actor {
  name: string;
  userId: string | null;
}

export const machine = (name: string): Actor => ({ name, userId: null });

type FirstAct = AuditEntry["action"];
/** Acts that came later, each with the nearest of those that pages of before know. */
const LATER = {
  override_ended: "override_issued",
  switched_off: "app_changed",
  switched_on: "app_changed",
  rollout_begun: "rollout_advanced",
  rollout_proceeds: "rollout_resumed",
  schedule_changed: "app_changed",
  schedule_removed: "app_changed",
  preview_issued: "override_issued",
  preview_revoked: "override_issued",
  budget_changed: "app_changed",
  budget_removed: "app_changed",
  flag_changed: "app_changed",
  flag_rolled_back: "app_changed",
  flag_removed: "app_changed",
  service_started: "app_changed",
  service_ended: "app_changed",
} as const satisfies Record<string, FirstAct>;
export type Act = FirstAct | keyof typeof LATER;

/** Kept as long as the app: rollbacks and fallbacks are chosen by them. */
const SAY_WHAT_IS_STABLE = new Set<Act>(["made_stable", "rollout_promoted", "rolled_back"]);

interface Entry {
  app: string;
  actor: Actor;
  action: Act;
  /** Release id. */
  release?: string | null;
  detail?: string;
}

/** Which entries: those of an app, or of all; older than the entry of this id. */
interface Wanted {
  app?: string;
  before?: string;
  limit: number;
}

interface Row extends Record<string, unknown> {
  id: string;
  at: string | Date;
  app: string;
  actor: string;
  action: Act;
  release: string | null;
  version: string | null;
  number: number | null;
  detail: string;
}

/** Who did what, written in the transaction that does it. */
@Injectable()
export class Audit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly activity: Activity,
  ) {}

  async write({ app, actor, action, release = null, detail = "" }: Entry): Promise<void> {
    const now = this.clock.now().toISOString();
    const agesFrom = SAY_WHAT_IS_STABLE.has(action) ? null : now;
    await this.database.system(async (tx) => {
      await tx.execute(sql`insert into releases.audit (at, ages_from, app, actor, actor_id, action, release, detail)
        values (${now}, ${agesFrom}, ${app}, ${actor.name}, ${actor.userId}, ${action}, ${release}, ${detail})`);
      await this.activity.acted(app);
    });
    this.log.info({ app, release, action, actor: actor.name, detail }, "release log");
  }

  async page(wanted: Wanted): Promise<AuditPage> {
    const found = await this.read({ ...wanted, limit: wanted.limit + 1 });
    const items = found.slice(0, wanted.limit);
    return { items, next: found.length > items.length ? items.at(-1)!.id : null };
  }

  /** Newest first. */
  read({ app, before, limit }: Wanted): Promise<AuditEntry[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<Row>(sql`
        select entry.id::text, at, entry.app, actor, action, release, document ->> 'version' as version, number, detail
        from releases.audit entry left join releases.release known on known.app = entry.app and known.id = entry.release
        where ${app === undefined ? sql`true` : sql`entry.app = ${app}`}
          and ${before === undefined ? sql`true` : sql`entry.id < ${before}::bigint`}
        order by entry.id desc limit ${limit}`);
      return rows.map(({ version, number, ...row }) => ({
        ...row,
        act: row.action,
        action: row.action in LATER ? LATER[row.action as keyof typeof LATER] : (row.action as FirstAct),
        at: new Date(row.at).toISOString(),
        release: row.release === null || number === null ? null : { id: row.release, version: version!, number },
      }));
    });
  }
}
