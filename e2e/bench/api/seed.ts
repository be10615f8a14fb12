import { randomUUID } from "node:crypto";

/** Runs one statement. */
export type Run = (statement: string, values?: unknown[]) => Promise<unknown>;

const WORDS = 2_000;
const BODY_WORDS = 40;
const BATCH = 2_000;

/** Words that look like words, the same in each run. */
const syllables = ["ba", "den", "fi", "gor", "hul", "ka", "lem", "mi", "nor", "pes", "ro", "sal", "tu", "vin", "zo"];
export const word = (index: number): string =>
  [index % 15, Math.floor(index / 15) % 15, Math.floor(index / 225)].map((at) => syllables[at % 15]).join("") +
  (index % 7 ? "" : "s");

/** The same numbers between 0 and 1 in each run. */
export function* numbers(): Generator<number, never> {
  for (let state = 42; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/**
 * Stores notes of a person as captures do, but without their jobs and answers. Words are of unequal frequency: the
 * first are in most texts.
 * @returns ids of some of them
 */
export async function seed(run: Run, userId: string, count: number): Promise<string[]> {
  const source = numbers();
  const next = () => source.next().value;
  const text = (words: number) => Array.from({ length: words }, () => word(Math.floor(WORDS * next() ** 2))).join(" ");
  const ids: string[] = [];
  for (let done = 0; done < count; done += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - done) }, (_, at) => {
      const [title, body] = [text(5), text(BODY_WORDS)];
      const created = new Date(Date.UTC(2025, 0, 1) + (done + at) * 60_000).toISOString();
      return { id: randomUUID(), title, body, line: body.slice(0, 200), tags: [word(at % 20)], created };
    });
    ids.push(...rows.slice(0, 50).map(({ id }) => id));
    await run(
      `insert into items.item (id, user_id, type, title, title_key, title_source, body, line, tags, tag_keys, status,
         source, processing, created_at, updated_at, unstemmed, search)
       select r.id, $2::uuid, 'note', r.title, r.title, 'person', r.body, r.line, r.tags, r.tags, 'later', 'capture',
         '{"title": {"state": "success", "ms": 0}}', r.created, r.created, false,
         setweight(items.lexemes(r.title), 'A') || setweight(items.lexemes(r.tags[1]), 'B')
           || setweight(items.lexemes(r.body), 'D')
       from jsonb_to_recordset($1::jsonb) r (id uuid, title text, body text, line text, tags text[], created timestamptz)`,
      [JSON.stringify(rows), userId],
    );
  }
  // As if they had been there for long: else the product works out what each of them means beside all that is measured.
  await run("update items.embedding_state set waiting = false");
  await run("vacuum analyze");
  return ids;
}
