import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Database, Tx } from "../database/database.ts";

export interface Allowance {
  /** Requests let through at once; they come back evenly over the window. */
  limit: number;
  /** 0: nothing is limited. */
  windowSeconds: number;
}

/** Part of an allowance that a process takes with one statement, to grant it without asking again. */
const SHARE = 40;
/** Subjects whose shares are kept in memory; beyond it the oldest are given up first. */
const MAX_SHARES = 10_000;

/** One request of `subject`, counted under a name. */
export interface Take {
  name: string;
  subject: string;
  allowance: Allowance;
}

/** Seconds: what a take costs, and how far an allowance may be ahead of now. */
interface Cost {
  key: string;
  step: number;
  full: number;
}

/**
 * What a process knows of a subject until a time (ms since 1970): requests that it may still grant, or that none is.
 */
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
    if (this.factor === 0 || allowance.windowSeconds === 0) return 0;
    const wanted = { name, subject, allowance };
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
      await (this.asked.get(key) ?? this.ask(key, wanted));
    }
  }

  /**
   * Takes one from each allowance until one refuses, in one statement.
   * @returns seconds until that one grants, 0 when all did
   */
  async takeAll(takes: Take[]): Promise<number> {
    if (this.factor === 0 || !takes.length) return 0;
    const costs = takes.map((take) => this.costOf(take));
    return this.database.statement((tx) => takeEach(tx, costs, this.clock.now()));
  }

  /** @returns seconds until the allowance of `subject` has one, 0 for now; takes none */
  async wait(name: string, subject: string, allowance: Allowance): Promise<number> {
    if (this.factor === 0) return 0;
    const { key, step, full } = this.costOf({ name, subject, allowance });
    const { rows } = await this.database.statement((tx) =>
      tx.execute<{ whole_at: string }>(sql`select whole_at from kit.rate_limit where key = ${key}`),
    );
    return rows[0] ? Math.max(0, secondsUntil(new Date(rows[0].whole_at), { step, full }, this.clock.now())) : 0;
  }

  /** Gives `subject` its whole allowance back. */
  async forget(tx: Tx, name: string, subject: string): Promise<void> {
    await tx.execute(this.forgetting(name, subject));
  }

  /** The same as a statement, to be part of another. @param provided without it nothing is given back */
  forgetting(name: string, subject: string, provided: SQL = sql`true`): SQL {
    const key = keyOf(name, subject);
    this.shares.delete(key);
    return sql`delete from kit.rate_limit where key = ${key} and ${provided}`;
  }

  private costOf({ name, subject, allowance }: Take, count = 1): Cost {
    const { limit, windowSeconds } = this.overrides.get(name) ?? allowance;
    const step = (windowSeconds / (limit * this.factor)) * count;
    return { key: keyOf(name, subject), step, full: Math.max(step, windowSeconds) };
  }

  /** Takes a share, or else one request, or learns how long there is none. */
  private ask(key: string, wanted: Take): Promise<void> {
    const { limit, windowSeconds } = this.overrides.get(wanted.name) ?? wanted.allowance;
    const take = (count: number) =>
      this.database.statement((tx) => takeEach(tx, [this.costOf(wanted, count)], this.clock.now()));
    const work = async () => {
      const count = Math.max(1, Math.floor((limit * this.factor) / SHARE));
      const wait = await take(count);
      if (wait === 0) return this.keep(key, count, windowSeconds);
      const waitForOne = count === 1 ? wait : await take(1);
      this.keep(key, waitForOne === 0 ? 1 : 0, waitForOne || windowSeconds);
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

/**
 * Takes one after the other in one statement: what is not granted, and all after it, is as it was before.
 * @returns seconds until the one that refused grants, 0 when all did
 */
async function takeEach(tx: Tx, costs: Cost[], now: Date): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const seconds = (count: number) => sql`make_interval(secs => ${count})`;
  const taken = costs.map(({ key, step, full }, index) => {
    const next = sql`greatest(kept.whole_at, ${at}) + ${seconds(step)}`;
    const before = index === 0 ? sql`true` : sql`exists (select from ${nameOf(index - 1)})`;
    return sql`${nameOf(index)} as (
      insert into kit.rate_limit as kept (key, whole_at) select ${key}, ${at} + ${seconds(step)} where ${before}
      on conflict (key) do update set whole_at = ${next} where ${next} <= ${at} + ${seconds(full)}
      returning 1)`;
  });
  const asked = costs.map(
    ({ key }, index) => sql`select ${index}::int as place, exists (select from ${nameOf(index)}) as granted,
      (select whole_at from kit.rate_limit where key = ${key}) as whole_at`,
  );
  const { rows } = await tx.execute<{ place: number; granted: boolean; whole_at: string | null }>(
    sql`with ${sql.join(taken, sql`, `)} ${sql.join(asked, sql` union all `)} order by place`,
  );
  const refused = rows.find(({ granted }) => !granted);
  if (!refused) return 0;
  const wholeAt = refused.whole_at === null ? now : new Date(refused.whole_at);
  return Math.max(1, secondsUntil(wholeAt, costs[refused.place]!, now));
}

const nameOf = (index: number) => sql.identifier(`taken_${index}`);

const secondsUntil = (wholeAt: Date, { step, full }: Pick<Cost, "step" | "full">, now: Date) =>
  Math.ceil((wholeAt.getTime() - now.getTime()) / 1000 + step - full);

/** Neither addresses nor accounts are readable in the table. */
const keyOf = (name: string, subject: string) => createHash("sha256").update(`${name}\n${subject}`).digest("base64url");
