import { createHash } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, ProblemException, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Assignees, withoutRun } from "../items/assignees.ts";
import { isOwn } from "../items/convert.ts";
import { derive, type Processing } from "../items/draft.ts";
import { readItem, updateItem, type WholeItem } from "../items/item.store.ts";
import { planChange } from "../items/plan-change.ts";
import { DueEntries } from "../maintenance/due-entries.ts";
import { contentOf } from "../processing/content-of.ts";
import type { ItemContent, TypePlugin } from "../types/plugin.ts";
import { TypeRegistry } from "../types/registry.ts";
import type { Setting } from "./card-facts.ts";
import { type KeptCard, keepEffects } from "./effects.store.ts";
import { byRules } from "./write-settings.ts";

/** `ProcessingService`, handed over as it runs rules itself. */
export interface Enrichment {
  states(plugin: TypePlugin, item: ItemContent, followUps: "now" | "on-demand"): Processing;
  follow(
    tx: Tx,
    userId: string,
    item: ItemContent & { id: string; parentId: string | null },
    storageLimit: number | null,
  ): Promise<void>;
  moved(tx: Tx, cards: readonly { id: string; user_id: string; type: string }[], to: "gone"): Promise<void>;
}

/** Cards that rules give another type, and the way back. */
@Injectable()
export class ConvertCards {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly due: DueEntries,
    private readonly assignees: Assignees,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives a stored card the type that rules decided, and keeps what it had.
   * @param conversion the type, and what comes with it @param run the run over existing cards that decided it
   * @returns the card as it is then; null where it cannot become that, and stays as it is
   */
  async write(
    tx: Tx,
    userId: string,
    { id, conversion, run = null }: { id: string; conversion: readonly Setting[]; run?: string | null },
    enrichment: Enrichment,
    { storageLimit = null, followUps = "now" }: { storageLimit?: number | null; followUps?: "now" | "on-demand" } = {},
  ): Promise<WholeItem | null> {
    const type = conversion.find(({ field }) => field === "type")?.after;
    const row = type ? await readItem(tx, userId, id, true) : undefined;
    const planned = row && this.plan(row, String(type), conversion);
    if (!row || !planned || (await this.isTaken(tx, row, planned.change.derived!.identity))) return null;
    const { change, content } = planned;
    await this.assignees.drop(tx, userId, row, content);
    const dueEntry = await this.due.settle(tx, row, change);
    await enrichment.moved(tx, [row], "gone");
    const processing = enrichment.states(this.registry.ofStored(content.type), content, followUps);
    const now = this.clock.now();
    const after = await byRules(tx, () =>
      updateItem(tx, userId, id, { ...change, ...dueEntry, processing }, now, "server"),
    );
    const became = { title: after.title, body: hashOf(after.body) };
    await keepEffects(tx, userId, [{ id, settings: conversion, kept: { ...keptOf(row), became } }], now, run);
    if (followUps === "now") await enrichment.follow(tx, userId, followed(after), storageLimit);
    return after;
  }

  /**
   * Gives a card back the type that it had, with its fields; what a person wrote since stays.
   * @param by "person": no rule gives it the type again
   * @returns the card as it is then; null where the same thing is there as another card
   */
  async back(
    tx: Tx,
    userId: string,
    {
      id,
      kept,
      by,
      changedWith = null,
    }: { id: string; kept: KeptCard; by: "person" | "server"; changedWith?: string | null },
    enrichment: Enrichment,
    storageLimit: number | null = null,
  ): Promise<WholeItem | null> {
    const row = await readItem(tx, userId, id, true);
    if (!row || (await this.isTaken(tx, row, kept.identity))) return null;
    const plugin = this.registry.ofStored(kept.type);
    const content = {
      ...contentOf(row),
      ...{ type: kept.type, sourceUrl: kept.sourceUrl },
      // The run of an agent ended when it was no task any more.
      data: { ...kept.data, ...withoutRun(kept.data) },
      ...(row.title === kept.became.title ? { title: kept.title } : {}),
      ...(hashOf(row.body) === kept.became.body ? { body: kept.body } : {}),
    };
    const titleSource = row.title === kept.became.title ? kept.titleSource : row.title_source;
    await this.assignees.drop(tx, userId, row, content);
    const dueEntry = await this.due.settle(tx, row, { type: kept.type });
    await enrichment.moved(tx, [row], "gone");
    // What it waited for was dropped with its type.
    const isUnfinished = Object.values(kept.processing).some(({ state }) => state === "pending");
    const change = {
      ...{ type: kept.type, body: content.body, sourceUrl: kept.sourceUrl, changedWith, ...dueEntry },
      derived: derive(plugin, { ...content, titleSource, identity: kept.identity }),
      processing: isUnfinished ? enrichment.states(plugin, content, "now") : kept.processing,
    };
    const write = () => updateItem(tx, userId, id, change, this.clock.now(), by);
    const after = await (by === "person" ? write() : byRules(tx, write));
    if (isUnfinished) await enrichment.follow(tx, userId, followed(after), storageLimit);
    return after;
  }

  /** The change to another type; null where the card cannot become it. */
  private plan(row: WholeItem, type: string, conversion: readonly Setting[]) {
    const [from, to] = [this.registry.find(row.type), this.registry.find(type)];
    if (row.status === "trash" || row.type === type || !isOwn(from) || !isOwn(to)) return null;
    const title = titleAs(row, from, to);
    const priority = conversion.find(({ field }) => field === "priority")?.after;
    try {
      const patch = { type, title, ...(priority === undefined ? {} : { data: { priority } }) };
      return planChange(this.registry, row, patch, () => undefined);
    } catch (error) {
      if (error instanceof ProblemException) return null;
      throw error;
    }
  }

  private async isTaken(tx: Tx, row: WholeItem, identity: string | null): Promise<boolean> {
    if (identity === null || identity === row.identity) return false;
    const { rows } = await tx.execute(sql`select from items.same(${identity})`);
    return rows.length > 0;
  }
}

/** What a card is called as another type, where its text would not say it any more. */
function titleAs(row: WholeItem, from: TypePlugin, to: TypePlugin): string | undefined {
  if (row.title_source !== "rule") return undefined;
  const given = to.handleShare({ text: row.body })?.item.title;
  return given ?? (from.getTitleContent(contentOf(row)) === row.body ? undefined : row.title);
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

const followed = (row: WholeItem) => ({ ...contentOf(row), id: row.id, parentId: row.parent_id });

const keptOf = (row: WholeItem): Omit<KeptCard, "became"> => ({
  ...{ type: row.type, title: row.title, titleSource: row.title_source, body: row.body, data: row.data },
  ...{ sourceUrl: row.source_url, identity: row.identity, processing: row.processing },
});
