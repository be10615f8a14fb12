import type { DueWords } from "@tessera/contracts-core/day-words.ts";
import { readWords, type Word, withoutWords } from "@tessera/contracts-items/words/words.ts";
import { type Capture, recognise } from "../types/captures.ts";
import type { CaptureDraft } from "./capture-draft.ts";

/** What a typed text comes to: the type it is saved as, its fields, and the text without the words that name them. */
export interface Typed {
  chosen: Capture;
  words: Word[];
  text: string;
  /** Tags of the field and of the text. */
  tags: string[];
}

const lines = (text: string): [first: string, rest: string] => {
  const start = text.length - text.trimStart().length;
  const end = text.indexOf("\n", start);
  return end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end)];
};

/** Reads the first line of what is typed; only a type that takes them gets more than tags from it. */
export function readTyped(draft: CaptureDraft, captures: readonly Capture[], region: DueWords): Typed {
  const [first, rest] = lines(draft.text);
  const all = readWords(first, region, draft.refused);
  const refused = new Set(draft.refused);
  const tags = all.filter((word) => word.kind === "tag");
  const withoutTags = withoutWords(first, tags) + rest;
  // A word that was refused is no sign of a type either.
  const kept = [...refused].reduce((text, word) => text.replace(word, ""), withoutTags);
  const chosen = captures.find(({ type }) => type === draft.type) ?? recognise(kept, captures);
  const words = chosen.code.takesWords ? all : tags;
  const typedTags = tags.map((word) => word.tag);
  const known = (tag: string) => draft.tags.some((one) => one.toLowerCase() === tag.toLowerCase());
  return {
    chosen,
    words,
    text: words.length > 0 ? withoutWords(first, words) + rest : draft.text,
    tags: [...draft.tags, ...typedTags.filter((tag) => !known(tag))],
  };
}
