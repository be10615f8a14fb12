import { buffer } from "node:stream/consumers";
import { Injectable, type OnModuleInit } from "@nestjs/common";
import { type Heard, type SpeechAsked, speechAnswered, speechAsked } from "@tessera/contracts-agents/events.ts";
import {
  Clock,
  Database,
  Events,
  FileNotFound,
  FileStore,
  Jobs,
  ProblemException,
  type RunningJob,
  type Tx,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { ProviderFailure } from "../calls/failure.ts";
import { askForSpeech, UnsureFailure } from "./ask-for-speech.ts";
import { type OpenRecogniser, Recognisers } from "./recognisers.ts";
import { BYTES_OF_MS } from "./wav.ts";

const QUEUE = "agents.speech";
/** Parts that one process has under work at once: of all people, and of one in all processes. */
const CONCURRENCY = 4;
const PER_PERSON = 2;
/** Bytes of two minutes of sound: the most that one part may hold. */
const MAX_SOUND = 120_000 * BYTES_OF_MS;
const GONE = "The sound of this part is not there any more.";
const OWN_FAULT = "The part could not be sent for a reason of ours.";

interface CallJob {
  userId: string;
  callId: string;
}

interface CallRow extends Record<string, unknown> {
  provider_id: string;
  provider: string | null;
  model: string | null;
  language: string | null;
  sound_key: string;
  sound_start: number;
  sound_end: number;
  times_sent: number;
}

type End =
  | { heard: Heard }
  | { failure: string; isTransient: boolean; retryAfter?: number | null; mayCharge?: boolean };

/**
 * Sends parts of recordings to the provider that their person chose (services/transcribe, decisions/030). That a part
 * is sent is written before it is: who asked is told when that happened more than once.
 */
@Injectable()
export class RecogniseSpeech implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly files: FileStore,
    private readonly recognisers: Recognisers,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    const givenUp = ({ userId, callId }: CallJob) =>
      this.database.as({ userId }, (tx) => this.end(tx, { userId, callId }, { failure: OWN_FAULT, isTransient: true }));
    this.jobs.define<CallJob>(
      QUEUE,
      { kind: "Part of a recording", concurrency: CONCURRENCY, perPerson: PER_PERSON, givenUp },
      (job) => this.work(job),
    );
    this.events.on(speechAsked, "agents.speech", (asked) => this.keep(asked));
  }

  private async keep({ userId, callId, providerId, model, language, sound }: SpeechAsked): Promise<void> {
    await this.database.as({ userId }, async (tx) => {
      const { rows } = await tx.execute(sql`
        insert into agents.speech_call
          (id, user_id, provider_id, model, language, sound_key, sound_start, sound_end, created_at)
        values (${callId}, ${userId}, ${providerId}, ${model}, ${language}, ${sound.key}, ${sound.start}, ${sound.end},
          ${this.clock.now().toISOString()}) on conflict do nothing returning id`);
      if (rows.length) await this.jobs.send(tx, QUEUE, { userId, callId }, { userId, hidden: true });
    });
  }

  private async work({ data, signal }: RunningJob<CallJob>): Promise<void> {
    const call = await this.begin(data);
    if (!call) return;
    const end = await this.ask(call, data.userId, signal);
    await this.database.as({ userId: data.userId }, (tx) => this.end(tx, data, end));
  }

  /** @returns undefined when it has ended, also by a refusal: nothing is sent then */
  private async begin(job: CallJob): Promise<{ row: CallRow; open: OpenRecogniser } | undefined> {
    const { userId, callId } = job;
    return this.database.as({ userId }, async (tx) => {
      const { rows } = await tx.execute<CallRow>(sql`
        select * from agents.speech_call where id = ${callId} and state in ('waiting', 'sent') for update`);
      const row = rows[0];
      if (!row) return undefined;
      try {
        const open = await this.recognisers.open(tx, userId, { providerId: row.provider_id, model: row.model });
        await tx.execute(sql`
          update agents.speech_call set state = 'sent', times_sent = times_sent + 1, provider = ${open.provider.name},
            model = ${open.model} where id = ${callId}`);
        return { row, open };
      } catch (error) {
        if (!(error instanceof ProblemException)) throw error;
        await this.end(tx, job, { failure: error.message, isTransient: false });
        return undefined;
      }
    });
  }

  private async ask(
    { row, open }: { row: CallRow; open: OpenRecogniser },
    userId: string,
    signal: AbortSignal,
  ): Promise<End> {
    const { provider, model, reach } = open;
    try {
      const samples = await this.soundOf(row, userId);
      return { heard: await askForSpeech({ provider, model, language: row.language, samples, signal }, reach) };
    } catch (error) {
      if (error instanceof FileNotFound) return { failure: GONE, isTransient: false };
      if (!(error instanceof ProviderFailure)) throw error;
      const { message, isTransient, retryAfter } = error;
      return { failure: message, isTransient, retryAfter, mayCharge: error instanceof UnsureFailure };
    }
  }

  /** Of the person's own folder alone. @throws FileNotFound */
  private async soundOf({ sound_key: key, sound_start: start, sound_end: end }: CallRow, userId: string) {
    if (key.split("/")[1] !== userId || end - start >= MAX_SOUND) throw new FileNotFound(key);
    return buffer((await this.files.open(key, { start, end })).content);
  }

  private async end(tx: Tx, { userId, callId }: CallJob, end: End): Promise<void> {
    const failure = "failure" in end ? end.failure : null;
    const { rows } = await tx.execute<CallRow>(sql`
      update agents.speech_call set state = ${failure === null ? "done" : "failed"}, failure = ${failure}
      where id = ${callId} and state in ('waiting', 'sent') returning *`);
    const row = rows[0];
    if (!row) return;
    await this.events.publish(tx, speechAnswered, {
      ...{ userId, callId, provider: row.provider ?? "", model: row.model ?? "", timesSent: row.times_sent, failure },
      heard: "heard" in end ? end.heard : null,
      isTransient: "isTransient" in end && end.isTransient,
      retryAfter: "retryAfter" in end ? (end.retryAfter ?? null) : null,
      mayCharge: "mayCharge" in end && end.mayCharge === true,
    });
  }
}
