import { Injectable } from "@nestjs/common";
import { administratorsEntry } from "@tessera/contracts-queue/events.ts";
import { Clock, Database, Events, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { entryKey } from "../entries/entry-key.ts";
import { Provider } from "../provider/provider.ts";

export type DifferenceKind =
  | "customer-deleted"
  | "two-subscriptions"
  | "unknown-price"
  | "nobodys"
  | "unreadable"
  | "usage";

export interface Difference {
  kind: DifferenceKind;
  /** Id of the customer or the subscription at the provider; of usage, "<customer>:<meter>". */
  subject: string;
  userId: string | null;
  /** What is known of it, in a sentence for the administrator. */
  detail: string;
}

interface Row extends Record<string, unknown> {
  kind: DifferenceKind;
  subject: string;
  detail: string;
  found_at: string | Date;
}

const titles: Record<DifferenceKind, string> = {
  "customer-deleted": "A paying customer was deleted at the payment provider",
  "two-subscriptions": "A customer pays for two subscriptions",
  "unknown-price": "A subscription is for something that is not a plan here",
  nobodys: "A subscription is nobody\u2019s here",
  unreadable: "A customer could not be compared",
  usage: "The provider counted another usage than is kept here",
};
export const keyOf = ({ kind, subject }: Pick<Row, "kind" | "subject">): string => entryKey(`${kind} ${subject}`);

/** What a sync cannot mend: an entry in the queue of each administrator, until a comparison finds it gone. */
@Injectable()
export class Differences {
  constructor(
    private readonly provider: Provider,
    private readonly database: Database,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  /** Seen again, it says nothing again. @param run the comparison that saw it */
  async found(run: string, { kind, subject, userId, detail }: Difference): Promise<void> {
    const now = this.clock.now().toISOString();
    await this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ is_new: boolean }>(sql`
        with before as (select closed_at from billing.difference
          where provider = ${this.provider.name} and kind = ${kind} and subject = ${subject})
        insert into billing.difference as d (provider, kind, subject, user_id, detail, found_at, seen_by)
        values (${this.provider.name}, ${kind}, ${subject}, ${userId}::uuid, ${detail}, ${now}::timestamptz, ${run})
        on conflict (provider, kind, subject) do update set user_id = excluded.user_id, detail = excluded.detail,
          seen_by = excluded.seen_by, closed_at = null,
          found_at = case when d.closed_at is null then d.found_at else excluded.found_at end
        returning coalesce((select closed_at is not null from before), true) as is_new`);
      if (!rows[0]?.is_new) return;
      const entry = { key: keyOf({ kind, subject }), kind: "reconciliation", title: titles[kind], line: detail };
      await this.events.publish(tx, administratorsEntry, { ...entry, state: "open", path: "/billing" });
    });
  }

  /**
   * Closes what the comparison did not see any more. A deleted customer is one until the person has another, or is
   * gone.
   */
  async closeUnseen(tx: Tx, run: string): Promise<void> {
    await this.close(
      tx,
      sql`provider = ${this.provider.name} and seen_by <> ${run} and not (kind = 'customer-deleted' and exists (
        select from billing.account a
        where a.user_id = difference.user_id and a.provider = difference.provider and a.customer_id is null))`,
    );
  }

  /** The person's account goes. */
  async forget(tx: Tx, userId: string): Promise<void> {
    await this.close(tx, sql`user_id = ${userId}`);
    await tx.execute(sql`delete from billing.difference where user_id = ${userId}`);
  }

  /** Those that wait for an administrator, the oldest first. */
  async open(): Promise<(Pick<Difference, "kind" | "subject" | "detail"> & { title: string; foundAt: Date })[]> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<Row>(sql`select kind, subject, detail, found_at from billing.difference
        where provider = ${this.provider.name} and closed_at is null order by found_at, subject limit 100`),
    );
    return rows.map(({ kind, subject, detail, found_at }) => ({
      ...{ kind, subject, detail, title: titles[kind] },
      foundAt: new Date(found_at),
    }));
  }

  private async close(tx: Tx, which: ReturnType<typeof sql>): Promise<void> {
    const { rows } = await tx.execute<Row>(sql`
      update billing.difference set closed_at = ${this.clock.now().toISOString()}::timestamptz
      where closed_at is null and ${which} returning kind, subject`);
    for (const row of rows)
      await this.events.publish(tx, administratorsEntry, {
        ...{ key: keyOf(row), state: "closed", kind: "reconciliation" },
        title: "",
      });
  }
}
