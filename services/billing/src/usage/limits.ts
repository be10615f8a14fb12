import { Inject, Injectable } from "@nestjs/common";
import type { Meter } from "@tessera/contracts-billing/meters.ts";
import { Clock, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type Account, AccountStore } from "../account/account-store.ts";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { checkOf, isOpened } from "../check/billing-status.ts";
import { DeclaredMeters } from "./declared-meters.ts";

/** Share of a limit at which the queue says so, unless the person set another amount. */
const NOTIFY_SHARE = 0.8;

export interface OwnLimit {
  notifyAt: number | null;
  stopAt: number | null;
}
export interface Limits {
  included: number | null;
  own: OwnLimit;
  /** The amounts that count: the person's own, within those of the plan. */
  notifyAt: number | null;
  stopAt: number | null;
}

const NOTHING_OWN: OwnLimit = { notifyAt: null, stopAt: null };

/** Where people are notified and where new work stops: by their plan, and by what they set themselves. */
@Injectable()
export class UsageLimits {
  constructor(
    private readonly accounts: AccountStore,
    private readonly meters: DeclaredMeters,
    private readonly clock: Clock,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** @param own what the person set of this meter */
  of(meter: Meter, account: Account | null, own: OwnLimit = NOTHING_OWN): Limits {
    const check = checkOf(account, this.clock.now(), this.config.grace);
    const open = account && isOpened(account, this.config.internalDomain);
    const planId = open || check.billingStatus !== "active" ? null : check.planId;
    const included = this.meters.included(meter, planId);
    const stops = [included, own.stopAt].filter((limit) => limit !== null);
    const stopAt = stops.length ? Math.min(...stops) : null;
    const notifyAt = own.notifyAt ?? (stopAt === null ? null : Math.ceil(stopAt * NOTIFY_SHARE));
    return { included, own, notifyAt, stopAt };
  }

  /** Limits of several people, by person and meter. */
  async among(tx: Tx, userIds: string[]): Promise<(userId: string, meter: Meter) => Limits> {
    const accounts = await this.accounts.among(tx, userIds);
    const own = await readOwnLimits(tx, userIds);
    return (userId, meter) => this.of(meter, accounts.get(userId) ?? null, own.get(`${userId} ${meter.name}`));
  }
}

/** What people set, by "<person> <meter>". */
export async function readOwnLimits(tx: Tx, userIds: string[]): Promise<Map<string, OwnLimit>> {
  const { rows } = await tx.execute<{
    user_id: string;
    meter: string;
    notify_at: string | number | null;
    stop_at: string | number | null;
  }>(sql`select * from billing.usage_limit where user_id = any(${sql.param(userIds)}::uuid[])`);
  const number = (value: string | number | null) => (value === null ? null : Number(value));
  return new Map(
    rows.map((row) => [
      `${row.user_id} ${row.meter}`,
      { notifyAt: number(row.notify_at), stopAt: number(row.stop_at) },
    ]),
  );
}
