import type { Tx } from "@tessera/service-kit";
import { isCommon } from "@tessera/speech/vocabulary/common-words.ts";
import type { Term } from "@tessera/speech/vocabulary/replace-heard.ts";
import { likeness, soundOf } from "@tessera/speech/vocabulary/sounds.ts";
import { sql } from "drizzle-orm";
import { type SegmentRow, textBefore, toSegment } from "../recordings/recording.store.ts";
import { wordsIn } from "../transcript/align-words.ts";

/** Corrected sentences that are looked at, the latest recordings first. */
const MAX_SENTENCES = 500;
/** How alike a correction has to sound to what was heard, 0 to 1; another word is a rewrite, not a correction. */
const ALIKE = 0.6;

const bare = (word: string) => word.replace(/^[^\p{L}\p{N}]+|(?:['’]s)?[^\p{L}\p{N}]*$/gu, "");

/** Words that the person put for others that sound alike, with what was heard. */
export async function readCorrections(tx: Tx, userId: string): Promise<Term[]> {
  const { rows } = await tx.execute<SegmentRow>(sql`
    select s.* from transcribe.segment s join transcribe.recording r on r.id = s.recording_id
    where s.user_id = ${userId} and s.text <> s.heard
    order by r.created_at desc, s.start_ms limit ${MAX_SENTENCES}`);
  const learned = new Map<string, Term>();
  // What the vocabulary itself put teaches it nothing.
  for (const row of rows)
    for (const { from, to } of correctedWords(row.heard, textBefore(toSegment(row).words))) {
      const term = learned.get(to) ?? { term: to, soundsLike: [] };
      // Everyday words are never changed, so they are not kept as what a term sounds like.
      const isNew = !isCommon(from) && !term.soundsLike.includes(from);
      learned.set(to, isNew ? { term: to, soundsLike: [...term.soundsLike, from].slice(-3) } : term);
    }
  return [...learned.values()];
}

/** Single words between two that stayed, each put for one word: names, and no everyday words. */
export function correctedWords(heard: string, text: string): { from: string; to: string }[] {
  const [before, after] = [wordsIn(heard).map(bare), wordsIn(text).map(bare)];
  if (before.length !== after.length) return [];
  return after.flatMap((to, at) => {
    const from = before[at]!;
    const isName = to.length > 2 && !isCommon(to) && from.toLowerCase() !== to.toLowerCase();
    const stays = (place: number) => before[place] === after[place];
    if (!isName || !stays(at - 1) || !stays(at + 1)) return [];
    return likeness(soundOf(from), soundOf(to)) >= ALIKE ? [{ from, to }] : [];
  });
}
