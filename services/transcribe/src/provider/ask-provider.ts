import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { Injectable, type OnModuleInit } from "@nestjs/common";
import { type SpeechAnswered, speechAnswered, speechAsked } from "@tessera/contracts-agents/events.ts";
import { Clock, Database, Events, FileStore, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { milliseconds, type RecordingRow, soundKey } from "../recordings/recording.store.ts";
import type { Recognised } from "../speech/recognise.ts";
import { FIND_SPEECH, SECOND, SpeechProcesses, WINDOW_SECONDS, WITH_TERMS } from "../speech/speech-processes.ts";
import { termsFor } from "../vocabulary/vocabulary.store.ts";
import { segmentsOf } from "./heard-segments.ts";

/** Ms between two looks for the answer. */
const LOOK_MS = 300;
/** Ms after which no answer comes any more: agents tries for less. */
const ANSWER_MS = 20 * 60_000;
/** Times that a provider is asked again for one part, when that may help, and the longest pause before it, ms. */
const RETRIES = 4;
const MAX_PAUSE_MS = 120_000;

const MAY_CHARGE = "It may charge for this part; Resume sends it again.";

/** Why a provider does not recognise a recording, in a sentence. */
export class RecogniserFailure extends Error {
  override name = "RecogniserFailure";
}

interface PartRow extends Record<string, unknown> {
  call_id: string;
  window_start: number;
  window_next: number;
  sound_start: number;
  sound_end: number;
  asked_at: string;
  answer: SpeechAnswered | null;
}

/** What is said in a window. */
export interface HeardWindow {
  segments: Recognised[];
  /** Sample of the recording with which the next window begins. */
  next: number;
  /** Written in the transaction that stores the segments. */
  settle(tx: Tx): Promise<void>;
}

/**
 * Has windows of a recording recognised by a provider of the agents' service (decisions/030). The one part that it
 * waits for is stored before it is asked: who comes back after a kill, or resumes, waits for the same answer.
 */
@Injectable()
export class AskProvider implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly files: FileStore,
    private readonly processes: SpeechProcesses,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.events.on(speechAnswered, "transcribe.provider", (answer) => this.keep(answer));
  }

  /**
   * @param from sample with which the window begins @param alive is called while it waits
   * @throws RecogniserFailure
   */
  async window(
    recording: RecordingRow,
    { from, length }: { from: number; length: number },
    signal: AbortSignal,
    alive: () => Promise<void>,
  ): Promise<HeardWindow> {
    let part = await this.read(recording.id, from);
    if (!part) {
      const found = await this.speechIn(recording, { from, length }, signal);
      // Nobody speaks: nothing is sent.
      if (!found.sound) return { segments: [], next: found.next, settle: async () => undefined };
      part = await this.ask(recording, { from, next: found.next, ...found.sound });
    }
    for (let tries = 0; ; tries++) {
      const { window_next: next, sound_start: start, sound_end: end } = part;
      const answer = await this.answered(part, recording.id, signal, alive);
      if (answer.heard) {
        const heard = segmentsOf(answer.heard, start - from);
        const language = answer.heard.language ?? recording.recogniser.language ?? null;
        const segments = await this.withVocabulary(recording, heard, language, signal);
        return { segments, next, settle: (tx) => this.settle(tx, recording, { answer, language, start, end }) };
      }
      const failure = answer.failure ?? "The provider did not answer.";
      if (!answer.isTransient || tries >= RETRIES) {
        await this.forget(recording.id);
        throw new RecogniserFailure(answer.mayCharge ? `${failure} ${MAY_CHARGE}` : failure);
      }
      await this.pause(Math.min(MAX_PAUSE_MS, (answer.retryAfter ?? 2 ** tries) * 1000), signal, alive);
      const resent = answer.mayCharge ? milliseconds(end - start) : 0;
      part = await this.ask(recording, { from, next, start, end }, resent);
    }
  }

  private async speechIn(
    recording: RecordingRow,
    { from, length }: { from: number; length: number },
    signal: AbortSignal,
  ): Promise<{ next: number; sound: { start: number; end: number } | null }> {
    const end = Math.min(length, from + (WINDOW_SECONDS * SECOND) / 2);
    const sound = await this.files.open(soundKey(recording), { start: from * 2, end: end * 2 - 1 });
    const content = { value: { last: end === length }, blobs: [await buffer(sound.content)] };
    const { value } = await this.processes.read(FIND_SPEECH, content, { signal, person: recording.user_id });
    const [first, last] = [value.spans[0], value.spans.at(-1)];
    const next = end === length ? length : from + value.next;
    return { next, sound: first && last ? { start: from + first.start, end: from + last.end } : null };
  }

  private async ask(
    { id, user_id: userId, recogniser, ...row }: RecordingRow,
    { from, next, start, end }: { from: number; next: number; start: number; end: number },
    resentMs = 0,
  ): Promise<PartRow> {
    const callId = randomUUID();
    return this.database.system(async (tx) => {
      if (resentMs)
        await tx.execute(sql`
          update transcribe.recording set resent_ms = resent_ms + ${resentMs} where id = ${id}`);
      const { rows } = await tx.execute<PartRow>(sql`
        insert into transcribe.sent_part
          (recording_id, user_id, call_id, window_start, window_next, sound_start, sound_end, asked_at)
        values (${id}, ${userId}, ${callId}, ${from}, ${next}, ${start}, ${end}, ${this.clock.now().toISOString()})
        on conflict (recording_id) do update set call_id = excluded.call_id, window_start = excluded.window_start,
          window_next = excluded.window_next, sound_start = excluded.sound_start, sound_end = excluded.sound_end,
          asked_at = excluded.asked_at, answer = null
        returning *`);
      const sound = { key: soundKey(row), start: start * 2, end: end * 2 - 1 };
      const { model = null, language = null } = recogniser;
      await this.events.publish(tx, speechAsked, {
        ...{ userId, callId, providerId: recogniser.providerId!, model, language, sound },
      });
      return rows[0]!;
    });
  }

  private async keep(answer: SpeechAnswered): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`
        update transcribe.sent_part set answer = ${JSON.stringify(answer)}::jsonb
        where call_id = ${answer.callId} and user_id = ${answer.userId} and answer is null`),
    );
  }

  /** The answer, however long it takes; a sentence instead when none came. */
  private async answered(
    asked: PartRow,
    recordingId: string,
    signal: AbortSignal,
    alive: () => Promise<void>,
  ): Promise<Omit<SpeechAnswered, "userId" | "callId" | "model">> {
    const deadline = new Date(asked.asked_at).getTime() + ANSWER_MS;
    for (;;) {
      const part = await this.read(recordingId, asked.window_start);
      if (part?.answer) return part.answer;
      if (this.clock.now().getTime() > deadline) {
        const failure = "The service that asks providers did not answer.";
        return {
          heard: null,
          failure,
          isTransient: false,
          retryAfter: null,
          mayCharge: true,
          provider: "",
          timesSent: 0,
        };
      }
      await this.pause(LOOK_MS, signal, alive);
    }
  }

  /** Ends early when the job does. */
  private async pause(ms: number, signal: AbortSignal, alive: () => Promise<void>): Promise<void> {
    for (let left = ms; left > 0; left -= 5_000) {
      await alive();
      signal.throwIfAborted();
      await pause(Math.min(left, 5_000), undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  private async read(recordingId: string, from: number): Promise<PartRow | undefined> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<PartRow>(sql`
        select * from transcribe.sent_part where recording_id = ${recordingId} and window_start = ${from}`),
    );
    return rows[0];
  }

  /** The person's terms are English, and stay here. */
  private async withVocabulary(
    { user_id }: RecordingRow,
    parts: Recognised[],
    language: string | null,
    signal: AbortSignal,
  ): Promise<Recognised[]> {
    const terms = language === "en" ? await this.database.system((tx) => termsFor(tx, user_id)) : [];
    if (!terms.length || !parts.length) return parts;
    const content = { value: { parts, terms }, blobs: [] };
    return (await this.processes.read(WITH_TERMS, content, { signal, person: user_id })).value.segments;
  }

  private async settle(
    tx: Tx,
    { id }: RecordingRow,
    part: {
      answer: Pick<SpeechAnswered, "provider" | "timesSent">;
      language: string | null;
      start: number;
      end: number;
    },
  ): Promise<void> {
    const resent = part.answer.timesSent > 1 ? milliseconds(part.end - part.start) : 0;
    await tx.execute(sql`
      update transcribe.recording set provider_name = ${part.answer.provider}, resent_ms = resent_ms + ${resent},
        language = coalesce(language, ${part.language}) where id = ${id}`);
    await tx.execute(sql`delete from transcribe.sent_part where recording_id = ${id}`);
  }

  private async forget(id: string): Promise<void> {
    await this.database.system((tx) => tx.execute(sql`delete from transcribe.sent_part where recording_id = ${id}`));
  }
}
