import type { Recording, Segment } from "@tessera/contracts-transcribe/recordings.ts";
import type { Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { Recognised } from "../speech/recognise.ts";
import { SAMPLE_RATE } from "../speech/samples.ts";

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
}

interface SegmentRow extends Record<string, unknown> {
  start_ms: number;
  end_ms: number;
  text: string;
  heard: string;
  confidence: number;
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

/** Until the transaction ends, no other one of this person gets past here. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`transcribe.recording ${userId}`}, 0))`);
}

export async function countRecordings(tx: Tx, userId: string): Promise<{ total: number; running: number }> {
  const { rows } = await tx.execute<{ total: number; running: number }>(sql`
    select count(*)::int as total, (count(*) filter (where ${STATE} in ('waiting', 'running')))::int as running
    from transcribe.recording r left join kit.job j on j.id = r.job_id where r.user_id = ${userId}`);
  return rows[0]!;
}

export async function readSegments(tx: Tx, recordingId: string): Promise<Segment[]> {
  const { rows } = await tx.execute<SegmentRow>(sql`
    select start_ms, end_ms, text, heard, confidence from transcribe.segment
    where recording_id = ${recordingId} order by start_ms`);
  return rows.map(toSegment);
}

/**
 * Stores what was recognised in a window, and how far the transcript is, in one transaction: one that is killed goes on
 * behind it.
 * @param window place of its first sample and of the one behind it @returns false when the recording was cancelled
 */
export async function storeWindow(
  tx: Tx,
  { id, user_id }: RecordingRow,
  window: { from: number; next: number },
  segments: readonly Recognised[],
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update transcribe.recording set done_ms = ${milliseconds(window.next)} where id = ${id} and state = 'running'
    returning id`);
  if (!rows.length) return false;
  for (const { start, end, text, confidence } of segments)
    await tx.execute(sql`
      insert into transcribe.segment (recording_id, user_id, start_ms, end_ms, text, heard, confidence)
      values (${id}, ${user_id}, ${milliseconds(window.from + start)}, ${milliseconds(window.from + end)},
        ${text}, ${text}, ${confidence}) on conflict do nothing`);
  return true;
}

/** Samples are counted in whole ms: 16 of them each. */
export const milliseconds = (samples: number) => Math.round((samples * 1000) / SAMPLE_RATE);

export const toSegment = ({ start_ms, end_ms, text, heard, confidence }: SegmentRow): Segment => ({
  startMs: start_ms,
  endMs: end_ms,
  text,
  confidence,
  edited: text !== heard,
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
});
