import type { Entitlement } from "@tessera/contracts-billing/define-entitlement.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import { isInternal, limitOf, OPENED, type Subscription } from "./subscription-gate.ts";

/** What billing keeps of one person's plan. */
export interface PlanStanding extends Pick<Subscription, "planId" | "cardLimit" | "storageLimit" | "limits"> {
  userId: string;
  /** "infinity": until something changes; null: nothing is open. */
  openUntil: Date | "infinity" | null;
}

/**
 * What plans open, for background work, which has no token to ask billing with (decisions/080). Needs transactions of
 * the system.
 */
export class PlanStandings {
  constructor(
    private readonly internalDomain: string | undefined,
    private readonly clock: Clock,
  ) {}

  /** The mail domain that opens everything to the person with this address; null: they need a plan. */
  openedBy(email: string): string | null {
    return isInternal(email, this.internalDomain) ? this.internalDomain! : null;
  }

  /**
   * @param openedBy what `openedBy` gave for the person's address; it holds while the installation names that domain
   */
  async subscription(tx: Tx, userId: string, openedBy: string | null): Promise<Subscription> {
    if (openedBy !== null && openedBy === this.internalDomain) return OPENED;
    const { rows } = await tx.execute<{
      active: boolean;
      plan_id: string | null;
      card_limit: number | null;
      storage_limit: string | number | null;
      limits: Subscription["limits"];
    }>(sql`
      select coalesce(open_until > ${this.clock.now().toISOString()}::timestamptz, false) as active, plan_id, card_limit,
        storage_limit, limits from kit.plan_standing where user_id = ${userId}`);
    const [row] = rows;
    if (!row?.active) return { active: false, cardLimit: 0, storageLimit: 0, planId: null, limits: {} };
    return {
      ...{ active: true, planId: row.plan_id, cardLimit: row.card_limit, limits: row.limits },
      storageLimit: row.storage_limit === null ? null : Number(row.storage_limit),
    };
  }

  /**
   * Most of a declared thing that the person's plan holds, for work in their own transaction that may run without a
   * token. Null: any number, also without a plan, as nobody can tell here who needs one.
   */
  async limit(tx: Tx, userId: string, entitlement: Entitlement): Promise<number | null> {
    return limitOf(await this.subscription(tx, userId, null), entitlement);
  }

  /** The same as a condition, for many people at once. @param userId, openedBy columns of the query */
  isOpen(userId: SQL, openedBy: SQL): SQL {
    const now = this.clock.now().toISOString();
    return sql`(${openedBy} = ${this.internalDomain ?? null}::text or exists (
      select from kit.plan_standing p where p.user_id = ${userId} and p.open_until > ${now}::timestamptz))`;
  }

  /** Billing writes what it knows now. @param source the payment provider that it comes from */
  async write(tx: Tx, source: string, standings: readonly PlanStanding[]): Promise<void> {
    const rows = standings.map(({ userId, openUntil, planId, cardLimit, storageLimit, limits }) => ({
      ...{ user_id: userId, open_until: openUntil, plan_id: planId, limits },
      ...{ card_limit: cardLimit, storage_limit: storageLimit },
    }));
    await tx.execute(sql`
      insert into kit.plan_standing as s (user_id, source, open_until, plan_id, card_limit, storage_limit, limits)
      select r.user_id, ${source}::text, r.open_until, r.plan_id, r.card_limit, r.storage_limit, r.limits
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (user_id uuid, open_until timestamptz, plan_id text,
        card_limit integer, storage_limit bigint, limits jsonb)
      order by r.user_id
      on conflict (user_id) do update set source = excluded.source, open_until = excluded.open_until,
        plan_id = excluded.plan_id, card_limit = excluded.card_limit, storage_limit = excluded.storage_limit,
        limits = excluded.limits
      where (s.source, s.open_until, s.plan_id, s.card_limit, s.storage_limit, s.limits) is distinct from
        (excluded.source, excluded.open_until, excluded.plan_id, excluded.card_limit, excluded.storage_limit,
          excluded.limits)`);
  }
}
