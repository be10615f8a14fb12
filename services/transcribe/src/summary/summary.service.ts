import { Injectable } from "@nestjs/common";
import {
  nothingToSummarise,
  summaryChanged,
  summaryEdited,
  summaryOutside,
} from "@tessera/contracts-transcribe/problems.ts";
import type { SentencesWanted, SummaryChange, TranscriptSummary } from "@tessera/contracts-transcribe/summary.ts";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { lockPerson, readSegments, rowOf } from "../recordings/recording.store.ts";
import { chooseSentences } from "./choose-sentences.ts";
import { readSummary } from "./summary.store.ts";

/** What recordings are about, in points with their moments. */
@Injectable()
export class SummaryService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ProblemException 400 `summary_outside`, 404 `recording_not_found`, 409 `summary_changed`, `summary_edited`;
   * nothing is written
   */
  async write(caller: Caller, id: string, change: z.output<typeof SummaryChange>): Promise<TranscriptSummary> {
    return this.database.as(caller, (tx) => this.put(tx, caller.userId, id, change));
  }

  /** @throws ProblemException 404, 409 `nothing_to_summarise`, `summary_changed`, `summary_edited` */
  async sentences(caller: Caller, id: string, wanted: z.output<typeof SentencesWanted>): Promise<TranscriptSummary> {
    return this.database.as(caller, async (tx) => {
      await rowOf(tx, id);
      const points = chooseSentences(await readSegments(tx, id));
      if (!points.length) throw problem(nothingToSummarise);
      return this.put(tx, caller.userId, id, { points, agent: null, edited: false, ...wanted });
    });
  }

  /** @throws ProblemException 404 `recording_not_found` */
  async remove(caller: Caller, id: string): Promise<void> {
    await this.database.as(caller, async (tx) => {
      await rowOf(tx, id);
      await tx.execute(sql`delete from transcribe.summary where recording_id = ${id}`);
    });
  }

  private async put(
    tx: Tx,
    userId: string,
    id: string,
    { points, agent, edited, seen, replacesEdited }: z.output<typeof SummaryChange>,
  ): Promise<TranscriptSummary> {
    await lockPerson(tx, userId);
    const { length_ms } = await rowOf(tx, id);
    if (length_ms !== null && points.some(({ atMs }) => atMs > length_ms)) throw problem(summaryOutside);
    const before = await readSummary(tx, id);
    if ((before?.revision ?? null) !== seen) throw problem(summaryChanged);
    if (before?.edited && !edited && !replacesEdited) throw problem(summaryEdited);
    const ordered = JSON.stringify(points.toSorted((a, b) => a.atMs - b.atMs));
    await tx.execute(sql`
      insert into transcribe.summary as s (recording_id, user_id, points, agent, edited, revision, made_at)
      values (${id}, ${userId}, ${ordered}::jsonb, ${agent}, ${edited}, 1, ${this.clock.now().toISOString()})
      on conflict (recording_id) do update set points = excluded.points, agent = excluded.agent,
        edited = excluded.edited, revision = s.revision + 1, made_at = excluded.made_at`);
    return (await readSummary(tx, id))!;
  }
}
