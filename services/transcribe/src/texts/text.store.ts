import { MAX_EARLIER_TEXTS } from "@tessera/contracts-transcribe/limits.ts";
import type { EarlierText } from "@tessera/contracts-transcribe/recordings.ts";
import type { RecogniserChoice } from "@tessera/contracts-transcribe/settings.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type RecordingRow, type SegmentRow, toChoice, toSegment } from "../recordings/recording.store.ts";

export interface EarlierRow extends Record<string, unknown> {
  id: string;
  replaced_at: string;
  recogniser: Partial<RecogniserChoice>;
  provider_name: string | null;
  language: string | null;
  state: RecordingRow["state"];
  done_ms: number;
  segments: SegmentRow[];
}

/** The newest first. */
export async function readEarlier(tx: Tx, recordingId: string): Promise<EarlierText[]> {
  const { rows } = await tx.execute<EarlierRow>(sql`
    select * from transcribe.earlier_text where recording_id = ${recordingId} order by replaced_at desc, id`);
  return rows.map(({ id, replaced_at, recogniser, provider_name, language, segments }) => ({
    ...{ id, replacedAt: new Date(replaced_at).toISOString(), recogniser: toChoice(recogniser) },
    ...{ providerName: provider_name, language, segments: segments.length },
    edited: segments.map(toSegment).filter(({ edited, speaker }) => edited || speaker !== null).length,
  }));
}

/** Makes the text that is there an earlier one; one without words is none. */
export async function keepText(tx: Tx, row: RecordingRow, id: string, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into transcribe.earlier_text
      (id, recording_id, user_id, replaced_at, recogniser, provider_name, language, state, done_ms, segments)
    select ${id}, ${row.id}, ${row.user_id}, ${now.toISOString()}, ${JSON.stringify(row.recogniser)}::jsonb,
      ${row.provider_name}, ${row.language}, ${row.state}, ${row.done_ms}, jsonb_agg(to_jsonb(s) order by s.start_ms)
    from transcribe.segment s where s.recording_id = ${row.id} having count(*) > 0`);
  await tx.execute(sql`delete from transcribe.segment where recording_id = ${row.id}`);
  await tx.execute(sql`
    delete from transcribe.earlier_text where recording_id = ${row.id} and id not in (
      select id from transcribe.earlier_text where recording_id = ${row.id}
      order by replaced_at desc, id limit ${MAX_EARLIER_TEXTS})`);
}

/** @returns undefined when it is not kept any more */
export async function takeOut(tx: Tx, recordingId: string, id: string): Promise<EarlierRow | undefined> {
  const { rows } = await tx.execute<EarlierRow>(sql`
    delete from transcribe.earlier_text where id = ${id} and recording_id = ${recordingId} returning *`);
  return rows[0];
}

/** Makes an earlier text that of the recording, which has none. */
export async function putBack(tx: Tx, recordingId: string, earlier: EarlierRow): Promise<void> {
  await tx.execute(sql`
    insert into transcribe.segment
    select s.* from jsonb_populate_recordset(null::transcribe.segment, ${JSON.stringify(earlier.segments)}::jsonb) s`);
  // A text that was not whole may be resumed.
  const state = earlier.state === "done" ? "done" : "cancelled";
  await tx.execute(sql`
    update transcribe.recording set state = ${state}, failure = null, done_ms = ${earlier.done_ms}, run = run + 1,
      recogniser = ${JSON.stringify(earlier.recogniser)}::jsonb, provider_name = ${earlier.provider_name},
      language = ${earlier.language} where id = ${recordingId}`);
}
