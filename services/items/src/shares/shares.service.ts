import { Inject, Injectable } from "@nestjs/common";
import { type Item, NewItem } from "@tessera/contracts-items/items.ts";
import type { NewShare } from "@tessera/contracts-items/mentions.ts";
import type { Caller } from "@tessera/service-kit";
import type { z } from "zod";
import { ItemsService } from "../items/items.service.ts";
import { cleanText } from "../text/clean.ts";
import { TypeRegistry } from "../types/registry.ts";

const WEB = /^https?:\/\//i;

/** What other apps share becomes a card of the type that is surest it is one of its own (`handleShare`). */
@Injectable()
export class SharesService {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly items: ItemsService,
  ) {}

  /** @throws ProblemException 400 `empty_capture`, 402 `plan_limit_reached`, with nothing written */
  store(caller: Caller, share: z.output<typeof NewShare>): Promise<{ item: Item; created: boolean }> {
    const title = cleanText(share.title ?? "").trim() || undefined;
    const address = cleanText(share.url ?? "").trim();
    // Apps put anything into the field of the address.
    const url = WEB.test(address) && URL.canParse(address) ? address : undefined;
    const text = [cleanText(share.text).trim(), url ? "" : address].filter(Boolean).join("\n");
    // Text alone is no title with an empty body, but the text.
    const shared = text || url ? { title, text, url } : { text: title ?? "" };
    const taken = this.registry.accepting(shared);
    const raw = this.registry.all().find(({ unsorted }) => unsorted);
    const { plugin, item } = taken
      ? { plugin: taken.plugin, item: taken.share.item }
      : { plugin: raw, item: { title: shared.title, body: shared.text, data: {} } };
    return this.items.create(caller, NewItem.parse({ ...item, ...(plugin ? { type: plugin.definition.type } : {}) }));
  }

  get(caller: Caller, id: string): Promise<Item> {
    return this.items.get(caller, id);
  }
}
