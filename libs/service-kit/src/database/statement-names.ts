import { createHash } from "node:crypto";

/** Statements that are prepared; each takes some 50 kB of every connection's server process. */
const MAX_PREPARED = 200;
/** Texts whose uses are counted while they may still become one of them. */
const MAX_COUNTED = 2_000;
/** Longest text that is worth it, in characters. */
const MAX_TEXT = 20_000;
/** Uses in this process from which on a statement counts as hot. */
const HOT = 3;

const names = new Map<string, string>();
const uses = new Map<string, number>();

/**
 * Name under which a hot statement is prepared; null for one that is not hot. Texts are few, as values go as
 * parameters; those that are put together at run time stay out by the limits.
 */
export function nameOf(text: string): string | null {
  const name = names.get(text);
  if (name) return name;
  if (names.size >= MAX_PREPARED || text.length > MAX_TEXT) return null;
  const used = (uses.get(text) ?? 0) + 1;
  if (used < HOT) {
    if (uses.size >= MAX_COUNTED) uses.clear();
    uses.set(text, used);
    return null;
  }
  uses.delete(text);
  const made = `t_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
  names.set(text, made);
  return made;
}
