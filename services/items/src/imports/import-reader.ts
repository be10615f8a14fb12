import { buffer } from "node:stream/consumers";
import { ContentError, type FileStore } from "@tessera/service-kit";
import type { TypePlugin } from "../types/plugin.ts";
import { rawBookmarks } from "./bookmarks/raw-bookmarks.ts";
import { readBookmarks, surveyBookmarks } from "./bookmarks/read-bookmarks.ts";
import type { ContentReaders } from "./content-readers.ts";
import { decodeStream, likelyCharset } from "./decode-stream.ts";
import { type Entry, refused } from "./entry.ts";
import { UNKNOWN_FORMAT } from "./file-format.ts";
import { mailEntry } from "./mail/mail-entry.ts";
import { splitMbox } from "./mail/split-mbox.ts";
import type { ImportFile } from "./session.store.ts";

/** Reads the entries of an import's files, always in the same order and number: that is what resuming counts on. */
export class ImportReader {
  constructor(
    private readonly files: FileStore,
    private readonly list: ImportFile[],
    private readonly mail: TypePlugin,
    /** Time of the import, against which times in the files are judged. */
    private readonly now: Date,
    private readonly readers: ContentReaders,
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
    if (file.format !== "mbox") return 1;
    let total = 0;
    for await (const _ of splitMbox(await this.open(file))) total += 1;
    return total;
  }

  private async *entriesOf(file: ImportFile, skip: number): AsyncGenerator<Entry> {
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
    else if (file.format === "eml") yield async () => this.readMail(await this.whole(file), file.name, "inbox", false);
    else {
      let number = 0;
      for await (const message of splitMbox(await this.open(file))) {
        const name = `${file.name}, message ${++number}`;
        yield async () => inFolder(await this.readMail(message, name, "later", true), file.name);
      }
    }
  }

  /** A message that cannot be read is one refused entry; what stops the reading itself stops the import. */
  private async readMail(bytes: Buffer, name: string, status: "inbox" | "later", mbox: boolean): Promise<Entry> {
    try {
      const { value, blobs } = await this.readers.mail(bytes, mbox);
      return mailEntry(value, blobs, name, status, this.mail);
    } catch (error) {
      if (!(error instanceof ContentError) || error.temporary) throw error;
      return refused(
        name,
        error.message.replace(/^The content\b/, "The message").replace("the content", "the message"),
      );
    }
  }

  private async *bookmarksOf(file: ImportFile): AsyncGenerator<Entry> {
    const { total, commaTags } = await surveyBookmarks(this.bookmarksIn(file));
    if (total === 0) yield refused(file.name, "No bookmarks were found in this file");
    for await (const entry of readBookmarks(this.bookmarksIn(file), this.now, commaTags)) {
      // With several files the report says which one an entry is of.
      yield "refused" in entry && this.list.length > 1
        ? refused(`${file.name}: ${entry.refused.entry}`, entry.refused.message)
        : entry;
    }
  }

  private async *bookmarksIn(file: ImportFile) {
    const charset = await likelyCharset(await this.open(file));
    yield* rawBookmarks(decodeStream(await this.open(file), charset), this.readers.bookmarks);
  }

  private open(file: ImportFile): Promise<AsyncIterable<Buffer>> {
    return this.files.read(file.key);
  }

  private async whole(file: ImportFile): Promise<Buffer> {
    return buffer(await this.files.read(file.key));
  }
}

/** A mailbox is a folder of its mails. */
const inFolder = (entry: Entry, fileName: string): Entry =>
  "draft" in entry
    ? { draft: { ...entry.draft, folder: fileName.replace(/\.[a-z]+$/i, "") }, files: entry.files }
    : entry;
