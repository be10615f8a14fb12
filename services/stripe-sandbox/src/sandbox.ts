import { Inject, Injectable } from "@nestjs/common";
import { Clock, CONFIG, Database, type KitConfig } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Deliveries } from "./delivery/deliveries.ts";
import { passTime } from "./engine/pass-time.ts";
import { Ledger } from "./state/ledger.ts";

/**
 * Work on the provider's state: one unit at a time, for all requests, and each begins with what time has brought about.
 */
@Injectable()
export class Sandbox {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly deliveries: Deliveries,
    @Inject(CONFIG) private readonly config: KitConfig,
  ) {}

  /** All of `work` is kept, or nothing of it; its events go out afterwards. */
  async unit<T>(work: (ledger: Ledger) => Promise<T>, request?: Ledger["request"]): Promise<T> {
    const { result, notified } = await this.database.system(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('stripe_sandbox'))`);
      const wall = this.clock.now();
      const ledger = new Ledger(tx, Math.floor(wall.getTime() / 1000), wall, this.config.publicUrl, request);
      await passTime(ledger, "", ledger.now);
      return { result: await work(ledger), notified: ledger.notified };
    });
    if (notified) this.deliveries.wake();
    return result;
  }
}
