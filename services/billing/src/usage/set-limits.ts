import { Injectable } from "@nestjs/common";
import { heldByPlan, meterNotFound } from "@tessera/contracts-billing/problems.ts";
import type { OwnLimits } from "@tessera/contracts-billing/usage.ts";
import { type Caller, Database, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { DeclaredMeters } from "./declared-meters.ts";
import { Standings } from "./standings.ts";

/** The limits that people set themselves. They apply as soon as they are stored. */
@Injectable()
export class SetLimits {
  constructor(
    private readonly database: Database,
    private readonly meters: DeclaredMeters,
    private readonly standings: Standings,
  ) {}

  /** @throws ProblemException 404 `meter_not_found`, 409 `held_by_plan` */
  async set(user: Caller, { meter: name, notifyAt, stopAt }: OwnLimits): Promise<void> {
    const meter = this.meters.find(name);
    if (!meter) throw problem(meterNotFound);
    if (meter.counts === "held" && stopAt !== null) throw problem(heldByPlan, { title: meter.title });
    await this.database.system(async (tx) => {
      await tx.execute(sql`
        insert into billing.usage_limit (user_id, meter, notify_at, stop_at)
        values (${user.userId}, ${name}, ${notifyAt}, ${stopAt})
        on conflict (user_id, meter) do update set notify_at = excluded.notify_at, stop_at = excluded.stop_at`);
      await this.standings.refresh(tx, [user.userId]);
    });
  }
}
