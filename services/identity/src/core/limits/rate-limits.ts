import { createHash } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { eq, type SQL, sql } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { rateLimits } from "../tables.ts";
import type { Limit } from "./limits.ts";

export { byAccount, byAddress, type Limit, messagesAnHour } from "./limits.ts";

/** A limit, by its name, on what `subject` may do. */
export interface Allowance {
  name: string;
  subject: string;
  limit: Limit;
}

/** Seconds: between two requests, and of the whole window. */
interface Counted {
  key: string;
  step: number;
  full: number;
}

/** Counts in the database, so that all processes count together. */
@Injectable()
export class RateLimits {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** Takes one from the allowance of `subject`. @returns seconds to wait, 0 when it was granted */
  take(name: string, subject: string, limit: Limit): Promise<number> {
    return this.takeAll([{ name, subject, limit }]);
  }

  /**
   * Takes one from each allowance until one refuses, in one statement.
   * @returns seconds until that one grants, 0 when all did
   */
  async takeAll(allowances: Allowance[]): Promise<number> {
    if (this.config.rateLimitFactor === 0) return 0;
    return this.database.statement((tx) =>
      this.takeWithin(
        tx,
        allowances.map((allowance) => this.counted(allowance)),
      ),
    );
  }

  /** @returns seconds until the allowance of `subject` has one, 0 for now; takes none */
  async wait(name: string, subject: string, limit: Limit): Promise<number> {
    if (this.config.rateLimitFactor === 0) return 0;
    const { key, step, full } = this.counted({ name, subject, limit });
    const [row] = await this.database.statement((tx) => tx.select().from(rateLimits).where(eq(rateLimits.key, key)));
    return row ? Math.max(0, this.secondsUntil(row.wholeAt, step, full)) : 0;
  }

  /** Gives `subject` its whole allowance back, for `person`: a part of the statement that opens a session. */
  forgetting(name: string, subject: string): SQL {
    return sql`delete from identity.rate_limits where key = ${keyOf(name, subject)} and exists (select from person)`;
  }

  /** Gives `subject` its whole allowance back. */
  async forget(tx: Tx, name: string, subject: string): Promise<void> {
    await tx.delete(rateLimits).where(eq(rateLimits.key, keyOf(name, subject)));
  }

  private counted({ name, subject, limit }: Allowance): Counted {
    const { limit: most, windowSeconds } = this.config.rateLimits.get(name.replaceAll(" ", "-")) ?? limit;
    const step = windowSeconds / (most * this.config.rateLimitFactor);
    return { key: keyOf(name, subject), step, full: Math.max(step, windowSeconds) };
  }

  /** Takes one after the other: what is not granted, and all after it, is as it was before. */
  private async takeWithin(tx: Tx, counted: Counted[]): Promise<number> {
    const at = sql`${this.clock.now().toISOString()}::timestamptz`;
    const taken = counted.map(({ key, step, full }, index) => {
      const next = sql`greatest(kept.whole_at, ${at}) + make_interval(secs => ${step})`;
      const before = index === 0 ? sql`true` : sql`exists (select from ${nameOf(index - 1)})`;
      return sql`${nameOf(index)} as (
        insert into identity.rate_limits as kept (key, whole_at) select ${key}, ${at} + make_interval(secs => ${step}) where ${before}
        on conflict (key) do update set whole_at = ${next} where ${next} <= ${at} + make_interval(secs => ${full})
        returning 1)`;
    });
    const granted = counted.map(
      (_, index) => sql`select ${index}::int as place, exists (select from ${nameOf(index)}) as granted`,
    );
    const { rows } = await tx.execute<{ place: number; granted: boolean; whole_at: string | null }>(sql`
      with ${sql.join(taken, sql`, `)}
      select place, granted, (select whole_at from identity.rate_limits where key = (${keysOf(counted)})[place + 1]) as whole_at
      from (${sql.join(granted, sql` union all `)}) as asked order by place`);
    const refused = rows.find(({ granted }) => !granted);
    if (!refused) return 0;
    const { step, full } = counted[refused.place]!;
    const wholeAt = refused.whole_at === null ? this.clock.now() : new Date(refused.whole_at);
    return Math.max(1, this.secondsUntil(wholeAt, step, full));
  }

  private secondsUntil(wholeAt: Date, step: number, full: number): number {
    return Math.ceil((wholeAt.getTime() - this.clock.now().getTime()) / 1000 + step - full);
  }
}

const nameOf = (index: number) => sql.identifier(`taken_${index}`);
const keysOf = (counted: Counted[]) =>
  sql`array[${sql.join(
    counted.map(({ key }) => sql`${key}::text`),
    sql`, `,
  )}]`;

/** Neither addresses nor accounts are readable in the table. */
const keyOf = (name: string, subject: string) => createHash("sha256").update(`${name}\n${subject}`).digest("base64url");
