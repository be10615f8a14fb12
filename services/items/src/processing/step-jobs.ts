import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import type { Item } from "@tessera/contracts-items/items.ts";
import { itemNotFound, unknownStep } from "@tessera/contracts-items/problems.ts";
import { type CardJobsChanged, cardJobsChanged } from "@tessera/contracts-queue/events.ts";
import { type Caller, Clock, Database, Events, JobRecords, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { Processing } from "../items/draft.ts";
import { readItem, updateItem } from "../items/item.store.ts";
import { toItem } from "../items/item-row.ts";
import { afterText } from "../types/file-text.ts";
import { TypeRegistry } from "../types/registry.ts";
import { ProcessingService } from "./processing.service.ts";

const CANCELLED: Processing[string] = { state: "failure", reason: "Cancelled", cancelled: true };

type StepOfCard = CardJobsChanged["jobs"][number];
interface Card extends Record<string, unknown> {
  id: string;
  type: string;
  parent_id: string | null;
  processing: Processing;
}

/**
 * Keeps what cards say of their steps in accord with the jobs that people cancel and retry, on the card or in the
 * queue. The jobs themselves are asked, so that an event that comes late, or twice, changes nothing that is true.
 */
@Injectable()
export class StepJobs implements OnModuleInit {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly database: Database,
    private readonly records: JobRecords,
    private readonly events: Events,
    private readonly clock: Clock,
    private readonly processing: ProcessingService,
  ) {}

  onModuleInit() {
    this.events.on(cardJobsChanged, "items.steps", ({ userId, jobs }) => this.settle(userId, jobs));
  }

  /** Cancels a step that waits or runs. @throws ProblemException 404 `item_not_found`, `unknown_step` */
  async cancel(caller: Caller, id: string, step: string): Promise<Item> {
    const { userId } = caller;
    const jobs = await this.database.as(caller, async (tx) => {
      const row = await readItem(tx, userId, id);
      if (!row) throw problem(itemNotFound);
      const type = this.registry.find(row.type)?.definition.label ?? row.type;
      if (!row.processing[step]) throw problem(unknownStep, { type, step });
      return (await this.records.ofSteps(tx, caller, [id])).filter((job) => job.step === step);
    });
    const ids = jobs.map((job) => job.id);
    if (ids.length) await this.records.changeSome(caller, "cancel", { ids, limit: ids.length });
    await this.settle(userId, [{ itemId: id, step }]);
    return this.database.as(caller, async (tx) => {
      const row = await readItem(tx, userId, id);
      if (!row) throw problem(itemNotFound);
      return toItem(row, row.files);
    });
  }

  /** Has cards say of these steps what their jobs do. */
  private async settle(userId: string, steps: readonly StepOfCard[]): Promise<void> {
    const ofCards = Map.groupBy(steps, ({ itemId }) => itemId);
    const ids = [...ofCards.keys()];
    await this.database.as({ userId }, async (tx) => {
      await this.processing.holdParents(tx, userId, ids);
      // Before their jobs are asked: who runs a step again holds the card, too.
      const { rows } = await tx.execute<Card>(sql`select id, type, parent_id, processing from items.item
        where id = any(${sql.param(ids)}::uuid[]) and user_id = ${userId} order by id for update`);
      const jobs = await this.records.ofSteps(tx, { userId }, ids);
      const running = new Set(jobs.map(({ itemId, step }) => `${itemId} ${step}`));
      for (const card of rows) {
        const changes = ofCards.get(card.id)!.flatMap(({ step }) => this.changesOf(card, step, running));
        if (!changes.length) continue;
        const processing = { ...card.processing, ...Object.fromEntries(changes) };
        await updateItem(tx, userId, card.id, { processing }, this.clock.now(), "server");
        await this.processing.ended(tx, userId, card.parent_id, processing);
      }
    });
  }

  /** What a card does not say yet of a step, and of those that wait for what it finds. */
  private changesOf(card: Card, step: string, running: ReadonlySet<string>): [string, Processing[string]][] {
    const { processing } = card;
    const runs = (one: string) => running.has(`${card.id} ${one}`);
    const waiting = afterText(this.registry.find(card.type), step);
    if (runs(step)) {
      if (processing[step]?.state !== "failure") return [];
      return [step, ...waiting.filter((one) => processing[one]?.cancelled)].map((one) => [one, { state: "pending" }]);
    }
    if (processing[step]?.state !== "pending") return [];
    const stopped = waiting.filter((one) => processing[one]?.state === "pending" && !runs(one));
    return [step, ...stopped].map((one) => [one, CANCELLED]);
  }
}
