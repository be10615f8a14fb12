import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { type EntryDecided, entryClosed, entryDecided } from "@tessera/contracts-queue/events.ts";
import { Clock, Database, type EventMark, Events } from "@tessera/service-kit";
import { type Change, readItem, updateItem } from "../items/item.store.ts";
import type { ItemRow } from "../items/item-row.ts";
import { planChange } from "../items/plan-change.ts";
import { Recurrence } from "../items/recurrence.ts";
import { type Due, holds } from "../types/plugin.ts";
import { TypeRegistry } from "../types/registry.ts";

type Decided = Change & { dueEntry: string | null; from: ItemRow["due_decided_from"] };

/**
 * A due item that is accepted in the queue is completed; taking the decision back takes that back. Events come at least
 * once and in any order: the newest decision about an item counts.
 */
@Injectable()
export class DueDecisions implements OnModuleInit {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly database: Database,
    private readonly events: Events,
    private readonly recurrence: Recurrence,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.events.on(entryDecided, "items.due-tasks", async (decision, event) => {
      if (decision.itemId && this.registry.withDue().some(({ due }) => due.kind === decision.kind))
        await this.follow(decision, decision.itemId, event);
    });
  }

  private follow({ userId, key, kind, state }: EntryDecided, itemId: string, event: EventMark): Promise<void> {
    return this.database.as({ userId }, async (tx) => {
      const row = await readItem(tx, userId, itemId, true);
      const due = row && this.registry.find(row.type)?.due;
      if (!row || due?.kind !== kind || row.status === "trash") {
        // There is nothing left to decide about it.
        if (state === "open") await this.events.publish(tx, entryClosed, { userId, key });
        return;
      }
      if (row.due_decided_at && event.at <= new Date(row.due_decided_at)) return;
      if (state === "open" && (await this.recurrence.takeBackDecision(tx, row, key, this.clock.now()))) {
        const back = { dueEntry: key, dueDecided: { at: event.at.toISOString(), from: null } };
        await updateItem(tx, userId, row.id, back, this.clock.now(), "person");
        return;
      }
      // The day that the entry was about is settled: what is due now is the next one.
      if (state === "accepted" && this.recurrence.concerns(row) && row.due_entry !== key) return;
      const change = state === "accepted" ? this.complete(row, due) : this.takeBack(row, due, key);
      if (state === "open" && change.dueEntry === null) {
        await this.events.publish(tx, entryClosed, { userId, key });
      }
      const dueDecided = { at: event.at.toISOString(), from: change.from };
      const by = change.status === undefined ? "server" : "person";
      await updateItem(tx, userId, row.id, { ...change, dueDecided }, this.clock.now(), by);
      await this.recurrence.settle(tx, { ...row, due_entry: key }, this.clock.now());
    });
  }

  private complete(row: ItemRow, due: Due): Decided {
    if (holds(row.data, due.completed)) return { dueEntry: null, from: row.due_decided_from };
    return { ...this.plan(row, { data: due.completed }), dueEntry: null, from: row.status };
  }

  /** What the queue completed waits again where it did; what was completed in another way stays so. */
  private takeBack(row: ItemRow, due: Due, key: string): Decided {
    if (!holds(row.data, due.completed)) return { dueEntry: key, from: null };
    if (!row.due_decided_from) return { dueEntry: null, from: null };
    return { ...this.plan(row, { data: due.open, status: row.due_decided_from }), dueEntry: key, from: null };
  }

  private plan(row: ItemRow, patch: Parameters<typeof planChange>[2]): Change {
    return planChange(this.registry, row, patch, () => undefined).change;
  }
}
