import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Database, Tx } from "../database/database.ts";

export interface Allowance {
  /** Requests let through at once; they come back evenly over the window. */
  limit: number;
  windowSeconds: number;
}

/** Part of an allowance that a process takes with one statement, to grant it without asking again. */
const SHARE = 40;
/** Subjects whose shares are kept in memory; beyond it the oldest are given up first. */
const MAX_SHARES = 10_000;

interface Share {
  left: number;
  /** Ms since 1970. */
  until: number;
}

/** Counts requests in the database, so that all processes count together: the generic cell rate algorithm. */
export class RateLimits {
  private readonly shares = new Map<string, Share>();

  /**
   * @param factor multiplies every limit; 0: nothing is limited
   * @param overrides other allowances than those of the code, by name
   */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly factor: number,
    private readonly overrides: ReadonlyMap<string, Allowance>,
  ) {}

  /** Takes one from the allowance of `subject`. @returns seconds to wait, 0 when it was granted */
  async take(name: string, subject: string, allowance: Allowance): Promise<number> {
    if (this.factor === 0) return 0;
    const { limit, windowSeconds } = this.overrides.get(name) ?? allowance;
    const scaled = { limit: limit * this.factor, windowSeconds };
    const key = keyOf(name, subject);
    const now = this.clock.now().getTime();
    const known = this.shares.get(key);
    if (known && known.left > 0 && known.until > now) {
      known.left -= 1;
      return 0;
    }
    this.shares.delete(key);
    const count = Math.max(1, Math.floor(scaled.limit / SHARE));
    if (count > 1 && (await this.statement(key, scaled, count)) === 0) {
      this.keep(key, { left: count - 1, until: now + (windowSeconds * 1000) / SHARE });
      return 0;
    }
    return this.statement(key, scaled, 1);
  }

  /** Gives `subject` its whole allowance back; to be run alone or as part of a statement. */
  forgetting(name: string, subject: string): SQL {
    return sql`delete from kit.rate_limit where key = ${keyOf(name, subject)}`;
  }

  private keep(key: string, share: Share): void {
    if (this.shares.size >= MAX_SHARES) this.shares.delete(this.shares.keys().next().value!);
    this.shares.set(key, share);
  }

  private statement(key: string, allowance: Allowance, count: number): Promise<number> {
    return this.database.statement((tx) => takeFrom(tx, key, allowance, count, this.clock.now()));
  }
}

/** In one statement; what was not granted is as it was before, and says when it will be. @returns seconds to wait */
async function takeFrom(tx: Tx, key: string, { limit, windowSeconds }: Allowance, count: number, now: Date): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const step = (windowSeconds / limit) * count;
  const full = Math.max(step, windowSeconds);
  const { rows } = await tx.execute<{ granted: boolean; whole_at: string | null }>(sql`
    with taken as (
      insert into kit.rate_limit as kept (key, whole_at) values (${key}, ${at} + make_interval(secs => ${step}))
      on conflict (key) do update set whole_at = greatest(kept.whole_at, ${at}) + make_interval(secs => ${step})
        where greatest(kept.whole_at, ${at}) + make_interval(secs => ${step}) <= ${at} + make_interval(secs => ${full})
      returning 1)
    select exists (select from taken) as granted, (select whole_at from kit.rate_limit where key = ${key}) as whole_at`);
  const { granted, whole_at } = rows[0]!;
  if (granted) return 0;
  const wholeAt = whole_at === null ? now : new Date(whole_at);
  return Math.max(1, Math.ceil(wholeAt.getTime() / 1000 + step - full - now.getTime() / 1000));
}

/** Neither addresses nor accounts are readable in the table. */
const keyOf = (name: string, subject: string) => createHash("sha256").update(`${name}\n${subject}`).digest("base64url");
