import { sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";

/** An export as its person sees it. */
export interface ExportState {
  id: string;
  state: "running" | "ready" | "failed";
  /** Steps that are done, of `total`; null until it is known how many there are. */
  done: number;
  total: number | null;
  bytes: number | null;
  /** Parts of the product that are not in it. */
  missing: string[];
  /** Why it failed, in a sentence. */
  error: string | null;
  requestedAt: Date;
  finishedAt: Date | null;
  /** When its file is deleted. */
  expiresAt: Date | null;
}

interface Row extends Record<string, unknown> {
  id: string;
  job_id: string | null;
  state: ExportState["state"];
  job_state: string | null;
  job_error: string | null;
  done: number;
  total: number | null;
  missing: string[];
  bytes: string | null;
  error: string | null;
  requested_at: string | Date;
  finished_at: string | Date | null;
  expires_at: string | Date | null;
}

/** What `kit.export` holds of a person; null when there is nothing, or what there was is cancelled or expired. */
export async function readExport(
  database: Database,
  caller: { userId: string },
  now: Date,
): Promise<{ shown: ExportState; jobId: string | null } | null> {
  const { rows } = await database.as(caller, (tx) =>
    tx.execute<Row>(sql`
      select e.*, j.state as job_state, j.error as job_error from kit.export e left join kit.job j on j.id = e.job_id
      where e.user_id = ${caller.userId}`),
  );
  const [row] = rows;
  if (!row) return null;
  const ended = row.state === "running" && row.job_state !== "waiting" && row.job_state !== "running";
  if (ended && row.job_state !== "failed") return null;
  const expiresAt = dateOf(row.expires_at);
  if (expiresAt && expiresAt <= now) return null;
  return {
    jobId: row.job_id,
    shown: {
      id: row.id,
      state: ended ? "failed" : row.state,
      done: row.done,
      total: row.total,
      bytes: row.bytes === null ? null : Number(row.bytes),
      missing: row.missing,
      error: ended ? row.job_error : row.error,
      requestedAt: new Date(row.requested_at),
      finishedAt: dateOf(row.finished_at),
      expiresAt,
    },
  };
}

const dateOf = (at: string | Date | null) => (at === null ? null : new Date(at));
