import { likeness, soundOf } from "@tessera/speech/vocabulary/sounds.ts";

/** Letters and digits alone: a tag is said without its signs. */
const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** How alike a tag has to sound: recognition hears "recipts" for "receipts". */
const ALIKE = 0.83;
/** Letters below which a tag has to be said as it is. */
const SHORTEST = 5;

/** The tag in use that was said, or nearly so; null where none is near, or two are. */
export function nearestTag(said: string, known: readonly string[]): string | null {
  const wanted = bare(said);
  if (!wanted) return null;
  const same = known.find((tag) => bare(tag) === wanted);
  if (same !== undefined) return same;
  if (wanted.length < SHORTEST) return null;
  const sound = soundOf(said);
  const near = known.filter((tag) => likeness(soundOf(tag), sound) >= ALIKE);
  return near.length === 1 ? (near[0] ?? null) : null;
}
