import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { wallTime } from "@tessera/contracts-core/days.ts";
import { notice } from "@tessera/contracts-settings/events.ts";
import { Clock, Database, Events, Jobs, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { clockOf } from "../days/person-days.ts";
import type { ItemRow } from "../items/item-row.ts";
import { shorten } from "../text/clean.ts";
import { holds } from "../types/plugin.ts";
import { TypeRegistry } from "../types/registry.ts";

const QUEUE = "items.reminders";
/** Reminders that one transaction sends. */
const BATCH = 200;
/** After an outage, what was to be sent earlier than this many ms ago is not news. */
const LATEST_MS = 86_400_000;

/** Characters of a title that a subject names. */
const MAX_TITLE = 150;

type Row = Pick<ItemRow, "id" | "user_id" | "type" | "title" | "status" | "data" | "snooze_until"> & {
  due_at: string;
  remind_at: string;
  time_zone: string | null;
};

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/**
 * Sends what people asked to be reminded of. `remind_at` says when, which triggers keep (migration 150); it is emptied
 * in the transaction that publishes the notice, so that each is sent once.
 */
@Injectable()
export class Reminders implements OnModuleInit {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly clock: Clock,
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
  ) {}

  onModuleInit() {
    this.jobs.define(QUEUE, { retryLimit: 1 }, () => this.remind());
    this.jobs.schedule(QUEUE, "* * * * *", {
      name: "Send reminders",
      does: "Sends people the reminders of their tasks that are due now.",
    });
  }

  /** Sends what is to be sent by now. */
  async remind(): Promise<void> {
    const now = this.clock.now();
    while ((await this.database.system((tx) => this.remindSome(tx, now))) === BATCH);
  }

  private async remindSome(tx: Tx, now: Date): Promise<number> {
    const { rows } = await tx.execute<Row>(sql`
      select i.id, i.user_id, i.type, i.title, i.status, i.data, i.snooze_until, i.due_at, i.remind_at, p.time_zone
      from items.item i left join items.person p on p.user_id = i.user_id
      where i.remind_at <= ${now.toISOString()}::timestamptz
      order by i.remind_at limit ${BATCH} for update of i skip locked`);
    for (const row of rows) if (this.isWanted(row, now)) await this.publish(tx, row);
    if (rows.length > 0)
      await tx.execute(
        sql`update items.item set remind_at = null where id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`,
      );
    return rows.length;
  }

  /** Not of what is settled, thrown away, or put off until after it is due. */
  private isWanted(row: Row, now: Date): boolean {
    const due = this.registry.find(row.type)?.due;
    if (!due || holds(row.data, due.completed) || (row.status !== "inbox" && row.status !== "later")) return false;
    if (row.snooze_until && new Date(row.snooze_until) > new Date(row.due_at)) return false;
    return now.getTime() - new Date(row.remind_at).getTime() < LATEST_MS;
  }

  private async publish(tx: Tx, row: Row): Promise<void> {
    await this.events.publish(tx, notice, {
      userId: row.user_id,
      key: `reminder:${row.id}:${new Date(row.remind_at).toISOString()}`,
      kind: "reminders",
      subject: `Reminder: ${shorten(row.title.replaceAll(/\s+/g, " "), MAX_TITLE)}`,
      lead: dueWords(row),
      action: { label: "Open the card", path: `/items/${row.type}/${row.id}` },
    });
  }
}

/** "Due on Friday, 27 November 2026 at 16:00 (Europe/Berlin)." */
function dueWords({ data, due_at, time_zone }: Row): string {
  const zone = clockOf(time_zone);
  const wall = wallTime(new Date(due_at), zone);
  const day = typeof data.dueDay === "string" ? data.dueDay : wall.slice(0, 10);
  const time = day === data.dueDay ? "" : ` at ${wall.slice(11, 16)} (${zone})`;
  return `Due on ${weekday.format(new Date(day))}, ${date.format(new Date(day))}${time}.`;
}
