import type { SummaryPoint, TranscriptSummary } from "@tessera/contracts-transcribe/summary.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

interface SummaryRow extends Record<string, unknown> {
  points: SummaryPoint[];
  agent: string | null;
  edited: boolean;
  revision: number;
  made_at: string;
}

export async function readSummary(tx: Tx, recordingId: string): Promise<TranscriptSummary | null> {
  const { rows } = await tx.execute<SummaryRow>(sql`
    select points, agent, edited, revision, made_at from transcribe.summary where recording_id = ${recordingId}`);
  const row = rows[0];
  return (
    (row && {
      ...{ points: row.points, agent: row.agent, edited: row.edited, revision: row.revision },
      madeAt: new Date(row.made_at).toISOString(),
    }) ??
    null
  );
}
