import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
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

/** What a process knows of a subject until a time (ms since 1970): requests that it may still grant, or that none is. */
interface Share {
  left: number;
  until: number;
}

/** Counts requests in the database, so that all processes count together: the generic cell rate algorithm. */
export class RateLimits {
  private readonly shares = new Map<string, Share>();
  /** Subjects whose allowance is being asked for: requests at once wait for one statement. */
  private readonly asked = new Map<string, Promise<unknown>>();

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
    const key = keyOf(name, subject);
    for (;;) {
      const now = this.clock.now().getTime();
      const known = this.shares.get(key);
      if (known && known.until > now) {
        if (known.left === 0) return Math.ceil((known.until - now) / 1000);
        known.left -= 1;
        if (known.left === 0) this.shares.delete(key);
        return 0;
      }
      const asking = this.asked.get(key) ?? this.ask(key, { limit: limit * this.factor, windowSeconds });
      await asking;
    }
  }

  /** Takes a share, or else one request, or learns how long there is none. */
  private ask(key: string, allowance: Allowance): Promise<void> {
    const work = async () => {
      const count = Math.max(1, Math.floor(allowance.limit / SHARE));
      const take = (wanted: number) => this.database.statement((tx) => takeFrom(tx, key, allowance, wanted, this.clock.now()));
      const wait = await take(count);
      if (wait === 0) return this.keep(key, count, allowance.windowSeconds);
      const waitForOne = count === 1 ? wait : await take(1);
      this.keep(key, waitForOne === 0 ? 1 : 0, waitForOne || allowance.windowSeconds);
    };
    const asking = work().finally(() => this.asked.delete(key));
    this.asked.set(key, asking);
    return asking;
  }

  private keep(key: string, left: number, seconds: number): void {
    this.shares.delete(key);
    if (this.shares.size >= MAX_SHARES) this.shares.delete(this.shares.keys().next().value!);
    this.shares.set(key, { left, until: this.clock.now().getTime() + seconds * 1000 });
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
