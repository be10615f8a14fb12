import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Injectable } from "@nestjs/common";
import { checkoutBusy } from "@tessera/contracts-billing/problems.ts";
import { Database, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Provider } from "../provider/provider.ts";

/** Seconds a lease lasts: the provider's calls for one checkout end well before, each with its own timeout. */
const LEASE_SECONDS = 60;
/** Ms a request waits for a lease that another process holds, and between two looks. */
const WAIT_MS = 15_000;
const POLL_MS = 100;

/** Says whether this process still holds the lease. */
export type StillHeld = () => Promise<boolean>;

/**
 * One checkout is opened at a time for each person, in all processes together. No transaction is held open meanwhile:
 * the provider answers over the network.
 */
@Injectable()
export class CheckoutLease {
  /** Tail of the queue of each person in this process. */
  private readonly queues = new Map<string, Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly provider: Provider,
  ) {}

  /** @throws ProblemException 503 `checkout_busy` when another process holds the lease for too long */
  async hold<T>(userId: string, work: (stillHeld: StillHeld) => Promise<T>): Promise<T> {
    const before = this.queues.get(userId) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => this.leased(userId, work));
    this.queues.set(userId, turn);
    try {
      return await turn;
    } finally {
      if (this.queues.get(userId) === turn) this.queues.delete(userId);
    }
  }

  private async leased<T>(userId: string, work: (stillHeld: StillHeld) => Promise<T>): Promise<T> {
    const holder = randomUUID();
    const deadline = performance.now() + WAIT_MS;
    while (!(await this.take(userId, holder))) {
      if (performance.now() > deadline) throw busy();
      await wait(POLL_MS);
    }
    try {
      return await work(() => this.take(userId, holder));
    } finally {
      await this.database.system((tx) =>
        tx.execute(sql`delete from billing.checkout_lease where user_id = ${userId} and holder = ${holder}`),
      );
    }
  }

  /** Takes a free or expired lease, or prolongs one's own. */
  private async take(userId: string, holder: string): Promise<boolean> {
    const { rows } = await this.database.system((tx) =>
      tx.execute(sql`
        insert into billing.checkout_lease (user_id, provider, holder, expires_at)
        values (${userId}, ${this.provider.name}, ${holder}, now() + make_interval(secs => ${LEASE_SECONDS}))
        on conflict (user_id, provider) do update set holder = excluded.holder, expires_at = excluded.expires_at
          where billing.checkout_lease.holder = excluded.holder or billing.checkout_lease.expires_at < now()
        returning holder`),
    );
    return rows.length > 0;
  }
}

export const busy = () =>
  problem(checkoutBusy, {
    headers: { "retry-after": "30" },
  });
