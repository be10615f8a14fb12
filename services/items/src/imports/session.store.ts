import type { ImportChoices, ImportSession } from "@tessera/contracts-items/items.ts";
import { MAX_NAMED_ENTRIES } from "@tessera/contracts-items/limits.ts";
import type { Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { FileFormat, ImportKind } from "./file-format.ts";

export interface ImportFile {
  name: string;
  key: string;
  bytes: number;
  format: FileFormat;
}
export interface SessionRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  kind: ImportKind;
  file_name: string;
  files: ImportFile[];
  state: ImportSession["state"];
  total: number | null;
  done: number;
  created: number;
  duplicates: number;
  refused: number;
  errors: ImportSession["errors"];
  failure: string | null;
  job_id: string | null;
  created_at: string;
  finished_at: string | null;
  /** Most cards that the plan held at its start; null: any number. */
  card_limit: number | null;
  /** Where its cards go; null: as each kind of file is sorted in automatically. */
  target: "inbox" | "later" | "archived" | null;
  tags: string[];
  by_folder: boolean;
  with_copies: boolean;
  storage_limit: string | number | null;
  copies_job: string | null;
  copies_state: ImportSession["state"] | null;
  copies_done: number;
  copies_total: number | null;
  undo_job: string | null;
  undo_state: ImportSession["state"] | null;
  undone: Omit<NonNullable<ImportSession["undo"]>, "state"> | null;
}

/** Days for which an import can be undone. */
export const UNDO_DAYS = 14;
const DAY_MS = 86_400_000;

/** Bytes of files that the plan held at its start; null: any number. */
export const limitOf = ({ storage_limit }: Pick<SessionRow, "storage_limit">): number | null =>
  storage_limit === null ? null : Number(storage_limit);

/** What settled a batch of entries. */
export interface Settled {
  done: number;
  created: number;
  duplicates: number;
  errors: ImportSession["errors"];
}

/**
 * Sessions with the state that their job gives them: one cancelled in the queue, or that failed for good, says so here
 * too, and one whose job is gone has ended.
 */
export async function readSessions(tx: Tx, where: SQL): Promise<SessionRow[]> {
  const { rows } = await tx.execute<SessionRow & { own_state: string }>(sql`
    select s.*, case when s.state not in ('waiting', 'running') then s.state
        when j.id is null or j.state = 'cancelled' then 'cancelled' when j.state = 'failed' then 'failed' else s.state end as state,
      coalesce(s.failure, case when j.state = 'failed' then j.error end) as failure, coalesce(s.finished_at, j.finished_at) as finished_at,
      c.state as copies_state, u.state as undo_state
    from items.import_session s left join kit.job j on j.id = s.job_id left join kit.job c on c.id = s.copies_job
      left join kit.job u on u.id = s.undo_job where ${where} order by s.created_at desc limit 50`);
  return rows;
}

export async function insertSession(
  tx: Tx,
  session: {
    id: string;
    userId: string;
    kind: ImportKind;
    fileName: string;
    files: ImportFile[];
    cardLimit: number | null;
    storageLimit: number | null;
    choices: z.output<typeof ImportChoices>;
    now: Date;
  },
): Promise<void> {
  await tx.execute(sql`insert into items.import_session (id, user_id, kind, file_name, files, card_limit,
      storage_limit, target, tags, by_folder, with_copies, created_at)
    values (${session.id}, ${session.userId}, ${session.kind}, ${session.fileName}, ${JSON.stringify(session.files)}::jsonb,
      ${session.cardLimit}, ${session.storageLimit}, ${session.choices.status ?? null},
      ${sql.param(session.choices.tags ?? [])}::text[], ${session.choices.folders === "tags"},
      ${session.choices.copies === "all"}, ${session.now.toISOString()}::timestamptz)`);
}

/** Records a settled batch. @returns false when the import was cancelled meanwhile: nothing of the batch may be kept */
export async function settle(tx: Tx, id: string, batch: Settled): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update items.import_session set done = done + ${batch.done}, created = created + ${batch.created},
      duplicates = duplicates + ${batch.duplicates}, refused = refused + ${batch.errors.length},
      errors = case when jsonb_array_length(errors) < ${MAX_NAMED_ENTRIES} then errors || ${JSON.stringify(batch.errors.slice(0, MAX_NAMED_ENTRIES))}::jsonb else errors end
    where id = ${id} and state = 'running' returning id`);
  return rows.length > 0;
}

export async function setState(
  tx: Tx,
  id: string,
  state: ImportSession["state"],
  now: Date | null,
  failure: string | null = null,
): Promise<void> {
  await tx.execute(sql`update items.import_session set state = ${state}, failure = ${failure},
    finished_at = ${now === null ? null : now.toISOString()}::timestamptz where id = ${id}`);
}

/** Ends an import that has not ended on its own meanwhile. */
export async function cancelSession(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.execute(sql`update items.import_session set state = 'cancelled', finished_at = ${now.toISOString()}::timestamptz
    where id = ${id} and state in ('waiting', 'running')`);
}

/** When an import that has ended can no longer be undone; null when there is nothing to undo. */
export function undoUntil(row: SessionRow): Date | null {
  if (!row.finished_at || row.created === 0 || row.undone || row.state === "waiting" || row.state === "running")
    return null;
  return new Date(new Date(row.finished_at).getTime() + UNDO_DAYS * DAY_MS);
}

const iso = (at: string) => new Date(at).toISOString();

export const toSession = (row: SessionRow, now: Date): ImportSession => ({
  id: row.id,
  // Pages from before notes were imported know these two.
  kind: row.kind === "mail" ? "mail" : "bookmarks",
  contents: row.kind,
  fileName: row.file_name,
  state: row.state,
  total: row.total,
  done: row.done,
  created: row.created,
  duplicates: row.duplicates,
  refused: row.refused,
  errors: row.errors.slice(0, MAX_NAMED_ENTRIES),
  failure: row.failure,
  createdAt: iso(row.created_at),
  finishedAt: row.finished_at && iso(row.finished_at),
  ...endOf(undoUntil(row), now),
  ...(row.undone ? { undo: { state: row.undo_state ?? "done", ...row.undone } } : {}),
  ...(row.copies_state ? { copies: { state: row.copies_state, done: row.copies_done, total: row.copies_total } } : {}),
});

const endOf = (until: Date | null, now: Date) => (until && until > now ? { undoUntil: until.toISOString() } : {});
