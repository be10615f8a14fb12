import { PageQuery, pageOf } from "@tessera/contracts-core/page.ts";
import { z } from "zod";
import {
  MAX_NAMED,
  MAX_NOTE_LENGTH,
  MAX_RECORDING_SECONDS,
  MAX_REPLACED,
  MAX_SEGMENT_LENGTH,
  MAX_SPEAKER_LENGTH,
  MAX_TITLE_LENGTH,
} from "./limits.ts";
import { RecogniserChoice } from "./settings.ts";
import { TranscriptSummary } from "./summary.ts";

export const RecordingState = z.enum(["waiting", "running", "done", "failed", "cancelled"]);
export type RecordingState = z.infer<typeof RecordingState>;

/** Milliseconds from the beginning of a recording. */
const Place = z
  .int()
  .min(0)
  .max(MAX_RECORDING_SECONDS * 1000);
const Text = z.string().trim().max(MAX_SEGMENT_LENGTH);

/**
 * A word with its place, which is worked out from the letters of the words and from where speech is in the segment: it
 * may be off by a few tenths of a second.
 */
export const Word = z
  .object({
    text: z.string(),
    startMs: z.int(),
    endMs: z.int(),
    /** How sure the recogniser was of it, 0 to 1; null for one that the person wrote. */
    confidence: z.number().nullable(),
    /**
     * What the recogniser heard where the person's vocabulary put this word; "" for a further word of the same term.
     * Null for all others. Since 1.2.
     */
    heard: z.string().nullable(),
  })
  .meta({ id: "TranscriptWord" });
export type Word = z.infer<typeof Word>;

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
    /** What the recogniser heard. Since 1.1. */
    heard: z.string(),
    /** Who speaks, as the person calls them. Since 1.1. */
    speaker: z.string().nullable(),
    /** The words of the text, in its order. Since 1.1. */
    words: z.array(Word),
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
    /** Who recognises it, as it was chosen when this text began. Since 1.3, as all below. */
    recogniser: RecogniserChoice,
    /** What the person called the provider when it answered, or the model of this machine (since 1.6); null before. */
    providerName: z.string().nullable(),
    /** What is spoken, ISO 639-1; null while nobody knows. */
    language: z.string().nullable(),
    /** Seconds of sound that a provider got twice, as the service ended while it waited for the answer. */
    resentSeconds: z.number(),
    /** When its sound was deleted, as the settings say; null: it is there. */
    soundDeletedAt: z.iso.datetime().nullable(),
    /** Since when its card is in the trash; it is in no list then, and goes with the card. Since 1.5. */
    trashedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Recording" });
export type Recording = z.infer<typeof Recording>;

/** A file that is being uploaded. Since 1.4. */
export const RecordingUpload = z.object({ id: z.uuid() }).meta({ id: "RecordingUpload" });
export type RecordingUpload = z.infer<typeof RecordingUpload>;

/** What a person notes at a moment of a recording. */
export const Note = z
  .object({ id: z.uuid(), atMs: z.int(), text: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: "TranscriptNote" });
export type Note = z.infer<typeof Note>;

/** The text that a recording had before it was transcribed again, or before another one was restored. Since 1.3. */
export const EarlierText = z
  .object({
    id: z.uuid(),
    /** When it was replaced. */
    replacedAt: z.iso.datetime(),
    recogniser: RecogniserChoice,
    providerName: z.string().nullable(),
    language: z.string().nullable(),
    /** Segments that it has, and how many of them the person had changed. */
    segments: z.int(),
    edited: z.int(),
  })
  .meta({ id: "EarlierText" });
export type EarlierText = z.infer<typeof EarlierText>;

/** Segments in the order of time; of an unfinished recording those that are transcribed. */
export const Transcript = Recording.extend({
  segments: z.array(Segment),
  notes: z.array(Note),
  /** The newest first. Since 1.3. */
  earlier: z.array(EarlierText),
  /** Since 1.3. */
  summary: TranscriptSummary.nullable(),
}).meta({
  id: "Transcript",
});
export type Transcript = z.infer<typeof Transcript>;

/**
 * Newest first. `cursor`: id of the last recording of the page before. `q`: part of the title, of what is said or of
 * the summary.
 */
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

/** A segment as the person makes it by a split or a join. */
export const NewSegment = z
  .strictObject({
    startMs: Place,
    endMs: Place,
    text: Text,
    heard: Text,
    confidence: z.number().min(0).max(1),
    speaker: z.string().trim().min(1).max(MAX_SPEAKER_LENGTH).nullable(),
    words: z
      .array(
        z.strictObject({
          text: z.string().max(MAX_SEGMENT_LENGTH),
          startMs: Place,
          endMs: Place,
          confidence: z.number().min(0).max(1).nullable(),
          /** Since 1.2. */
          heard: z.string().max(MAX_SEGMENT_LENGTH).nullable().default(null),
        }),
      )
      .max(MAX_SEGMENT_LENGTH),
  })
  .meta({ id: "NewTranscriptSegment" });
export type NewSegment = z.infer<typeof NewSegment>;

/** `seen`: the segments that are replaced, as the person saw them; others there now are a conflict. */
export const SegmentsChange = z
  .strictObject({
    seen: z
      .array(z.strictObject({ startMs: Place, text: Text }))
      .min(1)
      .max(MAX_REPLACED),
    segments: z.array(NewSegment).min(1).max(MAX_REPLACED),
  })
  .meta({ id: "SegmentsChange" });
export type SegmentsChange = z.infer<typeof SegmentsChange>;

/** Who speaks in these segments; null for nobody in particular. */
export const SpeakerChange = z
  .strictObject({
    startMs: z.array(Place).min(1).max(MAX_NAMED),
    speaker: z.string().trim().min(1).max(MAX_SPEAKER_LENGTH).nullable(),
  })
  .meta({ id: "SpeakerChange" });
export type SpeakerChange = z.infer<typeof SpeakerChange>;

export const NoteChange = z
  .strictObject({ atMs: Place, text: z.string().trim().min(1).max(MAX_NOTE_LENGTH) })
  .meta({ id: "TranscriptNoteChange" });
export type NoteChange = z.infer<typeof NoteChange>;

export const TranscriptFormat = z.enum(["txt", "md", "srt", "vtt", "json", "csv", "docx"]);
export type TranscriptFormat = z.infer<typeof TranscriptFormat>;

export const TranscriptExport = z.strictObject({ format: TranscriptFormat });
