import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { type CardGiven, cardGiven, cardWithdrawn } from "@tessera/contracts-items/events.ts";
import { Clock, Database, Events, PermanentError, type Tx } from "@tessera/service-kit";
import { type Draft, derive } from "../items/draft.ts";
import { FirstCard } from "../items/first-card.ts";
import { deleteItems, readItem, saveItems, updateItem, type WholeItem } from "../items/item.store.ts";
import { DueEntries } from "../maintenance/due-entries.ts";
import { FileCleaner } from "../maintenance/file-cleaner.ts";
import { contentOf } from "../processing/content-of.ts";
import { ProcessingService } from "../processing/processing.service.ts";
import { cleanDeep, cleanText } from "../text/clean.ts";
import type { TypePlugin } from "../types/plugin.ts";
import { TypeRegistry } from "../types/registry.ts";

/** The field of `data` that says which state of the thing a card shows. */
const REVISION = "revision";

/**
 * Keeps the cards that other areas give: one for each thing of theirs, under its id. They are stored above a plan's
 * number of cards too, as the thing is there already; they count in it as every card does.
 */
@Injectable()
export class GivenCards implements OnModuleInit {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly database: Database,
    private readonly events: Events,
    private readonly processing: ProcessingService,
    private readonly due: DueEntries,
    private readonly firstCard: FirstCard,
    private readonly files: FileCleaner,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.events.on(cardGiven, "items.given", (card) =>
      this.database.as({ userId: card.userId }, (tx) => this.keep(tx, card)),
    );
    this.events.on(cardWithdrawn, "items.given", ({ userId, itemId, type }) =>
      this.database.as({ userId }, async (tx) => {
        const row = await readItem(tx, userId, itemId, true);
        if (!row || row.type !== type) return;
        await this.due.settle(tx, row, { status: "trash" });
        await this.files.remove(tx, await deleteItems(tx, [itemId]));
      }),
    );
  }

  private async keep(tx: Tx, card: CardGiven): Promise<void> {
    const plugin = this.registry.find(card.type);
    // Tried again: its area may be about to declare it.
    if (!plugin) throw new Error(`The item type "${card.type}" is not declared`);
    if (!plugin.given.length) throw new PermanentError(`The item type "${card.type}" takes no given cards`);
    const row = await readItem(tx, card.userId, card.itemId, true);
    if (row) await this.change(tx, plugin, row, card);
    else await this.add(tx, plugin, card);
  }

  private async add(tx: Tx, plugin: TypePlugin, card: CardGiven): Promise<void> {
    const { userId, itemId, type } = card;
    const now = this.clock.now();
    const content = {
      ...{ type, title: cleanText(card.title).trim(), body: "", tags: [], sourceUrl: null },
      data: dataOf(plugin, {}, card),
    };
    const draft: Draft = {
      ...content,
      ...{ id: itemId, parentId: null, pinned: false, dueAt: null, createdAt: now },
      ...{ status: card.filed ? "archived" : "inbox", unread: !card.filed, source: "given" },
      titleSource: content.title ? "import" : "rule",
      processing: this.processing.states(plugin, content, "now"),
    };
    const [saved] = await saveItems(tx, userId, [{ plugin, draft }], now);
    await this.processing.follow(tx, userId, { ...draft, title: saved!.row?.title ?? draft.title }, null);
    await this.firstCard.settle(tx, userId, [saved!]);
    // The thing may be deleted by now: its area is told that there is a card, and withdraws it.
    await this.processing.moved(tx, [{ id: itemId, user_id: userId, type }], "kept");
  }

  /** A title that the person gave the card stays, and so do their notes, tags and status. */
  private async change(tx: Tx, plugin: TypePlugin, row: WholeItem, card: CardGiven): Promise<void> {
    if (row.type !== card.type || Number(row.data[REVISION] ?? 0) >= card.revision) return;
    const title = row.title_source === "person" ? row.title : cleanText(card.title).trim();
    const titleSource = row.title_source === "person" ? "person" : title ? "import" : "rule";
    const content = { ...contentOf(row), title, data: dataOf(plugin, row.data, card) };
    const derived = derive(plugin, { ...content, titleSource, identity: row.identity });
    await updateItem(tx, card.userId, row.id, { derived }, this.clock.now(), "server");
  }
}

/** @throws PermanentError when what the area gives does not fit its own declaration */
function dataOf(
  plugin: TypePlugin,
  before: Record<string, unknown>,
  { revision, data }: CardGiven,
): Record<string, unknown> {
  const own = Object.entries({ ...data, [REVISION]: revision }).filter(([field]) => plugin.given.includes(field));
  const parsed = plugin.data.safeParse({ ...before, ...cleanDeep(Object.fromEntries(own)) });
  if (!parsed.success) throw new PermanentError("What was given does not fit the declaration of its type");
  return parsed.data;
}
