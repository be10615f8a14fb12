import { amountInWords } from "@tessera/contracts-billing/amounts.ts";
import type { Meter, MonthlyMeter } from "@tessera/contracts-billing/meters.ts";
import { usageLimitReached } from "@tessera/contracts-billing/problems.ts";
import { sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import { problem } from "../http/problem.ts";

/** One use of something that is metered. */
export interface MeteredUse {
  /** From the catalogue, contracts-billing/meters.ts; it says the unit. */
  meter: Meter;
  /** A whole number of the meter's unit; negative only where the meter says what is held. */
  quantity: number;
  /** Id of the person whose plan it counts against. */
  account: string;
  /**
   * Names the use within meter and account: written again, it counts once. Something that a repeated attempt has too:
   * the id of a job, or of a run and its step. At most 200 characters.
   */
  key: string;
  /** What it was for, shown beside the figure: the name of a step. At most 200 characters, none of a card's content. */
  subject?: string;
  /** Ids or names by which pages group, at most 200 characters. */
  model?: string;
  agent?: string;
  /** The card that it belongs to. */
  cardId?: string;
}

/** How much of a meter is left to somebody. */
type Asked = Pick<MeteredUse, "account"> & { meter: MonthlyMeter };

const MAX_LENGTH = 200;

/**
 * The usage ledger (decisions/040). Works in a transaction of the caller and in one of the system, and takes one
 * statement each.
 */
export class Usage {
  constructor(private readonly clock: Clock) {}

  /**
   * Writes uses in the transaction that made them: no commit, no use. @throws RangeError for a quantity that is not
   * whole, or negative where nothing is held
   */
  async record(tx: Tx, ...uses: MeteredUse[]): Promise<void> {
    if (!uses.length) return;
    for (const { meter, quantity, key } of uses) {
      if (!Number.isSafeInteger(quantity) || (quantity < 0 && meter.counts === "month"))
        throw new RangeError(`${quantity} is no quantity of ${meter.name}`);
      if (!key || key.length > MAX_LENGTH)
        throw new RangeError(`A key of ${meter.name} has 1 to ${MAX_LENGTH} characters`);
    }
    const rows = uses.map(({ meter, quantity, account, key, subject, model, agent, cardId }) => ({
      user_id: account,
      meter: meter.name,
      key,
      quantity,
      subject: subject?.slice(0, MAX_LENGTH),
      model: model?.slice(0, MAX_LENGTH),
      agent: agent?.slice(0, MAX_LENGTH),
      card_id: cardId,
    }));
    // In one order, so that two attempts at the same uses wait for each other instead of blocking each other.
    await tx.execute(sql`
      insert into kit.usage (user_id, meter, key, quantity, at, subject, model, agent, card_id)
      select r.user_id, r.meter, r.key, r.quantity, ${this.clock.now().toISOString()}::timestamptz, r.subject, r.model,
        r.agent, r.card_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (user_id uuid, meter text, key text, quantity bigint,
        subject text, model text, agent text, card_id uuid)
      order by r.user_id, r.meter, r.key on conflict do nothing`);
  }

  /**
   * What may still be used this month, in the meter's unit; null: any amount. It counts every use that is committed.
   * Nothing is reserved: work that began continues to its end (decisions/040).
   */
  async left(tx: Tx, asked: Asked): Promise<number | null> {
    const standing = await this.standing(tx, asked);
    return standing && Math.max(0, standing.stopAt - standing.used);
  }

  /**
   * Asks before the work. @param quantity what the work will take, where that is known; else anything that is left will
   * do @throws ProblemException 402 `usage_limit_reached`
   */
  async ensure(tx: Tx, { quantity = 1, ...asked }: Asked & { quantity?: number }): Promise<void> {
    const standing = await this.standing(tx, asked);
    if (!standing || standing.used + quantity <= standing.stopAt) return;
    const { title, unit } = asked.meter;
    throw problem(usageLimitReached, {
      title,
      limit: amountInWords(unit, standing.stopAt),
      day: LONG_DATE.format(monthAfter(this.clock.now())),
    });
  }

  private async standing(tx: Tx, { meter, account }: Asked): Promise<{ used: number; stopAt: number } | null> {
    const from = monthOf(this.clock.now()).toISOString();
    const { rows } = await tx.execute<{ used: string | number; stop_at: string | number | null }>(sql`
      select s.stop_at, case when s.month = (${from}::timestamptz at time zone 'UTC')::date then s.used else 0 end
        + (select coalesce(sum(u.quantity), 0)::bigint from kit.usage u
           where u.user_id = ${account} and u.meter = ${meter.name} and not u.counted and u.at >= ${from}::timestamptz) as used
      from kit.usage_standing s where s.user_id = ${account} and s.meter = ${meter.name}`);
    const row = rows[0];
    if (!row || row.stop_at === null) return null;
    return { used: Number(row.used), stopAt: Number(row.stop_at) };
  }
}

const LONG_DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
/** Months of usage are those of UTC. */
const monthOf = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
const monthAfter = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
