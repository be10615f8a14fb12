import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Injectable, type OnModuleInit } from "@nestjs/common";
import { transcription } from "@tessera/contracts-billing/meters.ts";
import { MAX_RECORDING_SECONDS } from "@tessera/contracts-transcribe/limits.ts";
import { LocalModel } from "@tessera/contracts-transcribe/settings.ts";
import {
  Clock,
  ContentError,
  Database,
  FileStore,
  Jobs,
  PermanentError,
  ProblemException,
  type RunningJob,
  type Tx,
  Usage,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { RecordingCards } from "../cards/recording-cards.ts";
import { LocalModels, MODEL_TITLES, type ReadyModel } from "../local-models/local-models.ts";
import { AskProvider, type HeardWindow, RecogniserFailure } from "../provider/ask-provider.ts";
import { isWav } from "../speech/audio-kind.ts";
import { Ffmpeg } from "../speech/ffmpeg.ts";
import { PLAIN_HEADER, plainHeader, plainSamplesEnd } from "../speech/plain-wav.ts";
import { DECODE, RECOGNISE, SECOND, SpeechProcesses, WINDOW_SECONDS } from "../speech/speech-processes.ts";
import { readWavLayout } from "../speech/wav-layout.ts";
import { wavSound } from "../speech/wav-sound.ts";
import { termsFor } from "../vocabulary/vocabulary.store.ts";
import { milliseconds, type RecordingRow, readRecordings, soundKey, storeWindow } from "./recording.store.ts";

export const TRANSCRIBE_QUEUE = "transcribe.recording";
/** Those that a provider recognises wait most of the time, and keep nobody else waiting. */
export const PROVIDER_QUEUE = "transcribe.by-provider";
/** Recordings that providers recognise at once: of all people in one process, and of one person. */
const PROVIDER_LIMITS = { concurrency: 4, perPerson: 2 };
/** Bytes that say what a file is. */
const WAV_HEAD = 12;

export interface TranscribeJob {
  recordingId: string;
  title: string;
}

/**
 * Turns recordings into text, window by window. What a window said is stored with how far the recording is, so a job
 * that was killed continues after the last segment that is there.
 */
@Injectable()
export class TranscribeRecording implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly files: FileStore,
    private readonly processes: SpeechProcesses,
    private readonly usage: Usage,
    private readonly provider: AskProvider,
    private readonly clock: Clock,
    private readonly cards: RecordingCards,
    private readonly ffmpeg: Ffmpeg,
    private readonly models: LocalModels,
  ) {}

  onModuleInit() {
    const givenUp = ({ recordingId }: TranscribeJob, reason: string) => this.fail(recordingId, reason);
    const title = ({ title }: TranscribeJob) => `Transcribe ${title}`;
    const options = { title, retryLimit: 2, timeoutSeconds: 4 * 3600, givenUp };
    const { concurrency } = this.processes;
    this.jobs.define<TranscribeJob>(TRANSCRIBE_QUEUE, { ...options, concurrency }, (job) => this.run(job));
    const kind = "Transcription by a provider";
    this.jobs.define<TranscribeJob>(PROVIDER_QUEUE, { ...options, ...PROVIDER_LIMITS, kind }, (job) => this.run(job));
  }

  private async run(job: RunningJob<TranscribeJob>): Promise<void> {
    const recording = await this.begin(job.data.recordingId);
    if (!recording) return;
    try {
      const length = await this.decoded(job, recording);
      await this.ensureLeft(recording, length);
      await this.transcribe(job, recording, length);
    } catch (error) {
      if (job.signal.aborted) throw job.signal.reason;
      const reason = reasonOf(error);
      if (!reason) throw error;
      await this.fail(recording.id, reason);
      throw new PermanentError(reason);
    }
    await this.files.delete(soundKey(recording));
  }

  /** @returns undefined when there is nothing to do any more */
  private begin(id: string): Promise<RecordingRow | undefined> {
    return this.database.system(async (tx) => {
      await tx.execute(
        sql`update transcribe.recording set state = 'running', failure = null where id = ${id} and state = 'waiting'`,
      );
      const [recording] = await readRecordings(tx, sql`r.id = ${id}`);
      return recording?.state === "running" ? recording : undefined;
    });
  }

  /** Decodes the file unless that was done before. @returns samples of the whole recording */
  private async decoded(job: RunningJob<TranscribeJob>, recording: RecordingRow): Promise<number> {
    const key = soundKey(recording);
    if (recording.length_ms !== null && (await this.files.exists(key))) {
      const { bytes, content } = await this.files.open(key);
      content.destroy();
      return bytes / 2;
    }
    const samples =
      (await this.copied(recording)) ??
      (this.ffmpeg.version === null ? await this.read(job, recording) : await this.converted(recording, job.signal));
    await this.database.system((tx) =>
      tx.execute(sql`update transcribe.recording set length_ms = ${milliseconds(samples)} where id = ${recording.id}`),
    );
    return samples;
  }

  /** Takes the samples of a file that has them as they are needed: however long it is, it is in no memory. */
  private async copied(recording: RecordingRow): Promise<number | null> {
    const { bytes, content } = await this.files.open(recording.file_key, { start: 0, end: PLAIN_HEADER - 1 });
    const end = plainSamplesEnd(await buffer(content), bytes);
    if (end === null) return null;
    const sound = await this.files.open(recording.file_key, { start: PLAIN_HEADER, end });
    await this.files.put(soundKey(recording), sound.content);
    return (end + 1 - PLAIN_HEADER) / 2;
  }

  /**
   * By ffmpeg. The sound takes the place of the file, as WAV: browsers play it, whatever they know, and no picture of a
   * video is kept.
   */
  private async converted(recording: RecordingRow, signal: AbortSignal): Promise<number> {
    const key = soundKey(recording);
    const { content } = await this.files.open(recording.file_key);
    await this.ffmpeg.decode(content, signal, (sound) =>
      this.files.put(key, sound, { maxBytes: (MAX_RECORDING_SECONDS + 2) * SECOND }),
    );
    const { bytes, content: sound } = await this.files.open(key);
    if (bytes < 2 || bytes > MAX_RECORDING_SECONDS * SECOND) {
      sound.destroy();
      throw bytes < 2
        ? new ContentError("unreadable", "There is no sound in the file.")
        : new ContentError(
            "too-large",
            `The recording is longer than ${MAX_RECORDING_SECONDS / 3600} hours. Split it.`,
          );
    }
    const wav = await this.files.put(recording.file_key, Readable.from(withHeader(sound, bytes)));
    await this.database.system((tx) =>
      tx.execute(sql`
        update transcribe.recording set bytes = ${wav.bytes}, file_name = ${wavName(recording.file_name)}
        where id = ${recording.id}`),
    );
    return bytes / 2;
  }

  /** By our own code, a piece at a time in a process for foreign content. */
  private async read(job: RunningJob<TranscribeJob>, recording: RecordingRow): Promise<number> {
    const { file_key: key, user_id: person, done_ms } = recording;
    const { bytes, content } = await this.files.open(key, { start: 0, end: WAV_HEAD - 1 });
    if (!isWav(await buffer(content))) throw new ContentError("unreadable", "The file is no WAV file.");
    const readAt = async (from: number, length: number) =>
      buffer((await this.files.open(key, { start: from, end: from + length - 1 })).content);
    const layout = await readWavLayout(readAt, bytes);
    const total = Math.ceil(layout.frames / layout.rate);
    const sound = wavSound(layout, readAt, async (piece) => {
      // Sees whether it was stopped in another process.
      await job.progress(seconds(done_ms), total);
      return this.processes.read(DECODE, piece, { signal: job.signal, person });
    });
    const kept = await this.files.put(soundKey(recording), Readable.from(sound));
    return kept.bytes / 2;
  }

  /** @throws ProblemException 402 when this month has less left than the rest of the recording takes */
  private async ensureLeft({ user_id, done_ms }: RecordingRow, length: number): Promise<void> {
    const quantity = seconds(milliseconds(length)) - seconds(done_ms);
    await this.database.system((tx) => this.usage.ensure(tx, { meter: transcription, account: user_id, quantity }));
  }

  private async transcribe(job: RunningJob<TranscribeJob>, recording: RecordingRow, length: number): Promise<void> {
    const total = seconds(milliseconds(length));
    let from = (recording.done_ms * SECOND) / 2000;
    const told = () => job.progress(Math.min(total, Math.round(milliseconds(from) / 1000)), total);
    await told();
    const model = recording.recogniser.providerId ? null : await this.modelFor(recording, job.signal, told);
    while (from < length) {
      job.signal.throwIfAborted();
      const heard = model
        ? await this.recognised(recording, model, { from, length }, job.signal)
        : await this.provider.window(recording, { from, length }, job.signal, told);
      const { next, segments } = heard;
      const going = await this.database.system(async (tx) => {
        const stored = await storeWindow(tx, recording, { from, next }, segments);
        if (!stored) return false;
        await heard.settle?.(tx);
        await this.meter(tx, recording, milliseconds(from), milliseconds(next));
        return true;
      });
      from = next;
      // Told too when the job itself was cancelled.
      await told();
      if (!going) return;
    }
    await this.database.system(async (tx) => {
      const { rows } = await tx.execute(sql`
        update transcribe.recording set state = 'done', done_at = ${this.clock.now().toISOString()}
        where id = ${recording.id} and state = 'running' and run = ${recording.run} returning id`);
      if (rows.length) await this.cards.changed(tx, recording.id);
    });
  }

  /** The model of this machine; its name is what the text says that recognised it. */
  private async modelFor(recording: RecordingRow, signal: AbortSignal, told: () => Promise<void>): Promise<ReadyModel> {
    const { id, run, recogniser } = recording;
    const chosen = LocalModel.nullable().parse(recogniser.model ?? null);
    const model = await this.models.ready(chosen, signal, told);
    await this.database.system((tx) =>
      tx.execute(sql`
        update transcribe.recording set provider_name = ${MODEL_TITLES[model.name]} where id = ${id} and run = ${run}`),
    );
    return model;
  }

  private async recognised(
    recording: RecordingRow,
    { folder }: ReadyModel,
    { from, length }: { from: number; length: number },
    signal: AbortSignal,
  ): Promise<Omit<HeardWindow, "settle"> & { settle?: HeardWindow["settle"] }> {
    const end = Math.min(length, from + (WINDOW_SECONDS * SECOND) / 2);
    const sound = await this.files.open(soundKey(recording), { start: from * 2, end: end * 2 - 1 });
    // Read for each window: what the areas answered meanwhile is used, and what the person changed.
    const terms = await this.database.system((tx) => termsFor(tx, recording.user_id));
    const content = { value: { last: end === length, terms, model: folder }, blobs: [await buffer(sound.content)] };
    const { value } = await this.processes.read(RECOGNISE, content, { signal, person: recording.user_id });
    return { segments: value.segments, next: end === length ? length : from + value.next };
  }

  /** Writes what a window took: whole seconds, which add up to those of the recording. */
  private async meter(tx: Tx, { id, user_id, run }: RecordingRow, fromMs: number, toMs: number): Promise<void> {
    const quantity = seconds(toMs) - seconds(fromMs);
    const key = run ? `${id} ${run} ${fromMs}` : `${id} ${fromMs}`;
    const use = { meter: transcription, quantity, account: user_id, key, subject: "Transcription" };
    if (quantity > 0) await this.usage.record(tx, use);
  }

  private async fail(id: string, reason: string): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`
        update transcribe.recording set state = 'failed', failure = ${reason}
        where id = ${id} and state in ('waiting', 'running')`),
    );
  }
}

async function* withHeader(sound: Readable, bytes: number): AsyncGenerator<Buffer> {
  yield plainHeader(bytes);
  yield* sound;
}

const wavName = (name: string) => (/\.wav$/i.test(name) ? name : `${name}.wav`);

const seconds = (ms: number) => Math.ceil(ms / 1000);

/** Why a recording cannot be transcribed however often it is tried, in words; undefined for what may pass. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof ProblemException || error instanceof RecogniserFailure) return error.message;
  if (error instanceof ContentError && !error.temporary) return error.message.replace(/\bcontent\b/, "recording");
  return undefined;
}
