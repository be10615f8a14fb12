import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { dayOf } from "@tessera/contracts-core/days.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { PersonDays } from "../days/person-days.ts";
import { holds } from "../types/plugin.ts";
import { TypeRegistry } from "../types/registry.ts";
import { deleteItems, readItem, saveItems } from "./item.store.ts";
import type { ItemRow } from "./item-row.ts";

/** A card that repeats makes its next one when it is completed, and takes it back when it is opened again. */
@Injectable()
export class Recurrence {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly days: PersonDays,
  ) {}

  /** Whether a change of the card may make or take back another one. */
  concerns({ type, data }: Pick<ItemRow, "type" | "data">): boolean {
    return Boolean(this.registry.find(type)?.due) && (data.repeat !== undefined || data.next !== undefined);
  }

  /** @param before the card as it was; what it is now is read. Of a card that does not repeat nothing is */
  async settle(tx: Tx, before: Pick<ItemRow, "id" | "user_id" | "type" | "data" | "status">, now: Date): Promise<void> {
    const due = this.registry.find(before.type)?.due;
    if (!due || !this.concerns(before)) return;
    const was = holds(before.data, due.completed);
    const row = await readItem(tx, before.user_id, before.id);
    if (!row || row.type !== before.type || holds(row.data, due.completed) === was) return;
    if (was) await this.takeBack(tx, row);
    else await this.makeNext(tx, row, before.status, now);
  }

  private async makeNext(tx: Tx, row: ItemRow, status: ItemRow["status"], now: Date): Promise<void> {
    const plugin = this.registry.ofStored(row.type);
    const timeZone = await this.days.zoneOf(tx, row.user_id);
    const next = plugin.next({ data: row.data, dueAt: row.due_at }, dayOf(now, timeZone), timeZone);
    if (!next) return;
    const id = randomUUID();
    const draft = {
      ...{ id, type: row.type, parentId: row.parent_id, title: row.title, titleSource: row.title_source },
      ...{ body: row.body, data: next.data, tags: row.tags, pinned: row.pinned, dueAt: next.dueAt },
      ...{ source: "repeat", sourceUrl: row.source_url, processing: {}, createdAt: now },
      status: status === "later" ? status : ("inbox" as const),
    };
    await saveItems(tx, row.user_id, [{ plugin, draft }], now);
    // It comes back on its day: put into the inbox now, what was just completed would seem to stay there.
    if (next.from > now)
      await tx.execute(
        sql`update items.item set snooze_until = ${next.from.toISOString()}::timestamptz where id = ${id}`,
      );
    await tx.execute(
      sql`update items.item set data = data || ${JSON.stringify({ next: id })}::jsonb where id = ${row.id}`,
    );
  }

  /** The next one goes with the completion that made it, unless a person has changed it since. */
  private async takeBack(tx: Tx, row: ItemRow): Promise<void> {
    const { next } = row.data;
    if (typeof next !== "string") return;
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from items.item where id = ${next} and user_id = ${row.user_id} and version = 1 for update`,
    );
    await deleteItems(
      tx,
      rows.map(({ id }) => id),
    );
    await tx.execute(sql`update items.item set data = data - 'next' where id = ${row.id}`);
  }
}
