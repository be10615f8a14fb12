import { recordingNotFound } from "@tessera/contracts-transcribe/problems.ts";
import type { NewSegment, Note, Recording, Segment, Word } from "@tessera/contracts-transcribe/recordings.ts";
import type { RecogniserChoice } from "@tessera/contracts-transcribe/settings.ts";
import { problem, type Tx } from "@tessera/service-kit";
import { SAMPLE_RATE } from "@tessera/speech/samples.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Recognised } from "../speech/recognise.ts";
import { spreadWords, wordsIn } from "../transcript/align-words.ts";

/** A row of transcribe.recording as the driver gives it (times as text), with the state that its job gives it. */
export interface RecordingRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  title: string;
  file_name: string;
  file_key: string;
  bytes: string | number;
  state: Recording["state"];
  failure: string | null;
  length_ms: number | null;
  done_ms: number;
  job_id: string | null;
  created_at: string;
  /** As it was chosen; without members it is the model on this machine. */
  recogniser: Partial<RecogniserChoice>;
  provider_name: string | null;
  language: string | null;
  run: number;
  resent_ms: number;
  done_at: string | null;
  sound_deleted_at: string | null;
  trashed_at: string | null;
}

export interface SegmentRow extends Record<string, unknown> {
  start_ms: number;
  end_ms: number;
  text: string;
  heard: string;
  confidence: number;
  speaker: string | null;
  words: StoredWord[];
}

/** Start and end in ms, confidence, and what was heard where the vocabulary put the word. */
type StoredWord = [number, number, number | null, string?];

export interface NoteRow extends Record<string, unknown> {
  id: string;
  at_ms: number;
  text: string;
  created_at: string;
}

/** One that was cancelled in the queue, or given up, says so here too. */
const STATE = sql`case when r.state not in ('waiting', 'running') then r.state
  when j.id is null or j.state = 'cancelled' then 'cancelled' when j.state = 'failed' then 'failed' else r.state end`;

/** Where the decoded sound of a recording lies while it is transcribed. */
export const soundKey = ({ file_key }: Pick<RecordingRow, "file_key">) => `${file_key}.pcm`;

export async function readRecordings(tx: Tx, where: SQL, limit = 1): Promise<RecordingRow[]> {
  const { rows } = await tx.execute<RecordingRow>(sql`
    select r.*, ${STATE} as state, coalesce(r.failure, case when j.state = 'failed' then j.error end) as failure
    from transcribe.recording r left join kit.job j on j.id = r.job_id
    where ${where} order by r.created_at desc, r.id desc limit ${limit}`);
  return rows;
}

/** @throws ProblemException 404 `recording_not_found` */
export async function rowOf(tx: Tx, id: string): Promise<RecordingRow> {
  const [row] = await readRecordings(tx, sql`r.id = ${id}`);
  if (!row) throw problem(recordingNotFound);
  return row;
}

export const isOpen = ({ state }: Pick<RecordingRow, "state">) => state === "waiting" || state === "running";

/** Until the transaction ends, no other one of this person gets past here. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`transcribe.recording ${userId}`}, 0))`);
}

export async function countRecordings(
  tx: Tx,
  userId: string,
): Promise<{ total: number; listed: number; running: number }> {
  const { rows } = await tx.execute<{ total: number; listed: number; running: number }>(sql`
    select count(*)::int as total, (count(*) filter (where r.trashed_at is null))::int as listed, (count(*) filter (where ${STATE} in ('waiting', 'running')))::int as running
    from transcribe.recording r left join kit.job j on j.id = r.job_id where r.user_id = ${userId}`);
  return rows[0]!;
}

export async function readSegments(tx: Tx, recordingId: string): Promise<Segment[]> {
  const { rows } = await tx.execute<SegmentRow>(sql`
    select * from transcribe.segment where recording_id = ${recordingId} order by start_ms`);
  return rows.map(toSegment);
}

export async function readNotes(tx: Tx, recordingId: string): Promise<Note[]> {
  const { rows } = await tx.execute<NoteRow>(sql`
    select id, at_ms, text, created_at from transcribe.note where recording_id = ${recordingId} order by at_ms, id`);
  return rows.map(toNote);
}

/** Stores a segment that nobody has yet. */
export async function storeSegment(
  tx: Tx,
  { id, user_id }: Pick<RecordingRow, "id" | "user_id">,
  { startMs, endMs, text, heard, confidence, speaker, words }: NewSegment,
): Promise<void> {
  await tx.execute(sql`
    insert into transcribe.segment
      (recording_id, user_id, start_ms, end_ms, text, heard, confidence, speaker, words)
    values (${id}, ${user_id}, ${startMs}, ${endMs}, ${text}, ${heard}, ${confidence}, ${speaker},
      ${storedWords(words)}::jsonb) on conflict do nothing`);
}

/** Of words as JSON; their text is that of the segment. */
export const storedWords = (words: Segment["words"]): string =>
  JSON.stringify(
    words.map(
      ({ startMs, endMs, confidence, heard }): StoredWord =>
        heard === null ? [startMs, endMs, confidence] : [startMs, endMs, confidence, heard],
    ),
  );

/**
 * Stores what was recognised in a window, and how far the transcript is, in one transaction: one that is killed
 * continues behind it.
 * @param window place of its first sample and of the one behind it @returns false when the recording was cancelled
 */
export async function storeWindow(
  tx: Tx,
  recording: RecordingRow,
  window: { from: number; next: number },
  segments: readonly Recognised[],
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update transcribe.recording set done_ms = ${milliseconds(window.next)} 
    where id = ${recording.id} and state = 'running' and run = ${recording.run} returning id`);
  if (!rows.length) return false;
  const at = (sample: number) => milliseconds(window.from + sample);
  for (const { start, end, text, heard, confidence, words } of segments) {
    const texts = wordsIn(text);
    await storeSegment(tx, recording, {
      ...{ startMs: at(start), endMs: at(end), text, heard, confidence, speaker: null },
      words: words.map((word, index) => ({
        ...{ text: texts[index]!, startMs: at(word.start), endMs: at(word.end) },
        ...{ confidence: word.confidence, heard: word.heard },
      })),
    });
  }
  return true;
}

/** Samples are counted in whole ms: 16 of them each. */
export const milliseconds = (samples: number) => Math.round((samples * 1000) / SAMPLE_RATE);

export function toSegment(row: SegmentRow): Segment {
  const { start_ms: startMs, end_ms: endMs, text, heard, confidence, speaker, words } = row;
  const texts = wordsIn(text);
  const placed =
    words.length === texts.length
      ? words.map(([start, end, sure, was = null], index) => ({
          ...{ text: texts[index]!, startMs: start, endMs: end, confidence: sure, heard: was },
        }))
      : spreadWords(texts, { startMs, endMs });
  return {
    ...{ startMs, endMs, text, heard, confidence, speaker },
    edited: text !== heard && textBefore(placed) !== heard,
    words: placed,
  };
}

/** The text with what was heard in place of what the vocabulary put. */
export const textBefore = (words: readonly Pick<Word, "text" | "heard">[]) =>
  words
    .map(({ text, heard }) => heard ?? text)
    .filter(Boolean)
    .join(" ");

export const toNote = ({ id, at_ms, text, created_at }: NoteRow): Note => ({
  ...{ id, atMs: at_ms, text, createdAt: new Date(created_at).toISOString() },
});

export const toRecording = (row: RecordingRow): Recording => ({
  id: row.id,
  title: row.title,
  fileName: row.file_name,
  bytes: Number(row.bytes),
  state: row.state,
  seconds: row.length_ms === null ? null : row.length_ms / 1000,
  doneSeconds: row.done_ms / 1000,
  failure: row.failure,
  createdAt: new Date(row.created_at).toISOString(),
  recogniser: toChoice(row.recogniser),
  providerName: row.provider_name,
  language: row.language,
  resentSeconds: row.resent_ms / 1000,
  soundDeletedAt: row.sound_deleted_at && new Date(row.sound_deleted_at).toISOString(),
  trashedAt: row.trashed_at && new Date(row.trashed_at).toISOString(),
});

export const toChoice = ({
  providerId = null,
  model = null,
  language = null,
}: Partial<RecogniserChoice>): RecogniserChoice => ({ providerId, model, language });
