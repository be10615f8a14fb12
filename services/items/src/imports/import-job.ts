import { randomUUID } from "node:crypto";
import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { counted } from "@tessera/contracts-core/counted.ts";
import { IMPORT_QUEUE } from "@tessera/contracts-items/import-queue.ts";
import { MAX_TAGS } from "@tessera/contracts-items/limits.ts";
import { entryOpened, MAX_ENTRY_LINE_LENGTH, MAX_ENTRY_TITLE_LENGTH } from "@tessera/contracts-queue/events.ts";
import {
  busyMs,
  Clock,
  Database,
  Events,
  FileNotFound,
  FileStore,
  Jobs,
  PermanentError,
  type RunningJob,
  type Tx,
  UntrustedReaders,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { PersonDays } from "../days/person-days.ts";
import { type Draft, derive } from "../items/draft.ts";
import { FirstCard } from "../items/first-card.ts";
import { addAttachments, type NewAttachment, type Saved, saveItems } from "../items/item.store.ts";
import { limitReason, splitByQuota } from "../items/item-quota.ts";
import { addPageCopy, type KeptCopy } from "../page-copies/page-copy.store.ts";
import type { KeptPicture } from "../pictures/collect-pictures.ts";
import { pictureKey, replacePictures } from "../pictures/picture.store.ts";
import { ProcessingService } from "../processing/processing.service.ts";
import { givenOf } from "../rules/card-facts.ts";
import { ConvertCards } from "../rules/convert-cards.ts";
import type { NewCard } from "../rules/new-cards.ts";
import { mergeTags } from "../text/tags.ts";
import { bringBackTexts } from "../text-versions/bring-back-texts.ts";
import { TypeRegistry } from "../types/registry.ts";
import { ArchiveCards } from "./archive/archive-cards.ts";
import { BatchSize } from "./batch-size.ts";
import { TO_READ } from "./bookmarks/read-bookmarks.ts";
import { contentReaders } from "./content-readers.ts";
import { type Entry, refused } from "./entry.ts";
import { FetchCopies } from "./fetch-copies.ts";
import { LIST_OF } from "./file-format.ts";
import { folderTags } from "./folder-tags.ts";
import { roomReason, splitByRoom } from "./import-quota.ts";
import { ImportReader } from "./import-reader.ts";
import { MAIL_TYPE } from "./mail/mail-entry.ts";
import { limitOf, readSessions, type SessionRow, type Settled, setState, settle } from "./session.store.ts";

/** A day: files of years at their slowest. */
const TIMEOUT_SECONDS = 86_000;
/** Bytes of attachments after which a batch is stored though it is not full. */
const BATCH_BYTES = 8 * 1024 * 1024;

export interface ImportJob {
  sessionId: string;
  fileName: string;
}
interface Row {
  entry: Entry;
  /** Its place among all entries of the import, from 0. */
  at: number;
  stored: NewAttachment[];
  copies: KeptCopy[];
  pictures: StoredPicture[];
}
type StoredPicture = KeptPicture & { fileKey: string; bytes: number };
type Kept = Pick<Row, "stored" | "copies" | "pictures">;
const NOTHING: Kept = { stored: [], copies: [], pictures: [] };
const filesOf = ({ stored, copies, pictures }: Kept) => [...stored, ...copies, ...pictures];
const keysOf = (kept: Kept) => filesOf(kept).map(({ fileKey }) => fileKey);
const bytesOf = (kept: Kept) => filesOf(kept).reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Runs imports. The entries of the files are counted through in their order, and each transaction that stores some also
 * records how far it got: an import that was killed continues after the last entry that is stored.
 */
@Injectable()
export class ImportRunner implements OnModuleInit {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly files: FileStore,
    private readonly processing: ProcessingService,
    private readonly converts: ConvertCards,
    private readonly firstCard: FirstCard,
    private readonly clock: Clock,
    private readonly readers: UntrustedReaders,
    private readonly copies: FetchCopies,
    private readonly days: PersonDays,
  ) {}

  onModuleInit() {
    const title = ({ fileName }: ImportJob) => `Import ${fileName}`;
    this.jobs.define<ImportJob>(IMPORT_QUEUE, { title, retryLimit: 2, timeoutSeconds: TIMEOUT_SECONDS }, (job) =>
      this.run(job),
    );
  }

  private async run(job: RunningJob<ImportJob>): Promise<void> {
    const session = await this.begin(job.data.sessionId);
    if (!session) return;
    const archives = session.files.filter(({ format }) => format === "archive").map(({ key }) => key);
    const readOn = (paths: string[]) => this.read(job, session, new Map(archives.map((key, at) => [key, paths[at]!])));
    await this.files.onDisk(archives, readOn, job.signal).catch((error: unknown) => {
      if (!(error instanceof FileNotFound)) throw error;
      return this.gone(session);
    });
  }

  /** @param places of the archives on the disk, by their keys */
  private async read(
    job: RunningJob<ImportJob>,
    session: SessionRow,
    places: ReadonlyMap<string, string>,
  ): Promise<void> {
    const readers = contentReaders(this.readers, { person: session.user_id, signal: job.signal });
    const reader = new ImportReader(
      this.files,
      session.files,
      places,
      this.registry,
      new Date(session.created_at),
      readers,
      new ArchiveCards(this.database, this.registry, session),
      await this.database.as({ userId: session.user_id }, (tx) => this.days.zoneOf(tx, session.user_id)),
    );
    session.total ??= await this.count(reader, session);
    const { total } = session;
    await job.progress(session.done, total);
    let done = session.done;
    let going = true;
    const size = new BatchSize();
    for await (const batch of this.batches(reader.entries(session.done), session, size, job.signal)) {
      const ms = await busyMs(async () => {
        going = await this.storeOrRefuse(session, batch);
      });
      size.took(batch.length, ms);
      if (going) done += batch.length;
      // Tells the job too when it was cancelled.
      await job.progress(done, total);
      if (!going) break;
    }
    // Stopped: a cancelled import has ended, an interrupted one continues at the next start.
    if (job.signal.aborted) throw job.signal.reason;
    if (going) await this.finish(session);
  }

  /** @returns undefined when there is nothing to do any more */
  private begin(id: string): Promise<SessionRow | undefined> {
    return this.database.system(async (tx) => {
      await tx.execute(
        sql`update items.import_session set state = 'running', failure = null, finished_at = null where id = ${id} and state <> 'done'`,
      );
      const [session] = await readSessions(tx, sql`s.id = ${id}`);
      return session?.state === "running" ? session : undefined;
    });
  }

  private async count(reader: ImportReader, session: SessionRow): Promise<number> {
    const total = await reader.count();
    await this.database.system((tx) =>
      tx.execute(sql`update items.import_session set total = ${total} where id = ${session.id}`),
    );
    return total;
  }

  /** A file of the import is not there any more. */
  private async gone(session: SessionRow): Promise<never> {
    const failure = "The uploaded file is no longer there. Import it again.";
    await this.database.system(async (tx) => {
      await setState(tx, session.id, "failed", this.clock.now(), failure);
      await this.report(tx, session, `${session.file_name} could not be imported`, failure);
    });
    throw new PermanentError(failure);
  }

  private async *batches(
    entries: AsyncIterable<Entry>,
    session: SessionRow,
    size: BatchSize,
    signal: AbortSignal,
  ): AsyncGenerator<Row[]> {
    let batch: Row[] = [];
    let bytes = 0;
    let at = session.done;
    for await (const entry of entries) {
      if (signal.aborted) return;
      const kept = "draft" in entry ? await this.keepFiles(entry, session, at) : NOTHING;
      batch.push({ entry, at, ...kept });
      bytes += bytesOf(kept);
      at += 1;
      if (batch.length < size.entries && bytes < BATCH_BYTES) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
    if (batch.length) yield batch;
  }

  /** Under keys that are the same when the import is begun again. */
  private async keepFiles(
    { files = [], copies = [], pictures = [] }: Extract<Entry, { draft: unknown }>,
    { id, user_id }: SessionRow,
    at: number,
  ): Promise<Kept> {
    const kept: Kept = { stored: [], copies: [], pictures: [] };
    for (const [index, { name, mediaType, content }] of files.entries()) {
      const fileKey = `items/${user_id}/${id}-${at}-${index}`;
      const { bytes } = await this.files.put(fileKey, Buffer.from(content));
      kept.stored.push({ name, mediaType, bytes, fileKey });
    }
    for (const { content, ...copy } of copies) {
      const fileKey = pictureKey(user_id, copy.id);
      const { bytes, sha256: digest } = await this.files.put(fileKey, Buffer.from(content));
      kept.copies.push({ ...copy, digest, bytes, fileKey });
    }
    for (const picture of pictures) {
      const fileKey = pictureKey(user_id, picture.id);
      const { bytes } = await this.files.put(fileKey, Buffer.from(picture.content));
      kept.pictures.push({ ...picture, bytes, fileKey });
    }
    return kept;
  }

  /** Stores a batch; an entry that the database refuses is one refused entry, and the others are kept. */
  private async storeOrRefuse(session: SessionRow, batch: Row[]): Promise<boolean> {
    try {
      return await this.store(session, batch);
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      const [first, ...others] = batch;
      if (first && !others.length) {
        for (const key of keysOf(first)) await this.files.delete(key);
        const name = "draft" in first.entry ? nameOf(first.entry.draft) : "";
        return this.store(session, [
          { ...first, entry: refused(name, "It holds something that cannot be stored"), ...NOTHING },
        ]);
      }
      const half = Math.ceil(batch.length / 2);
      return (
        (await this.storeOrRefuse(session, batch.slice(0, half))) &&
        (await this.storeOrRefuse(session, batch.slice(half)))
      );
    }
  }

  /** Stores a batch and how far the import is, in one transaction. @returns false when the import was cancelled */
  private async store(session: SessionRow, batch: Row[]): Promise<boolean> {
    const now = this.clock.now();
    const unused: string[] = [];
    const going = await this.database
      .as({ userId: session.user_id }, async (tx) => {
        const rows = batch.flatMap(({ entry, at, ...kept }) =>
          "draft" in entry ? [{ ...this.draft(entry.draft, session, at, now), entry, ...kept }] : [],
        );
        const { withinQuota, overQuota } = await splitByQuota(tx, session.user_id, rows, session.card_limit);
        const { fitting, beyondRoom } = await splitByRoom(tx, session, withinQuota, bytesOf);
        const saved = await saveItems(tx, session.user_id, fitting, now, this.registry);
        for (const [index, { id, created, conversion }] of saved.entries()) {
          const { stored, copies, pictures, entry, plugin, draft } = fitting[index]!;
          if (!created) unused.push(...keysOf({ stored, copies, pictures }));
          else if (stored.length) await addAttachments(tx, session.user_id, id, stored);
          if (created) for (const copy of copies) unused.push(...(await addPageCopy(tx, session.user_id, id, copy)));
          if (created && pictures.length) await replacePictures(tx, session.user_id, id, pictures);
          if (created && entry.draft.restored?.earlier.length)
            await bringBackTexts(tx, session.user_id, id, entry.draft.restored.earlier);
          const followUps = entry.draft.isProcessed ? ("now" as const) : ("on-demand" as const);
          const limits = { storageLimit: limitOf(session), followUps };
          const converted =
            created && conversion.length
              ? await this.converts.write(tx, session.user_id, { id, conversion }, this.processing, limits)
              : null;
          if (created && !converted && draft.type === MAIL_TYPE)
            await this.processing.tellOfMail(tx, session.user_id, { ...draft, id });
          if (created && !converted && entry.draft.isProcessed)
            await this.processing.follow(
              tx,
              session.user_id,
              { ...draft, id, title: derive(plugin, draft).title },
              limitOf(session),
            );
        }
        await this.remember(tx, session, saved);
        unused.push(...[...overQuota, ...beyondRoom].flatMap(keysOf));
        const turnedAway = new Map<Entry, string>([
          ...overQuota.map(({ entry }) => [entry, limitReason(session.card_limit!)] as const),
          ...beyondRoom.map(({ entry }) => [entry, roomReason(Number(session.storage_limit))] as const),
        ]);
        const created = saved.filter((item) => item.created).length;
        await this.firstCard.settle(tx, session.user_id, saved);
        const settled: Settled = {
          done: batch.length,
          created,
          duplicates: saved.length - created + batch.filter(({ entry }) => "there" in entry).length,
          errors: batch.flatMap(({ entry }) => {
            if ("refused" in entry) return [entry.refused];
            const reason = turnedAway.get(entry);
            return "draft" in entry && reason ? [refused(nameOf(entry.draft), reason).refused] : [];
          }),
        };
        if (await settle(tx, session.id, settled)) return true;
        throw new Cancelled();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Cancelled)) throw error;
        unused.push(...batch.flatMap(keysOf));
        return false;
      });
    for (const key of unused) await this.files.delete(key);
    return going;
  }

  /** Which cards this import made: what its undo deletes. */
  private async remember(tx: Tx, { id, user_id }: SessionRow, saved: Saved[]): Promise<void> {
    const ids = saved.filter(({ created }) => created).map((card) => card.id);
    if (ids.length)
      await tx.execute(sql`insert into items.imported (item_id, session_id, user_id)
        select unnest(${sql.param(ids)}::uuid[]), ${id}::uuid, ${user_id}::uuid`);
  }

  private draft(
    entry: Extract<Entry, { draft: unknown }>["draft"],
    session: SessionRow,
    at: number,
    now: Date,
  ): NewCard & { draft: Draft } {
    const plugin = this.registry.find(entry.type)!;
    const { folder = "", id = randomUUID(), isProcessed, isUnread, restored, ...content } = entry;
    // What its app had put away stays so, wherever the others go.
    const isSorted = restored !== undefined || entry.status === "archived";
    const status = isSorted ? entry.status : (session.target ?? entry.status);
    const toRead = isUnread && status === "archived" ? [TO_READ] : [];
    const draft: Draft = {
      ...content,
      status,
      tags: mergeTags(entry.tags, [...toRead, ...session.tags, ...(session.by_folder ? folderTags(folder) : [])]).slice(
        0,
        MAX_TAGS,
      ),
      id,
      parentId: restored?.parentId ?? null,
      titleSource: restored?.titleSource ?? (entry.title ? "import" : "rule"),
      pinned: restored?.pinned ?? false,
      placed: restored?.placed ?? null,
      language: restored?.language ?? null,
      ...(restored ? { unread: restored.unread ?? false } : {}),
      dueAt: restored?.dueAt ?? entry.dueAt ?? null,
      source: `import:${session.kind}`,
      // Pages of imported bookmarks are fetched on demand: nobody asked for ten thousand of them.
      processing: this.processing.states(plugin, entry, isProcessed ? "now" : "on-demand"),
      createdAt: capturedAt(entry, session, at, now),
    };
    // Where nobody said where the cards go, rules may say it; what an export holds comes back as it was.
    const others = givenOf(draft).filter((what) => what !== "status");
    const given = restored ? "all" : session.target === null && !isSorted ? others : [...others, "status"];
    return { plugin, draft, given };
  }

  private async finish({ id, files }: SessionRow): Promise<void> {
    await this.database.system(async (tx) => {
      await setState(tx, id, "done", this.clock.now());
      const [session] = await readSessions(tx, sql`s.id = ${id}`);
      if (session?.with_copies && session.kind === "bookmarks") await this.copies.begin(tx, session);
      if (!session?.refused) return;
      const first = session.errors[0];
      const were = session.refused === 1 ? "was" : "were";
      const title = `${session.refused} of ${counted(session.done, "entry", "entries")} of ${session.file_name} ${were} refused`;
      await this.report(tx, session, title, first ? `${first.entry}: ${first.message}` : "");
    });
    for (const { key } of files) await this.files.delete(key);
  }

  private async report(tx: Tx, session: SessionRow, title: string, line: string): Promise<void> {
    await this.events.publish(tx, entryOpened, {
      userId: session.user_id,
      key: `import-report:${session.id}`,
      kind: "import-report",
      title: title.slice(0, MAX_ENTRY_TITLE_LENGTH),
      line: line.slice(0, MAX_ENTRY_LINE_LENGTH),
      path: `${LIST_OF[session.kind]}?open=import&import=${session.id}`,
      jobId: session.job_id,
    });
  }
}

/** What a good entry is named by that the plan has no place for. */
const nameOf = ({ title, sourceUrl, body, data }: Pick<Draft, "title" | "sourceUrl" | "body" | "data">) =>
  title || (sourceUrl ?? "") || body || String(data.fileName ?? "");

/**
 * PostgreSQL's classes of errors that a value is to blame for: data exceptions, violated constraints, program limits.
 */
const isRefusedData = (error: unknown) =>
  /^(22|23|54)/.test(
    String((error as { cause?: { code?: string } }).cause?.code ?? (error as { code?: string }).code ?? ""),
  );

/** Rolls a batch back. */
class Cancelled extends Error {}

/**
 * A bookmark was captured when its browser says so. A mail says when it was sent, which is another thing: it comes in
 * with its import, in the order of its mailbox, the last on top.
 */
function capturedAt(
  entry: { createdAt: Date | null },
  { kind, total, created_at }: SessionRow,
  at: number,
  now: Date,
): Date {
  if (kind === "mail") return new Date(new Date(created_at).getTime() - Math.max(0, (total ?? at + 1) - at - 1));
  return entry.createdAt && entry.createdAt < now ? entry.createdAt : now;
}
