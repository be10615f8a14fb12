import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { IMPORT_QUEUE } from "@tessera/contracts-items/import-queue.ts";
import type { ImportChoices, ImportSession } from "@tessera/contracts-items/items.ts";
import { MAX_ARCHIVE_BYTES, MAX_IMPORT_BYTES } from "@tessera/contracts-items/limits.ts";
import {
  importFinished,
  importNotFound,
  importRunning,
  importTooLarge,
  mixedImport,
  noFiles,
  undoExpired,
  unsupportedFile,
} from "@tessera/contracts-items/problems.ts";
import {
  type Caller,
  Clock,
  Database,
  FileStore,
  FileTooLarge,
  JobRecords,
  Jobs,
  problem,
  SubscriptionGate,
  type Upload,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { BEGINNING } from "../files/media-type.ts";
import { beginningOf } from "../files/read-file.ts";
import { cleanText } from "../text/clean.ts";
import { FetchCopies } from "./fetch-copies.ts";
import { formatOf, type ImportKind, KIND_OF, LIST_OF, UNIT_OF, UNKNOWN_FORMAT } from "./file-format.ts";
import type { ImportJob } from "./import-job.ts";
import { lockImportQuota } from "./import-quota.ts";
import {
  cancelSession,
  type ImportFile,
  insertSession,
  readSessions,
  toSession,
  UNDO_DAYS,
  undoUntil,
} from "./session.store.ts";
import { UndoImport } from "./undo-import.ts";

@Injectable()
export class ImportsService {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly files: FileStore,
    private readonly jobs: Jobs,
    private readonly records: JobRecords,
    private readonly gate: SubscriptionGate,
    private readonly clock: Clock,
    private readonly undoing: UndoImport,
    private readonly copying: FetchCopies,
  ) {}

  /** Keeps the files, then enqueues the import. @throws ProblemException 400, 402, 413, 415, 429 */
  async start(
    caller: Caller,
    uploads: AsyncIterable<Upload>,
    choices: z.output<typeof ImportChoices>,
  ): Promise<ImportSession> {
    const id = randomUUID();
    const files: ImportFile[] = [];
    const left = { archives: MAX_ARCHIVE_BYTES, others: MAX_IMPORT_BYTES };
    try {
      for await (const upload of uploads) {
        const key = `imports/${caller.userId}/${id}/${files.length}`;
        const file = await this.keep(key, upload, left[roomOf(upload)]);
        left[roomOf(upload)] -= file.bytes;
        files.push(file);
      }
      const kind = kindOf(files);
      const first = files[0]!;
      const fileName = files.length === 1 ? first.name : `${first.name} and ${files.length - 1} more`;
      // What the plan holds is asked at the start: a job has no token of the person to ask with.
      const { cardLimit, storageLimit } = await this.gate.subscription(caller, true);
      return await this.database.as(caller, async (tx) => {
        await lockImportQuota(tx, caller.userId, files, storageLimit);
        const { userId } = caller;
        const plan = { cardLimit, storageLimit };
        await insertSession(tx, { id, userId, kind, fileName, files, ...plan, choices, now: this.clock.now() });
        const job: ImportJob = { sessionId: id, fileName };
        const jobId = await this.jobs.send(tx, IMPORT_QUEUE, job, {
          userId: caller.userId,
          path: LIST_OF[kind],
          unit: UNIT_OF[kind],
        });
        await tx.execute(sql`update items.import_session set job_id = ${jobId} where id = ${id}`);
        return toSession((await readSessions(tx, sql`s.id = ${id}`))[0]!, this.clock.now());
      });
    } catch (error) {
      for (const file of files) await this.files.delete(file.key);
      throw error;
    }
  }

  async list(caller: Caller): Promise<ImportSession[]> {
    const rows = await this.database.as(caller, (tx) => readSessions(tx, sql`s.user_id = ${caller.userId}`));
    return rows.map((row) => toSession(row, this.clock.now()));
  }

  /** @throws ProblemException 404 `import_not_found` */
  async get(caller: Caller, id: string): Promise<ImportSession> {
    return toSession(await this.row(caller, id), this.clock.now());
  }

  /**
   * Stops an import; what it has settled stays.
   * @throws ProblemException 404, 409 `import_finished` or, when it ended just now, `job_finished`
   */
  async cancel(caller: Caller, id: string): Promise<ImportSession> {
    const row = await this.row(caller, id);
    if (row.state !== "waiting" && row.state !== "running") throw problem(importFinished);
    // The job first: one that finds its import cancelled then knows that it was cancelled itself.
    if (row.job_id) await this.records.cancel(caller, row.job_id);
    await this.database.as(caller, (tx) => cancelSession(tx, id, this.clock.now()));
    return this.get(caller, id);
  }

  /**
   * Deletes the cards that an import made and nobody changed since, in the background; a second call changes nothing.
   * @throws ProblemException 404, 409 `import_running`, `undo_expired`
   */
  async undo(caller: Caller, id: string): Promise<ImportSession> {
    const { userId } = caller;
    const row = await this.ended(caller, id);
    if (row.undone) return this.get(caller, id);
    const until = undoUntil(row);
    if (!until || until <= this.clock.now()) throw problem(undoExpired, { days: UNDO_DAYS });
    // Nothing fetches pages for cards that go.
    if (row.copies_job && (row.copies_state === "waiting" || row.copies_state === "running"))
      await this.records.cancel(caller, row.copies_job);
    await this.database.as(caller, (tx) =>
      this.undoing.begin(tx, { userId, sessionId: id, fileName: row.file_name, path: LIST_OF[row.kind] }),
    );
    return this.get(caller, id);
  }

  /** Fetches readable copies of the pages of an import. @throws ProblemException 404, 409 `import_running` */
  async fetchCopies(caller: Caller, id: string): Promise<ImportSession> {
    const row = await this.ended(caller, id);
    const { storageLimit } = await this.gate.subscription(caller);
    const open = row.copies_state === "waiting" || row.copies_state === "running";
    if (!open && !row.undone)
      await this.database.as(caller, (tx) => this.copying.begin(tx, { ...row, storage_limit: storageLimit }));
    return this.get(caller, id);
  }

  private async ended(caller: Caller, id: string) {
    const row = await this.row(caller, id);
    if (row.state === "waiting" || row.state === "running") throw problem(importRunning);
    return row;
  }

  private async row(caller: Caller, id: string) {
    const [row] = await this.database.as(caller, (tx) =>
      readSessions(tx, sql`s.id = ${id} and s.user_id = ${caller.userId}`),
    );
    if (!row) throw problem(importNotFound);
    return row;
  }

  private async keep(key: string, { name, content }: Upload, maxBytes: number): Promise<ImportFile> {
    const cleanName = cleanText(name).split(/[\\/]/).at(-1)!.trim().slice(0, 200).toWellFormed() || "file";
    try {
      const { bytes } = await this.files.put(key, content, { maxBytes });
      return {
        name: cleanName,
        key,
        bytes,
        format: formatOf(cleanName, await beginningOf(this.files, key, BEGINNING)),
      };
    } catch (error) {
      if (error instanceof FileTooLarge) {
        throw problem(importTooLarge, { gigabytes: MAX_IMPORT_BYTES / GB, archive: MAX_ARCHIVE_BYTES / GB });
      }
      throw error;
    }
  }
}

const GB = 1024 ** 3;
const roomOf = ({ name }: Pick<Upload, "name">) => (/\.zip$/i.test(name) ? "archives" : "others");

/** What the files are together. @throws ProblemException 400 when they are nothing that is imported, or of two kinds */
function kindOf(files: ImportFile[]): ImportKind {
  if (!files.length) throw problem(noFiles);
  const kinds = new Set(files.flatMap(({ format }) => (format === "unknown" ? [] : [KIND_OF[format]])));
  if (!kinds.size) {
    throw problem(
      unsupportedFile,
      { reason: UNKNOWN_FORMAT },
      {
        errors: files.map(({ name }) => ({ path: name, message: UNKNOWN_FORMAT })),
      },
    );
  }
  if (kinds.size > 1) throw problem(mixedImport);
  return [...kinds][0]!;
}
