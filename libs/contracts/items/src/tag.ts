import { MAX_TAG_LENGTH } from "./limits.ts";

/** What a tag is made of. */
export const TAG = /^[^,\n]+$/;
export const NO_TAG = "A tag has no comma and no line break";

/**
 * Why a trimmed text is no tag, in a sentence; null when it is one. The rule of the schema, for pages: they carry no
 * zod for it.
 */
export function tagFault(text: string): string | null {
  if (text.length > MAX_TAG_LENGTH) return `A tag has at most ${MAX_TAG_LENGTH} characters`;
  return TAG.test(text) ? null : NO_TAG;
}
