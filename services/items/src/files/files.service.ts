import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import type { Item, UploadChoices } from "@tessera/contracts-items/items.ts";
import { MAX_FILE_BYTES } from "@tessera/contracts-items/limits.ts";
import { emptyFile, fileNotTaken, fileTooLarge, noFiles } from "@tessera/contracts-items/problems.ts";
import {
  type Caller,
  Clock,
  Database,
  FileStore,
  FileTooLarge,
  problem,
  SubscriptionGate,
  type Upload,
} from "@tessera/service-kit";
import type { z } from "zod";
import { lockStorage, StorageLimitReached } from "../imports/import-quota.ts";
import { hashed } from "../items/draft.ts";
import { FirstCard } from "../items/first-card.ts";
import { addAttachments, readItem, saveItems } from "../items/item.store.ts";
import { checkData, pluginFor } from "../items/item-input.ts";
import { lockQuota, PlanLimitReached } from "../items/item-quota.ts";
import { toItem } from "../items/item-row.ts";
import { ItemsService } from "../items/items.service.ts";
import { roomLeft } from "../pictures/picture.store.ts";
import { ProcessingService } from "../processing/processing.service.ts";
import { RuleStarts } from "../rules/rule-starts.ts";
import { normaliseTags } from "../text/tags.ts";
import { TypeRegistry } from "../types/registry.ts";
import { fileName } from "./file-name.ts";
import { BEGINNING, mediaTypeOf } from "./media-type.ts";
import { beginningOf } from "./read-file.ts";

/** A file that is in the store, and in no card yet. */
interface Kept {
  key: string;
  name: string;
  mediaType: string;
  bytes: number;
  sha256: string;
}

/** Files that people bring in: each becomes a card, before anything is found out about it. */
@Injectable()
export class FilesService {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly database: Database,
    private readonly files: FileStore,
    private readonly gate: SubscriptionGate,
    private readonly processing: ProcessingService,
    private readonly firstCard: FirstCard,
    private readonly starts: RuleStarts,
    private readonly items: ItemsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Keeps a file as a card of the type that is surest of it. The same bytes again bring the card of before up
   * (`created` false).
   * @throws ProblemException 400 `no_files`, `empty_file`; 402 `plan_limit_reached`, `storage_limit_reached`; 413
   *   `file_too_large`; 415; with nothing kept
   */
  async store(
    caller: Caller,
    uploads: AsyncIterable<Upload>,
    choices: z.output<typeof UploadChoices>,
  ): Promise<{ item: Item; created: boolean }> {
    // The plan of now: a file is worth the question, and cannot be sent a second time as easily as a text.
    const { cardLimit, storageLimit } = await this.gate.subscription(caller, true);
    // No transaction is begun before the request was read: it would be held for as long as somebody sends.
    let kept: Kept | null = null;
    let used = false;
    try {
      // To the end, though there is one: only then the whole request was read.
      for await (const upload of uploads) kept = await this.keep(caller.userId, upload);
      if (!kept) throw problem(noFiles);
      if (kept.bytes === 0) throw problem(emptyFile);
      const saved = await this.save(caller, kept, choices, cardLimit, storageLimit);
      used = saved.created;
      return saved;
    } finally {
      if (kept && !used) await this.files.delete(kept.key);
    }
  }

  get(caller: Caller, id: string): Promise<Item> {
    return this.items.get(caller, id);
  }

  /** @throws ProblemException 400 `unknown_item_type`, 415 `file_not_taken` */
  private typeOf(file: Omit<Kept, "key" | "sha256">, asked: string | undefined) {
    if (asked !== undefined) {
      const plugin = pluginFor(this.registry, asked);
      const { name: fileName, mediaType, bytes } = file;
      if (!plugin.file?.takes(mediaType)) throw problem(fileNotTaken, { type: plugin.definition.label.toLowerCase() });
      return { plugin, share: { item: { body: "", data: { fileName, mediaType, bytes } } } };
    }
    const taken = this.registry.accepting({ text: "", file });
    if (!taken) throw new Error(`No item type takes a file of the type ${file.mediaType}`);
    return taken;
  }

  private async keep(userId: string, upload: Upload): Promise<Kept> {
    const key = `items/${userId}/${randomUUID()}`;
    try {
      const { bytes, sha256 } = await this.files.put(key, upload.content, { maxBytes: MAX_FILE_BYTES });
      const mediaType = mediaTypeOf(await beginningOf(this.files, key, BEGINNING));
      return { key, name: fileName(upload.name), mediaType, bytes, sha256 };
    } catch (error) {
      if (!(error instanceof FileTooLarge)) throw error;
      throw problem(fileTooLarge, { megabytes: MAX_FILE_BYTES / 1024 / 1024 });
    }
  }

  private async save(
    caller: Caller,
    { key, name, mediaType, bytes, sha256 }: Kept,
    choices: z.output<typeof UploadChoices>,
    cardLimit: number | null,
    storageLimit: number | null,
  ): Promise<{ item: Item; created: boolean }> {
    const { plugin, share } = this.typeOf({ name, mediaType, bytes }, choices.type);
    const now = this.clock.now();
    const content = {
      type: plugin.definition.type,
      title: "",
      body: share.item.body ?? "",
      data: checkData(plugin, { ...plugin.definition.defaultData, ...share.item.data }),
      tags: normaliseTags(choices.tags ?? []),
      sourceUrl: null,
    };
    const draft = {
      ...content,
      id: randomUUID(),
      parentId: null,
      titleSource: "rule" as const,
      status: "inbox" as const,
      pinned: false,
      dueAt: null,
      source: "capture",
      identity: hashed(`bytes:${sha256}`),
      processing: this.processing.states(plugin, content, "now"),
      createdAt: now,
    };
    const { userId } = caller;
    return this.database.as(caller, async (tx) => {
      if (storageLimit !== null) await lockStorage(tx, userId);
      if (cardLimit !== null) await lockQuota(tx, userId);
      const [saved] = await saveItems(tx, userId, [{ plugin, draft }], now);
      const { id, created, heldBefore } = saved!;
      if (created) {
        if (cardLimit !== null && heldBefore >= cardLimit) throw new PlanLimitReached(cardLimit);
        if (storageLimit !== null && bytes > (await roomLeft(tx, userId, storageLimit)))
          throw new StorageLimitReached(storageLimit);
        await addAttachments(tx, userId, id, [{ name, mediaType, bytes, fileKey: key }]);
        const title = saved!.row?.title ?? name;
        await this.processing.follow(tx, userId, { ...content, id, title, parentId: null }, storageLimit);
        await this.firstCard.settle(tx, userId, [saved!]);
        await this.starts.give(tx, userId, { id: saved!.id, type: draft.type, rules: saved!.gives });
      }
      const row = (await readItem(tx, userId, id))!;
      // It may have lain in the trash.
      if (!created) await this.processing.moved(tx, [row], "kept");
      return { item: toItem(row, row.files), created };
    });
  }
}
