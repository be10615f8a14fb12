import { createHash } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { eq, type SQL, sql } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { rateLimits } from "../tables.ts";
import type { Limit } from "./limits.ts";

export { byAccount, byAddress, type Limit, messagesAnHour } from "./limits.ts";

/** Counts in the database, so that all processes count together. */
@Injectable()
export class RateLimits {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** Takes one from the allowance of `subject`. @returns seconds to wait, 0 when it was granted */
  async take(name: string, subject: string, limit: Limit): Promise<number> {
    if (this.config.rateLimitFactor === 0) return 0;
    const counted = this.config.rateLimits.get(name.replaceAll(" ", "-")) ?? limit;
    return this.database.statement((tx) => this.takeWithin(tx, keyOf(name, subject), counted));
  }

  /** Gives `subject` its whole allowance back, for `person`: a part of the statement that opens a session. */
  forgetting(name: string, subject: string): SQL {
    return sql`delete from identity.rate_limits where key = ${keyOf(name, subject)} and exists (select from person)`;
  }

  /** Gives `subject` its whole allowance back. */
  async forget(tx: Tx, name: string, subject: string): Promise<void> {
    await tx.delete(rateLimits).where(eq(rateLimits.key, keyOf(name, subject)));
  }

  /** In one statement; what was not granted is as it was before, and says when it will be. */
  private async takeWithin(tx: Tx, key: string, { limit, windowSeconds }: Limit): Promise<number> {
    const now = this.clock.now();
    const at = sql`${now.toISOString()}::timestamptz`;
    const step = windowSeconds / (limit * this.config.rateLimitFactor);
    const full = Math.max(step, windowSeconds);
    const { rows } = await tx.execute<{ granted: boolean; whole_at: string | null }>(sql`
      with taken as (
        insert into identity.rate_limits as kept (key, whole_at) values (${key}, ${at} + make_interval(secs => ${step}))
        on conflict (key) do update set whole_at = greatest(kept.whole_at, ${at}) + make_interval(secs => ${step})
          where greatest(kept.whole_at, ${at}) + make_interval(secs => ${step}) <= ${at} + make_interval(secs => ${full})
        returning 1)
      select exists (select from taken) as granted, (select whole_at from identity.rate_limits where key = ${key}) as whole_at`);
    const { granted, whole_at } = rows[0]!;
    if (granted) return 0;
    const wholeAt = whole_at === null ? now : new Date(whole_at);
    return Math.max(1, Math.ceil(wholeAt.getTime() / 1000 + step - full - now.getTime() / 1000));
  }
}

/** Neither addresses nor accounts are readable in the table. */
const keyOf = (name: string, subject: string) => createHash("sha256").update(`${name}\n${subject}`).digest("base64url");
