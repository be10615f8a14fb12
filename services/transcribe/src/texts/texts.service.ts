import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { earlierTextNotFound, recordingGone, recordingRuns } from "@tessera/contracts-transcribe/problems.ts";
import type { Recording, Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import type { RecogniserChoice } from "@tessera/contracts-transcribe/settings.ts";
import { type Caller, Clock, Database, FileStore, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { RecordingCards } from "../cards/recording-cards.ts";
import { BeginRecording } from "../recordings/begin-recording.ts";
import { readTranscript } from "../recordings/read-transcript.ts";
import { isOpen, lockPerson, rowOf, soundKey, toRecording } from "../recordings/recording.store.ts";
import { keepText, putBack, takeOut } from "./text.store.ts";

/** Texts of a recording beside the one that is shown: it is transcribed again, and an earlier one comes back. */
@Injectable()
export class TextsService {
  constructor(
    private readonly database: Database,
    private readonly files: FileStore,
    private readonly begin: BeginRecording,
    private readonly clock: Clock,
    private readonly cards: RecordingCards,
  ) {}

  /**
   * Begins another text; the one that is there becomes an earlier one, notes stay.
   * @throws ProblemException 402, 404 `recording_not_found`, `recording_file_gone`, 409 `recording_runs`, 429
   */
  async again(caller: Caller, id: string, choice: RecogniserChoice): Promise<Recording> {
    const { file_key } = await this.database.as(caller, (tx) => rowOf(tx, id));
    if (!(await this.files.exists(file_key))) throw problem(recordingGone);
    return this.database.as(caller, async (tx) => {
      await lockPerson(tx, caller.userId);
      const row = await rowOf(tx, id);
      if (isOpen(row)) throw problem(recordingRuns);
      await this.begin.makeRoom(tx, caller.userId, null);
      // Behind the row's lock: its sound is not deleted from here on.
      const { rows } = await tx.execute(sql`
        update transcribe.recording set state = 'waiting', failure = null, done_ms = 0, done_at = null, run = run + 1,
          resent_ms = 0, recogniser = ${JSON.stringify(choice)}::jsonb, provider_name = null,
          language = ${choice.providerId ? choice.language : "en"}
        where id = ${id} and sound_deleted_at is null returning id`);
      if (!rows.length) throw problem(recordingGone);
      await keepText(tx, row, randomUUID(), this.clock.now());
      await tx.execute(sql`delete from transcribe.sent_part where recording_id = ${id}`);
      await this.begin.enqueue(tx, await rowOf(tx, id));
      return toRecording(await rowOf(tx, id));
    });
  }

  /** @throws ProblemException 404 `recording_not_found`, `earlier_text_not_found`, 409 `recording_runs` */
  async restore(caller: Caller, id: string, earlier: string): Promise<Transcript> {
    const row = await this.database.as(caller, async (tx) => {
      await lockPerson(tx, caller.userId);
      const row = await rowOf(tx, id);
      if (isOpen(row)) throw problem(recordingRuns);
      const now = this.clock.now();
      const text = await takeOut(tx, id, earlier);
      if (!text) throw problem(earlierTextNotFound);
      await keepText(tx, row, randomUUID(), now);
      await putBack(tx, id, text);
      await tx.execute(sql`delete from transcribe.sent_part where recording_id = ${id}`);
      await tx.execute(sql`
        update transcribe.recording set done_at = coalesce(done_at, ${now.toISOString()}) where id = ${id}`);
      await this.cards.changed(tx, id);
      return row;
    });
    // Decoded sound that a stopped text left.
    await this.files.delete(soundKey(row));
    return this.database.as(caller, (tx) => readTranscript(tx, id));
  }
}
