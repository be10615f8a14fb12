import { createHash } from "node:crypto";
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from "@nestjs/common";
import { embeddings } from "@tessera/contracts-billing/meters.ts";
import { Clock, ContentError, Database, Jobs, Log, Notifications, type Tx, Usage } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { readItem } from "../items/item.store.ts";
import { saidFirst } from "../mentions/references.ts";
import { contentOf } from "../processing/content-of.ts";
import { TypeRegistry } from "../types/registry.ts";
import { CHANGED } from "./embed-again.ts";
import { MeaningModel, NoModel } from "./meaning-model.ts";
import { partsOf } from "./parts-of-text.ts";

const QUEUE = "items.embed";
/** Cards that are taken up at once. */
const BATCH = 16;
/** Attempts at a card: what ends its process this often is given up. */
const MAX_ATTEMPTS = 3;
/** Minutes after which a card is taken up again that a killed process had. */
const TAKEN_MINUTES = 10;
/** Minutes after which a card whose owner has no embeddings left is looked at again: the limit may have been raised. */
const WAIT_MINUTES = 60;
const USED_UP =
  "The embeddings of this month are used. Raise the limit under Usage; until then the card is found by its words alone";
/** Milliseconds in which the changes of a moment are gathered. */
const PAUSE = 1000;

interface Taken extends Record<string, unknown> {
  item_id: string;
  user_id: string;
  attempts: number;
  text_hash: Buffer | null;
  taken_until: string;
}

/** Keeps the vectors of cards: a batch of those that changed, one batch after the other, behind everything else. */
@Injectable()
export class EmbedCards implements OnModuleInit, OnModuleDestroy {
  private listening: { close(): Promise<void> } | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly notifications: Notifications,
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly model: MeaningModel,
    private readonly usage: Usage,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async onModuleInit(): Promise<void> {
    this.jobs.define(QUEUE, { retryLimit: 1 }, ({ signal }) => this.embedAll(signal));
    this.jobs.schedule(QUEUE, "*/10 * * * *", {
      name: "Embed cards",
      does: "Computes what cards mean, for search by meaning, where it is missing.",
    });
    await this.database.system((tx) =>
      tx.execute(sql`insert into items.embedder (works) values (${!this.model.isOff})
        on conflict ((true)) do update set works = excluded.works`),
    );
    if (this.model.isOff) return;
    const soon = () => this.soon();
    this.listening = await this.notifications.listen(CHANGED, soon, soon);
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.timer);
    await this.listening?.close();
  }

  /** Embeds what waits, until nothing does. */
  async embedAll(signal?: AbortSignal): Promise<void> {
    if (this.model.isOff) return;
    while (!signal?.aborted) {
      const taken = await this.take();
      if (!taken.length) return;
      try {
        for (const card of taken) await this.embed(card, signal);
      } catch (error) {
        if (!(error instanceof NoModel)) throw error;
        this.log.error({ err: error }, "cards are not embedded: searches look for words alone");
        await this.giveBack(taken);
        return;
      }
    }
  }

  private soon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.database
        .system((tx) => this.jobs.send(tx, QUEUE, {}, { hidden: true, priority: -1 }))
        .catch((error) => this.log.warn({ err: error }, "changed cards are embedded later"));
    }, PAUSE).unref();
  }

  /** Takes up some cards; the attempt counts before it begins. */
  private take(): Promise<Taken[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<Taken>(sql`
        update items.embedding_state s
        set attempts = s.attempts + 1, taken_until = now() + make_interval(mins => ${TAKEN_MINUTES})
        from (select item_id from items.embedding_state
          where waiting and (taken_until is null or taken_until < now())
          order by item_id limit ${BATCH} for update skip locked) w
        where s.item_id = w.item_id
        returning s.item_id, s.user_id, s.attempts, s.text_hash, s.taken_until::text`);
      return rows;
    });
  }

  private async embed(card: Taken, signal?: AbortSignal): Promise<void> {
    const { left, text } = await this.database.system(async (tx) => ({
      left: await this.usage.left(tx, { meter: embeddings, account: card.user_id }),
      text: await this.textOf(tx, card),
    }));
    const hash = createHash("sha256").update(text).digest().subarray(0, 16);
    if (card.text_hash?.equals(hash)) return this.settle(card, null);
    if (text && left === 0) return this.later(card, true, WAIT_MINUTES, USED_UP);
    try {
      if (card.attempts > MAX_ATTEMPTS) throw new ContentError("crashed");
      const vectors = await this.model.embed(partsOf(text), card.user_id, signal);
      await this.keep(
        card,
        hash,
        vectors.filter((vector) => vector !== null),
      );
    } catch (error) {
      if (signal?.aborted || !(error instanceof ContentError)) throw error;
      if (error.temporary || card.attempts < MAX_ATTEMPTS) await this.later(card, error.temporary);
      else await this.settle(card, error.message);
    }
  }

  /** What the card's type says that is embedded, without marks and addresses. */
  private async textOf(tx: Tx, { item_id, user_id }: Taken): Promise<string> {
    const row = await readItem(tx, user_id, item_id);
    if (!row) return "";
    const plugin = this.registry.ofStored(row.type);
    if (plugin.excludeFromProcessing) return "";
    return saidFirst(plugin.getEmbeddingsContent(contentOf(row)));
  }

  private keep(card: Taken, hash: Buffer, vectors: Int8Array[]): Promise<void> {
    return this.database.system(async (tx) => {
      if (!(await this.isStill(tx, card, sql`, text_hash = ${hash}`))) return;
      const { rows: old } = await tx.execute(
        sql`delete from items.embedding where item_id = ${card.item_id} returning part`,
      );
      // Processes that know the old ones learn that there are none.
      const kept = vectors.length || !old.length ? vectors : [null];
      for (const [part, vector] of kept.entries())
        await tx.execute(sql`insert into items.embedding (item_id, part, user_id, vector)
          values (${card.item_id}, ${part}, ${card.user_id}, ${vector && Buffer.from(vector)})`);
      // Once a day, however often its text is saved.
      const key = `${card.item_id} ${this.clock.now().toISOString().slice(0, 10)}`;
      if (vectors.length)
        await this.usage.record(tx, {
          ...{ meter: embeddings, quantity: vectors.length, account: card.user_id },
          ...{ key, cardId: card.item_id },
        });
    });
  }

  /** @param reason why there are no vectors; null where there are, or nothing is said */
  private async settle(card: Taken, reason: string | null): Promise<void> {
    await this.database.system((tx) => this.isStill(tx, card, sql``, reason));
  }

  /** Settles a card unless it was changed meanwhile: then it waits again. */
  private async isStill(
    tx: Tx,
    { item_id, taken_until }: Taken,
    also: ReturnType<typeof sql>,
    reason: string | null = null,
  ): Promise<boolean> {
    const { rows } = await tx.execute(sql`
      update items.embedding_state set waiting = false, attempts = 0, taken_until = null, reason = ${reason} ${also}
      where item_id = ${item_id} and taken_until = ${taken_until}::timestamptz returning item_id`);
    return rows.length > 0;
  }

  /**
   * @param uncounted the attempt says nothing of the card @param minutes until it is taken up again
   * @param reason what it waits for, as the card says it
   */
  private async later(
    { item_id, taken_until }: Taken,
    uncounted: boolean,
    minutes = 0,
    reason?: string,
  ): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`update items.embedding_state
        set taken_until = ${minutes ? sql`now() + make_interval(mins => ${minutes})` : sql`null`}, attempts = attempts - ${uncounted ? 1 : 0},
          reason = ${reason ?? null}
        where item_id = ${item_id} and taken_until = ${taken_until}::timestamptz`),
    );
  }

  private async giveBack(cards: Taken[]): Promise<void> {
    for (const card of cards) await this.later(card, true);
  }
}
