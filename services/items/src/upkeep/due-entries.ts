import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { dayOf } from "@tessera/contracts/days.ts";
import { ENTRY_CLOSED, ENTRY_OPENED, type EntryClosed, type EntryOpened } from "@tessera/contracts/queue.ts";
import { Clock, Database, Events, Jobs, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { PersonDays, type ZoneDay } from "../days/person-days.ts";
import type { Change } from "../items/item.store.ts";
import type { ItemRow } from "../items/item-row.ts";

const QUEUE = "items.due-tasks";
/** Kind of its queue entries. */
export const DUE_KIND = "task-due";
/** Days begin at quarters of an hour of UTC, wherever they do. */
const SCHEDULE = "1,16,31,46 * * * *";
/** Tasks told about in one transaction. */
const BATCH = 200;

interface DueTask extends Record<string, unknown> {
  id: string;
  user_id: string;
  title: string;
  due_at: string;
  due_entry: string | null;
}

/** How the day is named since which a task is overdue. */
const dayName = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** Opens a queue entry for each task that is due today or overdue, one a day of its person, and closes it once the matter is settled. */
@Injectable()
export class DueEntries implements OnModuleInit {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly days: PersonDays,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.jobs.define(QUEUE, { retryLimit: 1 }, () => this.tell());
    this.jobs.schedule(QUEUE, SCHEDULE);
  }

  /** Tells of every due task that was not told of today. */
  async tell(): Promise<void> {
    const now = this.clock.now();
    for (const today of await this.database.system((tx) => this.days.today(tx, now))) {
      while ((await this.database.system((tx) => this.tellSome(tx, today, now))) === BATCH);
    }
  }

  /** Closes the entry of a task that a change settles or puts off. @returns the column to write with the change */
  async settle(tx: Tx, row: Pick<ItemRow, "user_id" | "due_entry" | "due_at" | "data">, change: Change): Promise<{ dueEntry?: null }> {
    if (!row.due_entry) return {};
    const ended =
      change.status === "done" || change.status === "archived" || change.status === "trash" || change.derived?.short_data.done === true;
    const moved = change.dueAt !== undefined && change.dueAt !== (row.due_at && new Date(row.due_at).toISOString());
    const asleep = Boolean(change.snoozeUntil);
    if (!ended && !moved && !asleep && change.type === undefined) return {};
    await this.events.publish(tx, ENTRY_CLOSED, { userId: row.user_id, key: row.due_entry } satisfies EntryClosed);
    return { dueEntry: null };
  }

  private async tellSome(tx: Tx, today: ZoneDay, now: Date): Promise<number> {
    const { rows } = await tx.execute<DueTask>(sql`
      select i.id, i.user_id, i.title, i.due_at, i.due_entry from items.item i left join items.person p on p.user_id = i.user_id
      where i.type = 'task' and i.due_at < ${today.ends.toISOString()}::timestamptz and i.status in ('inbox', 'later')
        and p.time_zone is not distinct from ${today.zone}
        and data ->> 'done' is distinct from 'true' and (snooze_until is null or snooze_until <= ${now.toISOString()}::timestamptz)
        and due_entry is distinct from ${DUE_KIND} || ':' || i.id || ${`:${today.day}`}
      order by i.due_at limit ${BATCH} for update of i skip locked`);
    for (const task of rows) {
      const key = `${DUE_KIND}:${task.id}:${today.day}`;
      if (task.due_entry) await this.events.publish(tx, ENTRY_CLOSED, { userId: task.user_id, key: task.due_entry } satisfies EntryClosed);
      const day = dayOf(new Date(task.due_at), today.clock);
      await this.events.publish(tx, ENTRY_OPENED, {
        userId: task.user_id,
        key,
        kind: DUE_KIND,
        title: task.title.slice(0, 300),
        line: day === today.day ? "Due today" : `Overdue since ${dayName.format(new Date(day))}`,
        path: `/items/task/${task.id}`,
        itemId: task.id,
      } satisfies EntryOpened);
      await tx.execute(sql`update items.item set due_entry = ${key} where id = ${task.id}`);
    }
    return rows.length;
  }
}
