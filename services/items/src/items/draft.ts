import { createHash } from "node:crypto";
import type { Item, ItemStatus } from "@tessera/contracts-items/items.ts";
import { MAX_TITLE_LENGTH } from "@tessera/contracts-items/limits.ts";
import { languageOf } from "@tessera/contracts-items/text-language.ts";
import { withoutAddresses } from "../mentions/references.ts";
import { foldLongText, foldText, titleKey } from "../search/search-text.ts";
import { firstLine, shorten } from "../text/clean.ts";
import { plainMarkdown } from "../text/plain-markdown.ts";
import { tagKey } from "../text/tags.ts";
import type { ItemContent, TypePlugin } from "../types/plugin.ts";

export type TitleSource = "person" | "rule" | "import";
export type Processing = Item["processing"];

/** Longest title that is made by rule, and longest line under it. */
const RULE_TITLE = 120;
const LINE = 240;
/** Lines of the content that are looked through for it. */
const LINES = 8;
/** Characters of the content that are looked through for it. */
const MAX_LOOK = 10_000;

/** An item about to be stored, whole: what a person, an import or a step made of it. */
export interface Draft extends ItemContent {
  id: string;
  parentId: string | null;
  titleSource: TitleSource;
  status: ItemStatus;
  pinned: boolean;
  /** Where it is known; else what is news is unread. */
  unread?: boolean;
  dueAt: string | null;
  /** ISO 8601: until then it is snoozed. */
  snoozeUntil?: string;
  /** Where it was put in the order by hand, as a decimal number. */
  placed?: string | null;
  /** That a person said its text is in; else its words say it. */
  language?: string | null;
  source: string;
  /** What makes two items the same thing, when it is not what the type says. */
  identity?: string | null;
  processing: Processing;
  createdAt: Date;
}

/** Columns of an item that follow from its content. */
export interface Derived {
  title: string;
  title_key: string;
  title_source: TitleSource;
  line: string;
  short_data: Record<string, unknown>;
  long_data: Record<string, unknown>;
  tag_keys: string[];
  identity: string | null;
  /** That the words of its text say; null where they do not. */
  language: string | null;
  search_title: string;
  search_tags: string;
  search_body: string;
}

/**
 * Works out what follows from an item's content: a title where nobody gave one, the line of lists, words for the
 * search.
 */
export function derive(
  plugin: TypePlugin,
  item: ItemContent & { titleSource: TitleSource; identity?: string | null },
): Derived {
  const given = item.titleSource !== "rule" && item.title.trim() !== "";
  const title = given ? shorten(item.title.replaceAll(/\s+/g, " ").trim(), MAX_TITLE_LENGTH) : ruleTitle(plugin, item);
  const content = plugin.getContent(item);
  const long = new Set(plugin.longFields);
  const entries = Object.entries(item.data);
  return {
    title,
    title_key: titleKey(title),
    title_source: given ? item.titleSource : "rule",
    line: shorten(
      plugin
        .getRow(item)
        .map((part) => lineUnder(title, part))
        .filter(Boolean)
        .join(" · "),
      LINE,
    ),
    short_data: Object.fromEntries(entries.filter(([key]) => !long.has(key))),
    long_data: Object.fromEntries(entries.filter(([key, value]) => long.has(key) && value !== null)),
    tag_keys: item.tags.map(tagKey),
    identity: item.identity !== undefined ? item.identity : hashed(plugin.identityOf(item)),
    language: hasLanguage(plugin) ? (languageOf(`${title}\n${content.slice(0, MAX_LOOK)}`) ?? null) : null,
    search_title: foldText(title),
    search_tags: foldText(item.tags.join(" , ")),
    search_body: foldLongText(withoutAddresses(content)),
  };
}

/** "url:<SHA-256>": an index takes no long text. Migration 006 says the same. */
export function hashed(identity: string): string;
export function hashed(identity: string | null): string | null;
export function hashed(identity: string | null): string | null {
  if (identity === null) return null;
  const end = identity.indexOf(":") + 1;
  return identity.slice(0, end) + createHash("sha256").update(identity.slice(end)).digest("hex");
}

const hasLanguage = ({ isCode, excludeFromProcessing }: TypePlugin) => !isCode && !excludeFromProcessing;

/** The title that the plugin's title content gives; never empty. */
const ruleTitle = (plugin: TypePlugin, item: ItemContent) =>
  firstLine(plainMarkdown(plugin.getTitleContent(item)), RULE_TITLE) ||
  `Untitled ${plugin.definition.label.toLowerCase()}`;

/** The first lines of a text that the title does not say already, in one. */
function lineUnder(title: string, content: string): string {
  const rest: string[] = [];
  // Texts may be half a million empty lines.
  for (const line of content.trimStart().slice(0, MAX_LOOK).split("\n")) {
    const plain = firstLine(plainMarkdown(line), LINE);
    if (plain === "" || plain === title || (title.endsWith("…") && plain.startsWith(title.slice(0, -1)))) continue;
    rest.push(plain);
    if (rest.length === LINES) break;
  }
  return firstLine(rest.join(" "), LINE);
}
