import { type Content, readersOf, type UntrustedReaders } from "@tessera/service-kit";
import type * as readers from "../readers.ts";
import type { ArchiveEntry, NoteEntry, Surveyed } from "./archive/read-archive.ts";
import type { RawBookmark } from "./bookmarks/parse-bookmarks.ts";
import type { ReadSegment } from "./bookmarks/raw-bookmarks.ts";
import type { ParsedMail } from "./mail/parse-mail.ts";
import type { ReadFrom, TodoistEntry } from "./todoist/read-todoist.ts";

const reader = readersOf<typeof readers>("@tessera/service-items/readers");
const MB = 1024 * 1024;
/** A mail may be all that an import takes. */
const MAIL = reader("mail", { cpuMs: 10_000, maxInput: 65 * MB, maxOutput: 80 * MB });
/** An archive is unpacked as a whole at times, a part of it is given at once. */
const ARCHIVE = { cpuMs: 30_000, maxInput: 100 * MB, maxOutput: 80 * MB };
const SURVEY = reader("surveyArchive", ARCHIVE);
const PART = reader("archive", ARCHIVE);
const MARKDOWN = reader("markdown", { cpuMs: 5_000, maxInput: 8 * MB, maxOutput: 8 * MB });
const CSV = reader("csv", { cpuMs: 10_000, maxInput: 65 * MB, maxOutput: 130 * MB });
const BOOKMARKS = reader("bookmarks", { cpuMs: 5_000, maxInput: 8 * MB, maxOutput: 16 * MB });

const TODOIST = reader("todoist", { cpuMs: 10_000, maxInput: 65 * MB, maxOutput: 130 * MB });

/** What an import reads foreign content with. */
export interface ContentReaders {
  mail(bytes: Buffer, mbox: boolean): Promise<Content<ParsedMail>>;
  bookmarks: ReadSegment;
  surveyArchive(bytes: Buffer): Promise<Surveyed[]>;
  archive(bytes: Buffer, part: { from: number; listed: Surveyed[]; ids: string[] }): Promise<Content<ArchiveEntry[]>>;
  markdown(bytes: Buffer, name: string): Promise<NoteEntry>;
  csv(bytes: Buffer): Promise<RawBookmark[] | null>;
  todoist(bytes: Buffer, from: ReadFrom): Promise<TodoistEntry[] | null>;
}

export const contentReaders = (
  pool: UntrustedReaders,
  whose: { person: string; signal: AbortSignal },
): ContentReaders => ({
  mail: (bytes, mbox) => pool.read(MAIL, { value: { mbox }, blobs: [bytes] }, whose),
  surveyArchive: async (bytes) => (await pool.read(SURVEY, { value: null, blobs: [bytes] }, whose)).value,
  archive: (bytes, value) => pool.read(PART, { value, blobs: [bytes] }, whose),
  markdown: async (bytes, name) => (await pool.read(MARKDOWN, { value: { name }, blobs: [bytes] }, whose)).value,
  csv: async (bytes) => (await pool.read(CSV, { value: null, blobs: [bytes] }, whose)).value,
  todoist: async (bytes, from) => (await pool.read(TODOIST, { value: from, blobs: [bytes] }, whose)).value,
  bookmarks: async (segment) => (await pool.read(BOOKMARKS, { value: segment, blobs: [] }, whose)).value,
});
