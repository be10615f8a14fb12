import { Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** What waits for a person in their queue: the number that the icon of the installed app shows. */
@Injectable()
export class Waiting {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Undefined where the installation has no queue. */
  of(userId: string): Promise<number | undefined> {
    return this.database.system(async (tx) => {
      const { rows: known } = await tx.execute<{ known: boolean }>(
        sql`select to_regprocedure('queue.waiting(uuid, timestamptz)') is not null as known`,
      );
      if (!known[0]?.known) return undefined;
      const { rows } = await tx.execute<{ waiting: number }>(
        sql`select queue.waiting(${userId}::uuid, ${this.clock.now().toISOString()}::timestamptz) as waiting`,
      );
      return rows[0]!.waiting;
    });
  }
}
