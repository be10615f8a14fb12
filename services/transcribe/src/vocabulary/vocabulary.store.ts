import { MAX_GIVEN } from "@tessera/contracts-transcribe/limits.ts";
import type { TermSource, VocabularyTerm } from "@tessera/contracts-transcribe/vocabulary.ts";
import type { Tx } from "@tessera/service-kit";
import { isCommon } from "@tessera/speech/vocabulary/common-words.ts";
import type { Term } from "@tessera/speech/vocabulary/replace-heard.ts";
import { sql } from "drizzle-orm";

export interface TermRow extends Record<string, unknown> {
  id: string;
  term: string;
  sounds_like: string[];
  source: TermSource;
  refused: boolean;
  created_at: string;
}

/** Words of a term that may be learned. */
const MAX_WORDS = 4;

export const keyOf = (term: string) => term.normalize("NFC").toLowerCase();

export const toTerm = ({ id, term, sounds_like, source, refused, created_at }: TermRow): VocabularyTerm => ({
  ...{ id, term, soundsLike: sounds_like, source, refused, createdAt: new Date(created_at).toISOString() },
});

/** Until the transaction ends, nobody else changes the vocabulary of this person. */
export async function lockVocabulary(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`transcribe.vocabulary ${userId}`}, 0))`);
}

export async function readTerms(tx: Tx, userId: string): Promise<TermRow[]> {
  const { rows } = await tx.execute<TermRow>(sql`
    select * from transcribe.term where user_id = ${userId} order by key`);
  return rows;
}

export async function learns(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ learns: boolean }>(sql`
    select learns from transcribe.vocabulary where user_id = ${userId}`);
  return rows[0]?.learns ?? true;
}

/** What recognition of this person's speech is given. */
export async function termsFor(tx: Tx, userId: string): Promise<Term[]> {
  const { rows } = await tx.execute<{ term: string; sounds_like: string[] }>(sql`
    select term, sounds_like from transcribe.term where user_id = ${userId} and not refused
    order by source <> 'own', key`);
  return rows.map(({ term, sounds_like }) => ({ term, soundsLike: sounds_like }));
}

/** Makes the learned terms of a source those that are given; what the person added or refused stays as it is. */
export async function replaceLearned(
  tx: Tx,
  userId: string,
  source: TermSource,
  given: readonly Term[],
  now: Date,
): Promise<void> {
  const learned = new Map(given.filter(isWorthLearning).map((term) => [keyOf(term.term), term]));
  const wanted = [...learned]
    .slice(0, MAX_GIVEN)
    .map(([key, { term, soundsLike }]) => ({ key, term, sounds: soundsLike }));
  const rows = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(key text, term text, sounds jsonb)`;
  await tx.execute(sql`
    delete from transcribe.term where user_id = ${userId} and source = ${source} and not refused
    and key not in (select key from ${rows})`);
  const sounds = sql`array(select jsonb_array_elements_text(w.sounds))`;
  await tx.execute(sql`
    insert into transcribe.term as t (id, user_id, term, key, sounds_like, source, created_at)
    select gen_random_uuid(), ${userId}, w.term, w.key, ${sounds}, ${source}, ${now.toISOString()} from ${rows}
    on conflict (user_id, key) do update set term = excluded.term, sounds_like = excluded.sounds_like
    where t.source = excluded.source and (t.term, t.sounds_like) is distinct from (excluded.term, excluded.sounds_like)`);
}

/** Everyday words are recognised well, and sentences are no names. */
function isWorthLearning({ term }: Term): boolean {
  const words = term.split(/\s+/);
  return words.length <= MAX_WORDS && /\p{L}{2}/u.test(term) && !words.every(isCommon);
}
