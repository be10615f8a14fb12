import { Injectable } from "@nestjs/common";
import { transcription } from "@tessera/contracts-billing/meters.ts";
import { recordings } from "@tessera/contracts-transcribe/entitlements.ts";
import { MAX_RUNNING } from "@tessera/contracts-transcribe/limits.ts";
import { tooManyRunning } from "@tessera/contracts-transcribe/problems.ts";
import { Jobs, problem, reached, type Tx, Usage } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { countRecordings, lockPerson, type RecordingRow } from "./recording.store.ts";
import { PROVIDER_QUEUE, TRANSCRIBE_QUEUE, type TranscribeJob } from "./transcribe-recording.ts";

/** Begins the work on a recording, where there is room for it. */
@Injectable()
export class BeginRecording {
  constructor(
    private readonly jobs: Jobs,
    private readonly usage: Usage,
  ) {}

  /** @throws ProblemException 402 `usage_limit_reached`, `plan_limit_reached`, 429 `too_many_recordings` */
  async makeRoom(tx: Tx, userId: string, limit: number | null): Promise<void> {
    await lockPerson(tx, userId);
    await this.usage.ensure(tx, { meter: transcription, account: userId });
    const { total, running } = await countRecordings(tx, userId);
    if (limit !== null && total >= limit) throw reached(recordings, limit);
    if (running >= MAX_RUNNING)
      throw problem(tooManyRunning, { count: MAX_RUNNING }, { headers: { "retry-after": "60" } });
  }

  async enqueue(tx: Tx, { id, user_id: userId, title, recogniser }: RecordingRow): Promise<void> {
    const job: TranscribeJob = { recordingId: id, title };
    const queue = recogniser.providerId ? PROVIDER_QUEUE : TRANSCRIBE_QUEUE;
    const options = { userId, path: `/transcribe/${id}`, unit: "seconds", sameBy: ["recordingId"] };
    const jobId = await this.jobs.send(tx, queue, job, options);
    await tx.execute(sql`update transcribe.recording set job_id = ${jobId} where id = ${id}`);
  }
}
