import { download, type RequestOptions, request, type Transport, withQuery } from "@tessera/contracts-core/client.ts";
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
  TranscriptFormat,
} from "./recordings.ts";
import type { Decoder, RecogniserChoice, TranscribeSettings } from "./settings.ts";
import type { SentencesWanted, SummaryChange, TranscriptSummary } from "./summary.ts";
import type { NewTerm, TermChange, Vocabulary, VocabularyChange, VocabularyTerm } from "./vocabulary.ts";

const BASE = "/api/transcribe/recordings";
/** Where recordings are uploaded by the tus protocol, 1.0.0, with creation, expiration and termination. Since 1.4. */
export const UPLOADS = "/api/transcribe/uploads";
const SETTINGS = "/api/transcribe/settings";
const DECODER = "/api/transcribe/decoder";
const VOCABULARY = "/api/transcribe/vocabulary";

export const transcribeClient = (transport: Transport) => ({
  recordings: (query: RecordingQuery, signal?: AbortSignal) =>
    request<RecordingPage>(transport, "GET", BASE, { query, signal }),
  /** Keeps one audio file and begins its transcription. @throws ProblemError 400, 402, 413, 415, 429 */
  upload: (body: FormData, idempotencyKey: string, options: Pick<RequestOptions, "signal" | "onUploadProgress"> = {}) =>
    request<Recording>(transport, "POST", BASE, { body, idempotencyKey, ...options }),
  /**
   * Makes a recording of an upload whose bytes are all there, once: it has the id of the upload. Since 1.4.
   * @throws ProblemError 402, 404 `upload_not_found`, 409 `upload_unfinished`, 410 `upload_expired`, 415, 429
   */
  transcribeUpload: (id: string) => request<Recording>(transport, "PUT", `${UPLOADS}/${id}/recording`),
  /** @throws ProblemError 404 `recording_not_found`, as all below */
  transcript: (id: string, signal?: AbortSignal) => request<Transcript>(transport, "GET", `${BASE}/${id}`, { signal }),
  rename: (id: string, change: RecordingChange) =>
    request<Recording>(transport, "PATCH", `${BASE}/${id}`, { json: change }),
  /** Changes the words of a segment; its times stay. @throws ProblemError 409 `segment_changed` */
  changeSegment: (id: string, startMs: number, change: SegmentChange) =>
    request<Segment>(transport, "PATCH", `${BASE}/${id}/segments/${startMs}`, { json: change }),
  /**
   * Replaces segments that follow each other, to split or to join them. Since 1.1.
   * @throws ProblemError 400 `segments_overlap`, 409 `segment_changed`
   */
  replaceSegments: (id: string, change: SegmentsChange) =>
    request<Transcript>(transport, "PUT", `${BASE}/${id}/segments`, { json: change }),
  /** Since 1.1. */
  nameSpeaker: (id: string, change: SpeakerChange) =>
    request<Transcript>(transport, "PUT", `${BASE}/${id}/speaker`, { json: change }),
  /**
   * Writes a note, a new one under an id of the caller's choice. Since 1.1.
   * @throws ProblemError 409 `too_many_notes`
   */
  writeNote: (id: string, noteId: string, change: NoteChange) =>
    request<Note>(transport, "PUT", `${BASE}/${id}/notes/${noteId}`, { json: change }),
  /** Since 1.1. @throws ProblemError 404 `note_not_found` */
  removeNote: (id: string, noteId: string) => request<void>(transport, "DELETE", `${BASE}/${id}/notes/${noteId}`),
  /** @throws ProblemError 409 `recording_ended` */
  cancel: (id: string) => request<Recording>(transport, "POST", `${BASE}/${id}/cancel`),
  /** Continues after the last segment that is there. @throws ProblemError 409 `recording_runs` */
  resume: (id: string) => request<Recording>(transport, "POST", `${BASE}/${id}/resume`),
  /**
   * Transcribes it again by another recogniser; the text that is there is kept as an earlier one. Since 1.3.
   * @throws ProblemError 402, 404 `recording_file_gone`, 409 `recording_runs`, 429
   */
  transcribeAgain: (id: string, choice: RecogniserChoice) =>
    request<Recording>(transport, "POST", `${BASE}/${id}/again`, { json: choice }),
  /**
   * Puts an earlier text back; the one that is there becomes an earlier one. Since 1.3.
   * @throws ProblemError 404 `earlier_text_not_found`, 409 `recording_runs`
   */
  restoreText: (id: string, earlier: string) =>
    request<Transcript>(transport, "POST", `${BASE}/${id}/earlier/${earlier}/restore`),
  /**
   * Since 1.3.
   * @throws ProblemError 400 `summary_outside`, 409 `summary_changed`, `summary_edited`
   */
  writeSummary: (id: string, change: SummaryChange) =>
    request<TranscriptSummary>(transport, "PUT", `${BASE}/${id}/summary`, { json: change }),
  /**
   * Chooses sentences of the transcript, word for word. Since 1.3.
   * @throws ProblemError 409 `nothing_to_summarise`, `summary_changed`, `summary_edited`
   */
  chooseSentences: (id: string, wanted: SentencesWanted) =>
    request<TranscriptSummary>(transport, "POST", `${BASE}/${id}/summary/sentences`, { json: wanted }),
  /** Since 1.3. */
  removeSummary: (id: string) => request<void>(transport, "DELETE", `${BASE}/${id}/summary`),
  /** Deletes audio and transcript. @throws ProblemError 409 `recording_runs` */
  remove: (id: string) => request<void>(transport, "DELETE", `${BASE}/${id}`),
  audio: (id: string, signal?: AbortSignal) => download<Blob>(transport, `${BASE}/${id}/audio`, signal),
  exportFile: (id: string, format: TranscriptFormat) =>
    download<Blob>(transport, withQuery(`${BASE}/${id}/export`, { format })),
  /** Since 1.3. */
  settings: (signal?: AbortSignal) => request<TranscribeSettings>(transport, "GET", SETTINGS, { signal }),
  /** Counts for recordings that begin from then on; the days count for all. Since 1.3. */
  changeSettings: (settings: TranscribeSettings) =>
    request<TranscribeSettings>(transport, "PUT", SETTINGS, { json: settings }),
  /** What it decodes files with. Since 1.5. */
  decoder: (signal?: AbortSignal) => request<Decoder>(transport, "GET", DECODER, { signal }),
  /** What recognition is to find again. Since 1.2, as all below. */
  vocabulary: (signal?: AbortSignal) => request<Vocabulary>(transport, "GET", VOCABULARY, { signal }),
  /** Learned terms go when it no longer learns. */
  changeVocabulary: (change: VocabularyChange) => request<Vocabulary>(transport, "PATCH", VOCABULARY, { json: change }),
  /**
   * Adds a term under an id of the caller's choice, or changes one of the person's own.
   * @throws ProblemError 409 `term_known`, `too_many_terms`
   */
  writeTerm: (id: string, term: NewTerm) =>
    request<VocabularyTerm>(transport, "PUT", `${VOCABULARY}/${id}`, { json: term }),
  /** Refuses a learned term, or takes it back. @throws ProblemError 404 `term_not_found` */
  changeTerm: (id: string, change: TermChange) =>
    request<VocabularyTerm>(transport, "PATCH", `${VOCABULARY}/${id}`, { json: change }),
  /** Removes an own term. @throws ProblemError 404 `term_not_found` */
  removeTerm: (id: string) => request<void>(transport, "DELETE", `${VOCABULARY}/${id}`),
});
