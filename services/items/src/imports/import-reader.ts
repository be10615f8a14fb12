import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { ContentError, type FileStore } from "@tessera/service-kit";
import type { TypeRegistry } from "../types/registry.ts";
import { type ArchiveCards, identityOf } from "./archive/archive-cards.ts";
import type { Linked, Surveyed } from "./archive/read-archive.ts";
import type { RawBookmark } from "./bookmarks/parse-bookmarks.ts";
import { rawBookmarks } from "./bookmarks/raw-bookmarks.ts";
import { readBookmarks, surveyBookmarks } from "./bookmarks/read-bookmarks.ts";
import { contactEntries } from "./contacts/contact-entry.ts";
import type { ContactEntry } from "./contacts/read-contacts.ts";
import { type ContentReaders, MAX_WHOLE } from "./content-readers.ts";
import { decodeStream, likelyCharset } from "./decode-stream.ts";
import { type Entry, refused } from "./entry.ts";
import { UNKNOWN_FORMAT } from "./file-format.ts";
import { MAIL_TYPE, mailEntry } from "./mail/mail-entry.ts";
import { splitMbox } from "./mail/split-mbox.ts";
import type { ImportFile } from "./session.store.ts";
import type { TodoistEntry } from "./todoist/read-todoist.ts";
import { todoistEntries } from "./todoist/todoist-entry.ts";

/** Why a content was not read, as a sentence of what it is. @throws the error of what stops the reading itself */
function reasonOf(error: unknown, what: string): string {
  if (!(error instanceof ContentError) || error.temporary) throw error;
  return error.message.replace(/^The content\b/, `The ${what}`).replace("the content", `the ${what}`);
}

/** Entries of an archive that are read at once. */
const PART_ENTRIES = 2000;

/** Reads the entries of an import's files, always in the same order and number: that is what resuming counts on. */
export class ImportReader {
  /** By the key of an archive. */
  private readonly surveys = new Map<string, Surveyed[] | null>();
  private readonly troubles = new Map<string, string>();

  constructor(
    private readonly files: FileStore,
    private readonly list: ImportFile[],
    /** Where archives are on the disk, by their keys. */
    private readonly places: ReadonlyMap<string, string>,
    private readonly registry: TypeRegistry,
    /** Time of the import, against which times in the files are judged. */
    private readonly now: Date,
    private readonly readers: ContentReaders,
    private readonly archives: ArchiveCards,
    private readonly timeZone: string,
  ) {}

  /**
   * Entries of all files; a file that holds none counts as one, refused.
   * @throws Error with code ENOENT when a file is gone
   */
  async count(): Promise<number> {
    let total = 0;
    for (const file of this.list) total += await this.countOf(file);
    return total;
  }

  /** @param skip entries at the beginning that are settled */
  async *entries(skip: number): AsyncGenerator<Entry> {
    let left = skip;
    for (const file of this.list) {
      const count = left > 0 ? await this.countOf(file) : 0;
      if (left > 0 && left >= count) {
        left -= count;
        continue;
      }
      for await (const entry of this.entriesOf(file, left)) yield entry;
      left = 0;
    }
  }

  private async countOf(file: ImportFile): Promise<number> {
    if (file.format === "bookmarks") return Math.max(1, (await surveyBookmarks(this.bookmarksIn(file))).total);
    if (isTable(file)) return Math.max(1, (await this.tableOf(file))?.length ?? 0);
    if (file.format === "todoist") return Math.max(1, (await this.todoistOf(file))?.length ?? 0);
    if (file.format === "vcard") return Math.max(1, (await this.contactsOf(file))?.length ?? 0);
    if (file.format === "archive") return Math.max(1, (await this.surveyed(file))?.length ?? 0);
    if (file.format !== "mbox") return 1;
    let total = 0;
    for await (const _ of splitMbox(await this.open(file), 0)) total += 1;
    return total;
  }

  private async *entriesOf(file: ImportFile, skip: number): AsyncGenerator<Entry> {
    if (file.format === "archive") {
      yield* this.archiveOf(file, skip);
      return;
    }
    if (isTable(file) && file.bytes > 0) {
      yield* this.tableEntries(file, skip);
      return;
    }
    let at = 0;
    for await (const make of this.readersOf(file)) {
      if (at++ >= skip) yield make instanceof Function ? await make() : make;
    }
  }

  /** Entries, or what reads them: a settled mail is not parsed again. */
  private async *readersOf(file: ImportFile): AsyncGenerator<Entry | (() => Promise<Entry>)> {
    if (file.bytes === 0) yield refused(file.name, "The file is empty");
    else if (file.format === "unknown") yield refused(file.name, UNKNOWN_FORMAT);
    else if (file.format === "bookmarks") yield* this.bookmarksOf(file);
    else if (file.format === "todoist") yield* this.tasksOf(file);
    else if (file.format === "vcard") yield* this.peopleOf(file);
    else if (file.format === "markdown") yield () => this.readNote(file);
    else if (file.format === "eml") yield () => this.readMail(this.whole(file), file.name, "inbox", false);
    else {
      let number = 0;
      for await (const message of splitMbox(await this.open(file), MAX_WHOLE)) {
        const name = `${file.name}, message ${++number}`;
        if (message) yield async () => inFolder(await this.readMail(message, name, "later", true), file.name);
        else yield refused(name, `The message is larger than ${MAX_WHOLE / 1024 / 1024} MB`);
      }
    }
  }

  /** A message that cannot be read is one refused entry; what stops the reading itself stops the import. */
  private async readMail(
    bytes: Buffer | Promise<Buffer>,
    name: string,
    status: "inbox" | "later",
    mbox: boolean,
  ): Promise<Entry> {
    try {
      const { value, blobs } = await this.readers.mail(await bytes, mbox);
      return mailEntry(value, blobs, name, status, this.registry.find(MAIL_TYPE)!);
    } catch (error) {
      return refused(name, reasonOf(error, "message"));
    }
  }

  private async readNote(file: ImportFile): Promise<Entry> {
    const { name, key } = file;
    try {
      const bytes = await this.whole(file);
      const sha256 = createHash("sha256").update(`${name}\0`).update(bytes).digest("hex");
      const identity = identityOf({ kind: "note", sha256 });
      return this.archives.noteEntry(await this.readers.markdown(bytes, name), this.archives.idOf(key), identity, "");
    } catch (error) {
      return refused(name, reasonOf(error, "file"));
    }
  }

  /** Some entries at a time; where a part cannot be read, fewer, until it is known which one is to blame. */
  private async *archiveOf(file: ImportFile, skip: number): AsyncGenerator<Entry> {
    const listed = await this.surveyed(file);
    if (!listed?.length) {
      if (skip === 0) yield refused(file.name, listed ? "The archive is empty" : this.troubles.get(file.key)!);
      return;
    }
    const { ids, there } = await this.archives.idsOf(file.key, listed);
    const linked = listed.flatMap(({ path, card, isRefused }, at) =>
      isRefused ? [] : [path, ...(card?.files ?? [])].map((one): Linked => [one, ids[at]!, card !== undefined]),
    );
    const links = Buffer.from(JSON.stringify(linked));
    for (let [at, count] = [skip, PART_ENTRIES]; at < listed.length; ) {
      try {
        const { value, blobs } = await this.readers.archive(this.placeOf(file), listed.slice(at, at + count), links);
        count = Math.min(count * 2, PART_ENTRIES);
        for (const entry of value) {
          const known = there.has(at) ? { there: ids[at]! } : undefined;
          const made = known ?? this.archives.entryOf(entry, blobs, listed, ids, at);
          // An export of Evernote is a notebook.
          yield this.of(file, /\.enex$/i.test(file.name) ? inFolder(made, file.name) : made);
          at += 1;
        }
      } catch (error) {
        const reason = reasonOf(error, "file");
        if (count === 1) yield this.of(file, refused(listed[at++]!.path, reason));
        count = Math.max(1, Math.floor(count / 2));
      }
    }
  }

  /** What an archive holds; null where it cannot be opened. */
  private async surveyed(file: ImportFile): Promise<Surveyed[] | null> {
    const known = this.surveys.get(file.key);
    if (known !== undefined) return known;
    let listed: Surveyed[] | null = null;
    try {
      listed = await this.readers.surveyArchive(this.placeOf(file), file.bytes);
    } catch (error) {
      this.troubles.set(file.key, reasonOf(error, "archive"));
    }
    this.surveys.set(file.key, listed);
    return listed;
  }

  /** Its bookmarks; null where it has none or cannot be read. */
  private async tableOf(file: ImportFile & Table): Promise<RawBookmark[] | null> {
    try {
      return await this.readers[file.format](await this.whole(file));
    } catch (error) {
      this.troubles.set(file.key, reasonOf(error, "file"));
      return null;
    }
  }

  private async *tableEntries(file: ImportFile & Table, skip: number): AsyncGenerator<Entry> {
    const raw = await this.tableOf(file);
    if (skip > 0 && !raw?.length) return;
    if (!raw) yield refused(file.name, this.troubles.get(file.key) ?? NO_BOOKMARKS[file.format]);
    else if (raw.length === 0) yield refused(file.name, "No bookmarks were found in this file");
    else for await (const entry of readBookmarks(raw.slice(skip), this.now, true)) yield this.of(file, entry);
  }

  /** What it holds; null where it cannot be read. */
  private async todoistOf(file: ImportFile): Promise<TodoistEntry[] | null> {
    try {
      const from = { now: this.now.toISOString(), timeZone: this.timeZone };
      return await this.readers.todoist(await this.whole(file), from);
    } catch (error) {
      this.troubles.set(file.key, reasonOf(error, "file"));
      return null;
    }
  }

  private async *tasksOf(file: ImportFile): AsyncGenerator<Entry> {
    const read = await this.todoistOf(file);
    if (!read?.length) yield refused(file.name, this.troubles.get(file.key) ?? "No tasks were found in this file");
    else for (const entry of todoistEntries(read)) yield this.of(file, entry);
  }

  /** What it holds; null where it cannot be read. */
  private async contactsOf(file: ImportFile): Promise<ContactEntry[] | null> {
    try {
      return await this.readers.contacts(await this.whole(file));
    } catch (error) {
      this.troubles.set(file.key, reasonOf(error, "file"));
      return null;
    }
  }

  private async *peopleOf(file: ImportFile): AsyncGenerator<Entry> {
    const read = await this.contactsOf(file);
    if (!read?.length) yield refused(file.name, this.troubles.get(file.key) ?? "No contacts were found in this file");
    else for (const entry of contactEntries(read)) yield this.of(file, entry);
  }

  private async *bookmarksOf(file: ImportFile): AsyncGenerator<Entry> {
    const { total, commaTags } = await surveyBookmarks(this.bookmarksIn(file));
    if (total === 0) yield refused(file.name, "No bookmarks were found in this file");
    for await (const entry of readBookmarks(this.bookmarksIn(file), this.now, commaTags)) yield this.of(file, entry);
  }

  /** With several files the report says which one an entry is of. */
  private of(file: ImportFile, entry: Entry): Entry {
    return "refused" in entry && this.list.length > 1
      ? refused(`${file.name}: ${entry.refused.entry}`, entry.refused.message)
      : entry;
  }

  private async *bookmarksIn(file: ImportFile) {
    const charset = await likelyCharset(await this.open(file));
    yield* rawBookmarks(decodeStream(await this.open(file), charset), this.readers.bookmarks);
  }

  private open(file: ImportFile): Promise<AsyncIterable<Buffer>> {
    return this.files.read(file.key);
  }

  private placeOf({ key }: ImportFile): string {
    return this.places.get(key)!;
  }

  /** @throws ContentError for one that is never in memory as a whole */
  private async whole({ key, bytes }: ImportFile): Promise<Buffer> {
    if (bytes > MAX_WHOLE) throw new ContentError("too-large", TOO_LARGE);
    return buffer(await this.files.read(key));
  }
}

/** Files that hold bookmarks and are read as a whole. */
interface Table {
  format: "csv" | "json" | "xml";
}
const isTable = (file: ImportFile): file is ImportFile & Table =>
  file.format === "csv" || file.format === "json" || file.format === "xml";
const NO_BOOKMARKS: Record<Table["format"], string> = {
  csv: "No column with addresses (url, link) was found in this file",
  json: "This is no JSON of bookmarks that is known here, or it ends early",
  xml: "This is no XML of bookmarks that is known here",
};

const TOO_LARGE = `The file is larger than ${MAX_WHOLE / 1024 / 1024} MB, and of this kind it is read as a whole`;

/** A mailbox is a folder of its mails, a notebook one of its notes. */
const inFolder = (entry: Entry, fileName: string): Entry =>
  "draft" in entry ? { ...entry, draft: { ...entry.draft, folder: fileName.replace(/\.[a-z]+$/i, "") } } : entry;
