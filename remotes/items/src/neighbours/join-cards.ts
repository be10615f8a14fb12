import type { Item } from "@tessera/contracts-items/items.ts";
import { MAX_BODY_LENGTH, MAX_TAGS } from "@tessera/contracts-items/limits.ts";
import { referenceTo } from "@tessera/contracts-items/references.ts";

type Card = Pick<Item, "id" | "title">;
type Text = Pick<Item, "title" | "titleSource" | "body" | "tags" | "data">;

const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim().toLowerCase();

/** A text with a mention of another card below it. */
export const withLink = (body: string, card: Card): string =>
  `${body.trimEnd()}${body.trim() ? "\n\n" : ""}See also ${referenceTo(card)}`;

/** A text that says above it which card it continues: each thread is followed by these mentions. */
export const withThread = (body: string, card: Card): string => `Continues ${referenceTo(card)}\n\n${body.trimStart()}`;

/**
 * What a card is once another one is part of it: its text, and below it what the other says that it does not; the tags
 * of both. @returns null where the text would be too long
 */
export function merged(kept: Text, other: Text): { body: string; tags: string[] } | null {
  const said = plain(kept.body);
  const url = typeof other.data.url === "string" && other.data.url !== kept.data.url ? `<${other.data.url}>` : "";
  const isNamed = other.titleSource === "person" && plain(other.title) !== plain(kept.title);
  const more = [
    isNamed && !said.includes(plain(other.title)) ? `## ${other.title}` : "",
    url,
    said.includes(plain(other.body)) ? "" : other.body.trim(),
  ].filter(Boolean);
  const body = [kept.body.trimEnd(), ...more].filter(Boolean).join("\n\n");
  if (body.length > MAX_BODY_LENGTH) return null;
  const known = new Set(kept.tags.map((tag) => tag.toLowerCase()));
  const tags = [...kept.tags, ...other.tags.filter((tag) => !known.has(tag.toLowerCase()))].slice(0, MAX_TAGS);
  return { body: more.length ? body : kept.body, tags };
}
