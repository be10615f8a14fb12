import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { recordings } from "@tessera/contracts-transcribe/entitlements.ts";
import { MAX_NOTES } from "@tessera/contracts-transcribe/limits.ts";
import {
  noteNotFound,
  recordingEnded,
  recordingGone,
  recordingRuns,
  segmentChanged,
  segmentNotFound,
  segmentsOverlap,
  tooManyNotes,
} from "@tessera/contracts-transcribe/problems.ts";
import type {
  Note,
  NoteChange,
  Recording,
  RecordingChange,
  RecordingPage,
  RecordingQuery,
  Segment,
  SegmentChange,
  SegmentsChange,
  SpeakerChange,
  Transcript,
} from "@tessera/contracts-transcribe/recordings.ts";
import {
  type Caller,
  Clock,
  Database,
  FileNotFound,
  FileStore,
  JobRecords,
  type OpenFile,
  problem,
  SubscriptionGate,
  type Upload,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { RecordingCards } from "../cards/recording-cards.ts";
import { SettingsService } from "../settings/settings.service.ts";
import { Ffmpeg } from "../speech/ffmpeg.ts";
import { alignWords } from "../transcript/align-words.ts";
import { VocabularyService } from "../vocabulary/vocabulary.service.ts";
import { BeginRecording } from "./begin-recording.ts";
import { keepUpload } from "./keep-upload.ts";
import { readTranscript } from "./read-transcript.ts";
import {
  countRecordings,
  isOpen,
  lockPerson,
  type NoteRow,
  readRecordings,
  readSegments,
  rowOf,
  soundKey,
  storedWords,
  storeSegment,
  toNote,
  toRecording,
  toSegment,
} from "./recording.store.ts";

@Injectable()
export class RecordingsService {
  constructor(
    private readonly database: Database,
    private readonly files: FileStore,
    private readonly begin: BeginRecording,
    private readonly settings: SettingsService,
    private readonly records: JobRecords,
    private readonly gate: SubscriptionGate,
    private readonly clock: Clock,
    private readonly vocabulary: VocabularyService,
    private readonly cards: RecordingCards,
    private readonly ffmpeg: Ffmpeg,
  ) {}

  /**
   * Keeps one file, then begins its transcription.
   * @throws ProblemException 400, 402 `plan_limit_reached` or `usage_limit_reached`, 413, 415, 429, with nothing kept
   */
  async upload(caller: Caller, uploads: AsyncIterable<Upload>): Promise<Recording> {
    const id = randomUUID();
    const key = `transcribe/${caller.userId}/${id}`;
    try {
      const { name, bytes } = await keepUpload(this.files, key, uploads, this.ffmpeg.version !== null);
      return await this.keep(caller, { id, key, name, bytes });
    } catch (error) {
      await this.files.delete(key);
      throw error;
    }
  }

  /** @throws ProblemException 402, 429 where there is no room for another recording */
  ensureRoom(caller: Caller): Promise<void> {
    return this.gate.within(caller, recordings, (limit) =>
      this.database.as(caller, (tx) => this.begin.makeRoom(tx, caller.userId, limit)),
    );
  }

  /**
   * Begins the transcription of a file that is there; a second time it answers the recording of the first.
   * @throws ProblemException 402, 429
   */
  keep(
    caller: Caller,
    { id, key, name, bytes }: { id: string; key: string; name: string; bytes: number },
  ): Promise<Recording> {
    return this.gate.within(caller, recordings, (limit) =>
      this.database.as(caller, async (tx) => {
        await lockPerson(tx, caller.userId);
        const [known] = await readRecordings(tx, sql`r.id = ${id}`);
        if (known) return toRecording(known);
        await this.begin.makeRoom(tx, caller.userId, limit);
        const { recogniser } = await this.settings.of(tx, caller.userId);
        const title = name.replace(/\.[^.]{1,5}$/, "") || name;
        await tx.execute(sql`
          insert into transcribe.recording
            (id, user_id, title, file_name, file_key, bytes, created_at, recogniser, language)
          values (${id}, ${caller.userId}, ${title}, ${name}, ${key}, ${bytes}, ${this.clock.now().toISOString()},
            ${JSON.stringify(recogniser)}::jsonb, ${recogniser.providerId ? recogniser.language : "en"})`);
        await this.vocabulary.ask(tx, caller.userId);
        await this.begin.enqueue(tx, await rowOf(tx, id));
        return toRecording(await rowOf(tx, id));
      }),
    );
  }

  async list(
    caller: Pick<Caller, "userId">,
    { limit, cursor, q }: z.output<typeof RecordingQuery>,
  ): Promise<RecordingPage> {
    return this.database.as(caller, async (tx) => {
      const where = [sql`r.user_id = ${caller.userId} and r.trashed_at is null`];
      if (cursor)
        where.push(sql`(r.created_at, r.id) < (select created_at, id from transcribe.recording where id = ${cursor})`);
      if (q) {
        const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
        where.push(sql`(r.title ilike ${pattern} or exists (
          select from transcribe.segment s where s.recording_id = r.id and s.text ilike ${pattern}) or exists (
          select from transcribe.summary m, jsonb_array_elements(m.points) p
          where m.recording_id = r.id and p->>'text' ilike ${pattern}))`);
      }
      const rows = await readRecordings(tx, sql.join(where, sql` and `), limit + 1);
      const items = rows.slice(0, limit).map(toRecording);
      const { listed } = await countRecordings(tx, caller.userId);
      return { items, nextCursor: rows.length > limit ? items.at(-1)!.id : null, total: listed };
    });
  }

  /** @throws ProblemException 404 `recording_not_found`, as all below */
  async get(caller: Pick<Caller, "userId">, id: string): Promise<Transcript> {
    return this.database.as(caller, (tx) => readTranscript(tx, id));
  }

  async rename(caller: Caller, id: string, { title }: RecordingChange): Promise<Recording> {
    return this.database.as(caller, async (tx) => {
      await rowOf(tx, id);
      await tx.execute(sql`update transcribe.recording set title = ${title} where id = ${id}`);
      await this.cards.changed(tx, id);
      return toRecording(await rowOf(tx, id));
    });
  }

  /** @throws ProblemException 404, 409 `segment_changed` */
  async changeSegment(caller: Caller, id: string, startMs: number, change: SegmentChange): Promise<Segment> {
    return this.database.as(caller, async (tx) => {
      await rowOf(tx, id);
      const where = sql`recording_id = ${id} and start_ms = ${startMs}`;
      const found = await tx.execute<Parameters<typeof toSegment>[0]>(sql`
        select * from transcribe.segment where ${where} for update`);
      if (!found.rows[0]) throw problem(segmentNotFound);
      const segment = toSegment(found.rows[0]);
      if (segment.text !== change.seen && segment.text !== change.text) throw problem(segmentChanged);
      const words = alignWords(segment.words, change.text, segment);
      const { rows } = await tx.execute<Parameters<typeof toSegment>[0]>(sql`
        update transcribe.segment set text = ${change.text}, words = ${storedWords(words)}::jsonb
        where ${where} returning *`);
      await this.cards.changed(tx, id);
      return toSegment(rows[0]!);
    });
  }

  /**
   * Replaces segments that follow each other.
   * @throws ProblemException 400 `segments_overlap`, 404, 409 `segment_changed`
   */
  async replaceSegments(caller: Caller, id: string, { seen, segments }: SegmentsChange): Promise<Transcript> {
    return this.database.as(caller, async (tx) => {
      const row = await rowOf(tx, id);
      await tx.execute(sql`select from transcribe.segment where recording_id = ${id} for update`);
      const all = await readSegments(tx, id);
      const first = all.findIndex(({ startMs }) => startMs === seen[0]!.startMs);
      const replaced = all.slice(first, first + seen.length);
      const isSeen =
        first >= 0 &&
        seen.every(({ startMs, text }, at) => replaced[at]?.startMs === startMs && replaced[at]?.text === text);
      if (!isSeen) throw problem(segmentChanged);
      if (!followEachOther(segments, { startMs: seen[0]!.startMs, endMs: replaced.at(-1)!.endMs }))
        throw problem(segmentsOverlap);
      for (const { startMs } of replaced)
        await tx.execute(sql`delete from transcribe.segment where recording_id = ${id} and start_ms = ${startMs}`);
      for (const segment of segments) await storeSegment(tx, row, segment);
      await this.cards.changed(tx, id);
      return readTranscript(tx, id);
    });
  }

  async nameSpeaker(caller: Caller, id: string, { startMs, speaker }: SpeakerChange): Promise<Transcript> {
    return this.database.as(caller, async (tx) => {
      await rowOf(tx, id);
      await tx.execute(sql`
        update transcribe.segment set speaker = ${speaker} where recording_id = ${id}
        and start_ms in (select value::int from jsonb_array_elements_text(${JSON.stringify(startMs)}::jsonb))`);
      await this.cards.changed(tx, id);
      return readTranscript(tx, id);
    });
  }

  /** Writes a note; one that is there already is changed. @throws ProblemException 404, 409 `too_many_notes` */
  async writeNote(caller: Caller, id: string, noteId: string, { atMs, text }: NoteChange): Promise<Note> {
    return this.database.as(caller, async (tx) => {
      await lockPerson(tx, caller.userId);
      await rowOf(tx, id);
      const known = await tx.execute(sql`
        select from transcribe.note where recording_id = ${id} and id = ${noteId}`);
      if (!known.rows.length) {
        const count = await tx.execute<{ count: number }>(sql`
          select count(*)::int as count from transcribe.note where recording_id = ${id}`);
        if (count.rows[0]!.count >= MAX_NOTES) throw problem(tooManyNotes, { count: MAX_NOTES });
      }
      const { rows } = await tx.execute<NoteRow>(sql`
        insert into transcribe.note (id, recording_id, user_id, at_ms, text, created_at)
        values (${noteId}, ${id}, ${caller.userId}, ${atMs}, ${text}, ${this.clock.now().toISOString()})
        on conflict (recording_id, id) do update set at_ms = excluded.at_ms, text = excluded.text returning *`);
      return toNote(rows[0]!);
    });
  }

  /** @throws ProblemException 404 */
  async removeNote(caller: Caller, id: string, noteId: string): Promise<void> {
    await this.database.as(caller, async (tx) => {
      await rowOf(tx, id);
      const { rows } = await tx.execute(sql`
        delete from transcribe.note where id = ${noteId} and recording_id = ${id} returning id`);
      if (!rows.length) throw problem(noteNotFound);
    });
  }

  /** Stops a transcription; what it has said stays. @throws ProblemException 404, 409 `recording_ended` */
  async cancel(caller: Caller, id: string): Promise<Recording> {
    const row = await this.database.as(caller, (tx) => rowOf(tx, id));
    if (!isOpen(row)) throw problem(recordingEnded);
    if (row.job_id) await this.records.cancel(caller, row.job_id);
    return this.database.as(caller, async (tx) => {
      await tx.execute(sql`
        update transcribe.recording set state = 'cancelled' where id = ${id} and state in ('waiting', 'running')`);
      return toRecording(await rowOf(tx, id));
    });
  }

  /** Continues after the last segment that is there. @throws ProblemException 402, 404, 409 `recording_runs`, 429 */
  async resume(caller: Caller, id: string): Promise<Recording> {
    return this.database.as(caller, async (tx) => {
      await lockPerson(tx, caller.userId);
      const row = await rowOf(tx, id);
      if (isOpen(row)) throw problem(recordingRuns);
      if (row.state === "done") throw problem(recordingEnded);
      await this.begin.makeRoom(tx, caller.userId, null);
      await tx.execute(sql`update transcribe.recording set state = 'waiting', failure = null where id = ${id}`);
      await this.begin.enqueue(tx, row);
      return toRecording(await rowOf(tx, id));
    });
  }

  /** @throws ProblemException 404, 409 `recording_runs` */
  async remove(caller: Caller, id: string): Promise<void> {
    const row = await this.database.as(caller, async (tx) => {
      await lockPerson(tx, caller.userId);
      const row = await rowOf(tx, id);
      if (isOpen(row)) throw problem(recordingRuns);
      await tx.execute(sql`delete from transcribe.recording where id = ${id}`);
      await this.cards.withdraw(tx, caller.userId, id);
      return row;
    });
    for (const key of [row.file_key, soundKey(row)]) await this.files.delete(key);
  }

  /** @throws ProblemException 404 `recording_not_found`, `recording_file_gone` */
  async audio(caller: Caller, id: string): Promise<OpenFile> {
    const row = await this.database.as(caller, (tx) => rowOf(tx, id));
    return this.files.open(row.file_key).catch((error: unknown) => {
      throw error instanceof FileNotFound ? problem(recordingGone) : error;
    });
  }
}

/** Parts and their words are in the order of time, inside the span, and share nothing. */
function followEachOther(segments: SegmentsChange["segments"], span: { startMs: number; endMs: number }): boolean {
  let from = span.startMs;
  return segments.every(({ startMs, endMs, words }, index) => {
    if (startMs < from || endMs < startMs || endMs > span.endMs) return false;
    if (index > 0 && startMs === segments[index - 1]!.startMs) return false;
    from = endMs;
    return words.every((word) => word.startMs >= startMs && word.endMs >= word.startMs && word.endMs <= endMs);
  });
}
