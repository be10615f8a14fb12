import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { dayOf } from "@tessera/contracts-core/days.ts";
import { entryClosed, entryOpened, MAX_ENTRY_TITLE_LENGTH } from "@tessera/contracts-queue/events.ts";
import { Clock, Database, Events, Jobs, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { PersonDays, type ZoneDay } from "../days/person-days.ts";
import { Assignees } from "../items/assignees.ts";
import type { Change } from "../items/item.store.ts";
import type { ItemRow } from "../items/item-row.ts";
import { type Due, holds, type TypePlugin } from "../types/plugin.ts";
import { TypeRegistry } from "../types/registry.ts";

const QUEUE = "items.due-tasks";
/** Days begin at quarters of an hour of UTC, wherever they do. */
const SCHEDULE = "1,16,31,46 * * * *";
/** Items that one transaction opens entries for. */
const BATCH = 200;

interface DueItem extends Record<string, unknown> {
  id: string;
  user_id: string;
  title: string;
  due_at: string;
  due_entry: string | null;
  urgent: boolean;
  data: Record<string, unknown>;
}

type DueType = TypePlugin & { due: Due };

/** How the day is named since which an item is overdue. */
const dayName = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/**
 * Opens a queue entry for each item that is due today or overdue, one a day of its person, and closes it once the
 * matter is settled. The agent of one that repeats begins then.
 */
@Injectable()
export class DueEntries implements OnModuleInit {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly days: PersonDays,
    private readonly clock: Clock,
    private readonly assignees: Assignees,
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
  ) {}

  onModuleInit() {
    this.jobs.define(QUEUE, { retryLimit: 1 }, () => this.tell());
    this.jobs.schedule(QUEUE, SCHEDULE, {
      name: "Tell what is due",
      does: "Puts tasks and other cards that are due into their people’s queues.",
    });
  }

  /** Opens an entry for every due item that has none of today. */
  async tell(): Promise<void> {
    const now = this.clock.now();
    for (const today of await this.database.system((tx) => this.days.today(tx, now))) {
      for (const type of this.registry.withDue()) {
        while ((await this.database.system((tx) => this.tellSome(tx, type, today, now))) === BATCH);
      }
    }
  }

  /** Closes the entry of an item that a change settles or puts off. @returns the column to write with the change */
  async settle(
    tx: Tx,
    row: Pick<ItemRow, "user_id" | "type" | "due_entry" | "due_at">,
    change: Change,
  ): Promise<{ dueEntry?: null }> {
    if (!row.due_entry) return {};
    const due = this.registry.find(row.type)?.due;
    const completed = due && change.derived && holds(change.derived.short_data, due.completed);
    const ended = completed || change.status === "done" || change.status === "archived" || change.status === "trash";
    const moved = change.dueAt !== undefined && change.dueAt !== (row.due_at && new Date(row.due_at).toISOString());
    const asleep = Boolean(change.snoozeUntil);
    if (!ended && !moved && !asleep && change.type === undefined) return {};
    await this.events.publish(tx, entryClosed, { userId: row.user_id, key: row.due_entry });
    return { dueEntry: null };
  }

  private async tellSome(tx: Tx, { definition, due }: DueType, today: ZoneDay, now: Date): Promise<number> {
    const { rows } = await tx.execute<DueItem>(sql`
      select i.id, i.user_id, i.title, i.due_at, i.due_entry,
        jsonb_build_object('assignee', data -> 'assignee', 'occurrence', data -> 'occurrence') as data, data @> ${JSON.stringify(due.urgent)}::jsonb as urgent
      from items.item i left join items.person p on p.user_id = i.user_id
      where i.type = ${definition.type} and i.due_at < ${today.ends.toISOString()}::timestamptz and i.status in ('inbox', 'later')
        and p.time_zone is not distinct from ${today.zone}
        and not data @> ${JSON.stringify(due.completed)}::jsonb and (snooze_until is null or snooze_until <= ${now.toISOString()}::timestamptz)
        and due_entry is distinct from ${`${due.kind}:`} || i.id || ${`:${today.day}`}
      order by i.due_at limit ${BATCH} for update of i skip locked`);
    for (const item of rows) {
      const key = `${due.kind}:${item.id}:${today.day}`;
      if (item.due_entry) await this.events.publish(tx, entryClosed, { userId: item.user_id, key: item.due_entry });
      const day = dayOf(new Date(item.due_at), today.clock);
      await this.events.publish(tx, entryOpened, {
        userId: item.user_id,
        key,
        kind: due.kind,
        title: item.title.slice(0, MAX_ENTRY_TITLE_LENGTH),
        line: day === today.day ? "Due today" : `Overdue since ${dayName.format(new Date(day))}`,
        path: `/items/${definition.type}/${item.id}`,
        itemId: item.id,
        does: { accept: "Completes the task.", decline: "Leaves the task open; it comes back tomorrow." },
        urgent: item.urgent,
      });
      await tx.execute(sql`update items.item set due_entry = ${key} where id = ${item.id}`);
      await this.assignees.beginAgain(tx, item, today.clock);
    }
    return rows.length;
  }
}
