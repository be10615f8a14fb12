import { PageQuery, pageOf } from "@tessera/contracts-core/page.ts";
import { z } from "zod";
import { MAX_SEGMENT_LENGTH, MAX_TITLE_LENGTH } from "./limits.ts";

export const RecordingState = z.enum(["waiting", "running", "done", "failed", "cancelled"]);
export type RecordingState = z.infer<typeof RecordingState>;

/** Speech between two pauses. Times are milliseconds from the beginning of the recording. */
export const Segment = z
  .object({
    startMs: z.int(),
    endMs: z.int(),
    text: z.string(),
    /** How sure the recogniser was of its words, 0 to 1. */
    confidence: z.number(),
    /** Whether the person changed the text. */
    edited: z.boolean(),
  })
  .meta({ id: "TranscriptSegment" });
export type Segment = z.infer<typeof Segment>;

/** An audio file of one person and how far its transcript is. */
export const Recording = z
  .object({
    id: z.uuid(),
    title: z.string(),
    fileName: z.string(),
    bytes: z.int(),
    state: RecordingState,
    /** Seconds of the audio; null until it is decoded. */
    seconds: z.number().nullable(),
    /** Seconds of the audio that are transcribed. */
    doneSeconds: z.number(),
    /** Why it failed, as a sentence. */
    failure: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Recording" });
export type Recording = z.infer<typeof Recording>;

/** Segments in the order of time; of an unfinished recording those that are transcribed. */
export const Transcript = Recording.extend({ segments: z.array(Segment) }).meta({ id: "Transcript" });
export type Transcript = z.infer<typeof Transcript>;

/** Newest first. `cursor`: id of the last recording of the page before. `q`: part of the title or of what is said. */
export const RecordingQuery = PageQuery.extend({
  cursor: z.uuid().optional(),
  q: z.string().trim().max(MAX_TITLE_LENGTH).optional(),
});
export type RecordingQuery = Omit<z.input<typeof RecordingQuery>, "limit"> & { limit?: number };

export const RecordingPage = pageOf(Recording).extend({ total: z.int() }).meta({ id: "RecordingPage" });
export type RecordingPage = z.infer<typeof RecordingPage>;

export const RecordingChange = z
  .strictObject({ title: z.string().trim().min(1).max(MAX_TITLE_LENGTH) })
  .meta({ id: "RecordingChange" });
export type RecordingChange = z.infer<typeof RecordingChange>;

/** `seen`: the text that the person changed; another one there now is a conflict. */
export const SegmentChange = z
  .strictObject({ text: z.string().trim().max(MAX_SEGMENT_LENGTH), seen: z.string().max(MAX_SEGMENT_LENGTH) })
  .meta({ id: "SegmentChange" });
export type SegmentChange = z.infer<typeof SegmentChange>;

export const TranscriptFormat = z.enum(["txt", "md", "srt", "vtt", "json"]);
export type TranscriptFormat = z.infer<typeof TranscriptFormat>;

export const TranscriptExport = z.strictObject({ format: TranscriptFormat });
