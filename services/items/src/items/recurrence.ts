import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { dayOf } from "@tessera/contracts-core/days.ts";
import type { ItemPatch } from "@tessera/contracts-items/items.ts";
import type { Tx } from "@tessera/service-kit";
import { PersonDays } from "../days/person-days.ts";
import { holds, type Next } from "../types/plugin.ts";
import { TypeRegistry } from "../types/registry.ts";
import { withoutRun } from "./assignees.ts";
import { readItem, updateItem, type WholeItem } from "./item.store.ts";
import { type ItemRow, iso } from "./item-row.ts";
import { forget, type KeptOccurrence, keep, newestOf, occurrenceByEntry } from "./occurrence.store.ts";
import { planChange } from "./plan-change.ts";

type Kind = KeptOccurrence["kind"];
type Before = Pick<ItemRow, "id" | "user_id" | "type" | "data" | "status" | "due_at" | "snooze_until" | "due_entry">;

/** A card that repeats is not done when it is completed: it moves to its next day, and what was is logged. */
@Injectable()
export class Recurrence {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly days: PersonDays,
  ) {}

  /** Whether a change of the card may move it on. */
  concerns({ type, data }: Pick<ItemRow, "type" | "data">): boolean {
    return data.repeat !== undefined && Boolean(this.registry.find(type)?.due);
  }

  /**
   * Moves on a card that a change has just completed.
   * @param before the card as it was; what it is now is read @returns the occurrence, where it moved
   */
  async settle(tx: Tx, before: Before, now: Date): Promise<string | undefined> {
    const due = this.registry.find(before.type)?.due;
    if (!due || !this.concerns(before) || holds(before.data, due.completed)) return undefined;
    const row = await readItem(tx, before.user_id, before.id);
    // Archived or thrown away, it is not wanted again.
    if (row?.type !== before.type || row.status !== "done" || !holds(row.data, due.completed)) return undefined;
    const next = await this.nextOf(tx, row, now, "completed");
    return next ? this.move(tx, row, before, next, now, "completed") : undefined;
  }

  /** Leaves out the time that a card is due. @returns false when it is not due again */
  async skip(tx: Tx, row: WholeItem, now: Date): Promise<boolean> {
    const due = this.registry.find(row.type)?.due;
    if (!due || holds(row.data, due.completed)) return false;
    const next = await this.nextOf(tx, row, now, "skipped");
    if (!next) return false;
    await this.move(tx, row, row, next, now, "skipped");
    return true;
  }

  /** Takes back the newest occurrence of a card. @returns false when another one is the newest */
  async takeBack(tx: Tx, row: WholeItem, id: string, now: Date, by: "person" | "server"): Promise<boolean> {
    const newest = await newestOf(tx, row.id);
    if (newest?.id !== id) return false;
    await forget(tx, id);
    const earlier = await newestOf(tx, row.id);
    await this.write(tx, row, newest.before, earlier?.id ?? null, now, by);
    return true;
  }

  /** Takes back what a decision in the queue has completed, if that is the newest. */
  async takeBackDecision(tx: Tx, row: WholeItem, entry: string, now: Date): Promise<boolean> {
    const id = await occurrenceByEntry(tx, row.id, entry);
    return id !== undefined && (await this.takeBack(tx, row, id, now, "server"));
  }

  private async nextOf(tx: Tx, row: WholeItem, now: Date, how: Kind): Promise<Next | null> {
    const timeZone = await this.days.zoneOf(tx, row.user_id);
    const plugin = this.registry.ofStored(row.type);
    return plugin.next({ data: row.data, dueAt: row.due_at && iso(row.due_at) }, dayOf(now, timeZone), timeZone, how);
  }

  private async move(tx: Tx, row: WholeItem, before: Before, next: Next, now: Date, kind: Kind): Promise<string> {
    const id = randomUUID();
    const data = { ...next.data, ...withoutRun(row.data) };
    const fields = Object.keys(data);
    const status = before.status === "later" ? before.status : ("inbox" as const);
    await keep(tx, row, {
      ...{ id, kind, at: now, dueAt: row.due_at as string, entry: before.due_entry },
      before: {
        status: before.status,
        dueAt: before.due_at && iso(before.due_at),
        snoozeUntil: before.snooze_until && iso(before.snooze_until),
        data: Object.fromEntries(fields.map((field) => [field, before.data[field] ?? null])),
      },
    });
    // It comes back on its day: in the inbox now, what was just completed would seem to stay there.
    const snoozeUntil = next.from > now ? next.from.toISOString() : null;
    const by = kind === "skipped" ? "person" : "server";
    await this.write(tx, row, { status, dueAt: next.dueAt, snoozeUntil, data }, id, now, by);
    return id;
  }

  /** @param by a completion has counted the version up itself */
  private async write(
    tx: Tx,
    row: WholeItem,
    patch: ItemPatch,
    occurrence: string | null,
    now: Date,
    by: "person" | "server",
  ): Promise<void> {
    const current = { ...row, data: { ...row.data, ...(occurrence === null ? {} : { occurrence }) } };
    if (occurrence === null) delete current.data.occurrence;
    const { change } = planChange(this.registry, current, patch, () => undefined);
    await updateItem(tx, row.user_id, row.id, change, now, by);
  }
}
