import { Injectable } from "@nestjs/common";
import type { Interval } from "@tessera/contracts-billing/billing.ts";
import { Clock, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Provider } from "../provider/provider.ts";

export interface Attempt {
  attemptId: string;
  planId: string;
  interval: Interval;
  returnPath: string | null;
  sessionId: string | null;
}
interface Row extends Record<string, unknown> {
  attempt_id: string;
  plan_id: string;
  price_interval: Interval;
  return_path: string | null;
  session_id: string | null;
}

/** Intents to buy, by the id that the page made for each. */
@Injectable()
export class AttemptStore {
  constructor(
    private readonly database: Database,
    private readonly provider: Provider,
    private readonly clock: Clock,
  ) {}

  /** @returns the attempt as it was first made */
  async begin(
    userId: string,
    { attemptId, planId, interval, returnPath }: Omit<Attempt, "sessionId">,
  ): Promise<Attempt> {
    return this.database.system(async (tx) => {
      await tx.execute(sql`
        insert into billing.checkout_attempt (user_id, provider, attempt_id, plan_id, price_interval, return_path, created_at)
        values (${userId}, ${this.provider.name}, ${attemptId}, ${planId}, ${interval}, ${returnPath}, ${this.clock.now().toISOString()})
        on conflict do nothing`);
      const found = await tx.execute<Row>(sql`
        select * from billing.checkout_attempt where user_id = ${userId} and provider = ${this.provider.name} and attempt_id = ${attemptId}`);
      return attemptOf(found.rows[0]!);
    });
  }

  async opened(userId: string, attemptId: string, sessionId: string): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`
        update billing.checkout_attempt set session_id = ${sessionId}
        where user_id = ${userId} and provider = ${this.provider.name} and attempt_id = ${attemptId}`),
    );
  }
}

const attemptOf = (row: Row): Attempt => ({
  attemptId: row.attempt_id,
  planId: row.plan_id,
  interval: row.price_interval,
  returnPath: row.return_path,
  sessionId: row.session_id,
});
