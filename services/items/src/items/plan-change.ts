import type { ItemPatch } from "@tessera/contracts-items/items.ts";
import { settleSnooze, wakes } from "@tessera/contracts-items/snoozed.ts";
import { contentOf } from "../processing/content-of.ts";
import { cleanText } from "../text/clean.ts";
import { normaliseTags } from "../text/tags.ts";
import type { ItemContent } from "../types/plugin.ts";
import type { TypeRegistry } from "../types/registry.ts";
import { convert } from "./convert.ts";
import { derive } from "./draft.ts";
import type { Change } from "./item.store.ts";
import { checkData, checkServerFields, pluginFor, readData } from "./item-input.ts";
import type { ItemRow } from "./item-row.ts";

type Guess = (capture: {
  title: string;
  body: string;
  url: string | null;
}) => { type: string; confidence: number } | undefined;

/** Works out what a patch does to an item. @throws ProblemException 400 for what the type does not take */
export function planChange(
  registry: TypeRegistry,
  row: ItemRow,
  patch: ItemPatch,
  guess: Guess,
): { change: Change; content: ItemContent; processAgain: boolean } {
  const type = patch.type ?? row.type;
  const plugin = type === row.type ? registry.ofStored(type) : pluginFor(registry, type);
  const moved = { ...wakes(row, patch.dueAt ?? null), ...patch, ...settleSnooze(row, patch) };
  const settled = { ...moved, ...plugin.settle(row, moved) };
  const change: Change = {
    status: settled.status,
    pinned: settled.pinned,
    dueAt: settled.dueAt,
    snoozeUntil: settled.snoozeUntil,
  };
  const { title, body, data, tags, language } = settled;
  if (type === row.type && [title, body, data, tags, language].every((part) => part === undefined))
    return { change, content: contentOf(row), processAgain: false };

  const before = type === row.type ? contentOf(row) : convert(registry.find(row.type), titled(row), plugin);
  const given = readData(data ?? {});
  checkServerFields(plugin, given, before.data);
  const merged = Object.fromEntries(
    Object.entries({ ...before.data, ...given }).filter(([key, value]) => value !== null || !(key in given)),
  );
  const newTitle = title === undefined ? undefined : cleanText(title).trim();
  const content = {
    ...before,
    type,
    title: newTitle ?? row.title,
    body: body === undefined ? before.body : cleanText(body),
    tags: tags ? normaliseTags(tags) : row.tags,
  };
  if (plugin.unsorted) {
    const guessed = guess({
      title: row.title_source === "person" ? content.title : "",
      body: content.body,
      url: row.source_url,
    });
    delete merged.guess;
    if (guessed) merged.guess = guessed;
  }
  content.data = checkData(plugin, merged);
  const titleSource =
    newTitle === undefined ? row.title_source : newTitle === "" ? ("rule" as const) : ("person" as const);
  const sameThing = type === row.type && content.data.url === row.data.url;
  // The identity of an imported mail is of its bytes: only what the type knows a thing by makes another one of an item.
  const sameIdentity = type === row.type && plugin.identityOf(content) === plugin.identityOf(contentOf(row));
  const derived = derive(plugin, { ...content, titleSource, ...(sameIdentity ? { identity: row.identity } : {}) });
  const url = content.data.url;
  return {
    change: {
      ...change,
      ...(type === row.type ? {} : { type }),
      body: content.body,
      tags: content.tags,
      derived,
      ...(language === undefined ? {} : { language }),
      ...(typeof url === "string" && url !== row.source_url ? { sourceUrl: url } : {}),
    },
    content,
    processAgain: !sameThing,
  };
}

const titled = (row: ItemRow) => ({ ...contentOf(row), titleSource: row.title_source });
