import { MAX_TAGS } from "@tessera/contracts-items/limits.ts";
import { cleanText } from "./clean.ts";

/** What tags are compared by: without case, in one Unicode form. */
export const tagKey = (tag: string): string => tag.normalize("NFKC").toLowerCase();

/** Tags as they are kept: composed Unicode, single spaces, each once whatever its case (the first spelling stays). */
export function normaliseTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const raw of tags) {
    const tag = cleanText(raw)
      .normalize("NFC")
      .replaceAll(/[\s,]+/g, " ")
      .trim()
      .slice(0, 60)
      .toWellFormed();
    if (tag && !kept.has(tagKey(tag))) kept.set(tagKey(tag), tag);
  }
  return [...kept.values()];
}

/** `first` with those of `second` that it lacks. */
export const mergeTags = (first: readonly string[], second: readonly string[]): string[] =>
  normaliseTags([...first, ...second]).slice(0, Math.max(MAX_TAGS, first.length));
