import type { JobNumbers } from "@tessera/contracts-queue/schedules.ts";
import { sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";

type Slot = JobNumbers["slots"][number];
type Kind = JobNumbers["kinds"][number];

/** How many jobs of all services and people ended and wait: those that pg-boss keeps, a week after they ended. */
export class JobCounts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param slotMs whole slots since 1970, UTC; the last one holds the present */
  async inSlots(slotMs: number, slots: number): Promise<JobNumbers> {
    const now = this.clock.now();
    const last = Math.floor(now.getTime() / slotMs);
    const first = last - slots + 1;
    const since = new Date(first * slotMs).toISOString();
    const slotOf = (at: string) => sql`floor(extract(epoch from ${sql.raw(at)}) * 1000 / ${slotMs}::bigint)::int`;
    // A first attempt alone tells how long a job waited; the later ones waited because it had failed.
    const waited = sql`extract(epoch from started_on - greatest(created_on, start_after)) * 1000`;
    const due = sql`state in ('created', 'retry') and start_after <= now()`;
    return this.database.system(async (tx) => {
      const ended = await tx.execute<{ slot: number; done: number; failed: number }>(sql`
        select ${slotOf("completed_on")} as slot, count(*) filter (where state = 'completed')::int as done,
          count(*) filter (where state = 'failed')::int as failed
        from pgboss.job where completed_on >= ${since}::timestamptz and state in ('completed', 'failed') group by 1`);
      const begun = await tx.execute<{ slot: number; waited: number }>(sql`
        select ${slotOf("started_on")} as slot,
          greatest(0, round(percentile_cont(0.95) within group (order by ${waited})))::int as waited
        from pgboss.job where started_on >= ${since}::timestamptz and retry_count = 0 group by 1`);
      const { rows: kinds } = await tx.execute<Kind & Record<string, unknown>>(sql`
        select j.name as queue, coalesce(max(s.name), max(k.words), j.name) as words,
          count(*) filter (where ${due})::int as waiting, count(*) filter (where state = 'active')::int as running,
          count(*) filter (where state = 'completed' and completed_on >= ${since}::timestamptz)::int as done,
          count(*) filter (where state = 'failed' and completed_on >= ${since}::timestamptz)::int as failed,
          (extract(epoch from now() - min(greatest(created_on, start_after)) filter (where ${due})) * 1000)::int
            as "oldestWaitingMs"
        from pgboss.job j left join kit.job_kind k on k.queue = j.name left join kit.schedule s on s.queue = j.name
        where j.name not like '\\_\\_pgboss\\_\\_%' and (completed_on >= ${since}::timestamptz or state < 'completed')
        group by j.name having count(*) filter (where state <> 'cancelled') > 0
        order by count(*) desc, j.name`);
      return {
        slots: filled({ first, last, slotMs }, ended.rows, begun.rows),
        kinds: kinds.map((kind) => ({ ...kind, words: wordsOf(kind) })),
      };
    });
  }
}

/**
 * The name that a queue has, else what its id says: "User created, told to queue welcome" of
 * "event.identity.user-created.queue.welcome", "Finance: find recurring" of "finance.find-recurring".
 */
export function wordsOf({ queue, words }: { queue: string; words: string }): string {
  const parts = queue.replaceAll("-", " ").split(".");
  if (parts[0] === "event" && parts[2]) return `${capital(parts[2])}, told to ${queue.split(".").slice(3).join(" ")}`;
  return words === queue && parts[1] ? `${capital(parts[0]!)}: ${parts.slice(1).join(" ")}` : words;
}
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Slots in which nothing happened too. */
function filled(
  { first, last, slotMs }: { first: number; last: number; slotMs: number },
  ended: { slot: number; done: number; failed: number }[],
  begun: { slot: number; waited: number }[],
): Slot[] {
  const ends = new Map(ended.map((row) => [row.slot, row]));
  const waits = new Map(begun.map((row) => [row.slot, row.waited]));
  return Array.from({ length: last - first + 1 }, (_, place) => {
    const slot = first + place;
    const { done = 0, failed = 0 } = ends.get(slot) ?? {};
    return { from: new Date(slot * slotMs).toISOString(), done, failed, waitedMs: waits.get(slot) ?? null };
  });
}
