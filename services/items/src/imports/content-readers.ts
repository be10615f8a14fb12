import { type Content, readersOf, type UntrustedReaders } from "@tessera/service-kit";
import type * as readers from "../readers.ts";
import type { ArchiveEntry, NoteEntry, Surveyed } from "./archive/read-archive.ts";
import type { RawBookmark } from "./bookmarks/parse-bookmarks.ts";
import type { ReadSegment } from "./bookmarks/raw-bookmarks.ts";
import type { ContactEntry } from "./contacts/read-contacts.ts";
import { ofParts } from "./in-parts.ts";
import type { ParsedMail } from "./mail/parse-mail.ts";
import type { ReadFrom, TodoistEntry } from "./todoist/read-todoist.ts";

const reader = readersOf<typeof readers>("@tessera/service-items/readers");
const MB = 1024 * 1024;
/** Bytes of what is read as a whole: one mail, one file of CSV. Larger files are read in parts. */
export const MAX_WHOLE = 64 * MB;
const WHOLE = MAX_WHOLE + MB;
const MAIL = reader("mail", { cpuMs: 10_000, maxInput: WHOLE, maxOutput: 80 * MB });
/** What a part of an archive is given: the files of one card, and what links may lead to. */
const PART = reader("archive", { cpuMs: 60_000, maxInput: 200 * MB, maxOutput: 140 * MB });
/** A survey reads all of it: at least as many bytes in each ms. */
const SURVEY = reader("surveyArchive", { cpuMs: 60_000, maxInput: MB, maxOutput: 200 * MB });
const SURVEYED_PER_MS = 10_000;
const MARKDOWN = reader("markdown", { cpuMs: 5_000, maxInput: 8 * MB, maxOutput: 8 * MB });
const CSV = reader("csv", { cpuMs: 10_000, maxInput: WHOLE, maxOutput: 130 * MB });
const JSON_FILE = reader("json", { cpuMs: 10_000, maxInput: WHOLE, maxOutput: 130 * MB });
const XML = reader("xml", { cpuMs: 10_000, maxInput: WHOLE, maxOutput: 130 * MB });
const CONTACTS = reader("contacts", { cpuMs: 20_000, maxInput: WHOLE, maxOutput: 130 * MB });
const BOOKMARKS = reader("bookmarks", { cpuMs: 5_000, maxInput: 8 * MB, maxOutput: 16 * MB });
const TODOIST = reader("todoist", { cpuMs: 10_000, maxInput: WHOLE, maxOutput: 130 * MB });

/** What an import reads foreign content with. */
export interface ContentReaders {
  mail(bytes: Buffer, mbox: boolean): Promise<Content<ParsedMail>>;
  bookmarks: ReadSegment;
  /** @param path of the archive on the disk, as below @param bytes of it */
  surveyArchive(path: string, bytes: number): Promise<Surveyed[]>;
  /** @param linked what links may lead to, as JSON of `Linked[]` @returns the first entries of the part */
  archive(path: string, part: Surveyed[], linked: Buffer): Promise<Content<ArchiveEntry[]>>;
  markdown(bytes: Buffer, name: string): Promise<NoteEntry>;
  csv(bytes: Buffer): Promise<RawBookmark[] | null>;
  json(bytes: Buffer): Promise<RawBookmark[] | null>;
  xml(bytes: Buffer): Promise<RawBookmark[] | null>;
  todoist(bytes: Buffer, from: ReadFrom): Promise<TodoistEntry[] | null>;
  contacts(bytes: Buffer): Promise<ContactEntry[] | null>;
}

export const contentReaders = (
  pool: UntrustedReaders,
  whose: { person: string; signal: AbortSignal },
): ContentReaders => ({
  mail: (bytes, mbox) => pool.read(MAIL, { value: { mbox }, blobs: [bytes] }, whose),
  surveyArchive: async (path, bytes) => {
    const reader = { ...SURVEY, cpuMs: SURVEY.cpuMs + bytes / SURVEYED_PER_MS };
    return (await ofParts<Surveyed>(await pool.read(reader, { value: { path }, blobs: [] }, whose)))!;
  },
  archive: (path, part, linked) => pool.read(PART, { value: { path, part }, blobs: [linked] }, whose),
  markdown: async (bytes, name) => (await pool.read(MARKDOWN, { value: { name }, blobs: [bytes] }, whose)).value,
  csv: async (bytes) => ofParts<RawBookmark>(await pool.read(CSV, { value: null, blobs: [bytes] }, whose)),
  json: async (bytes) => ofParts<RawBookmark>(await pool.read(JSON_FILE, { value: null, blobs: [bytes] }, whose)),
  xml: async (bytes) => ofParts<RawBookmark>(await pool.read(XML, { value: null, blobs: [bytes] }, whose)),
  contacts: async (bytes) => ofParts<ContactEntry>(await pool.read(CONTACTS, { value: null, blobs: [bytes] }, whose)),
  todoist: async (bytes, from) =>
    ofParts<TodoistEntry>(await pool.read(TODOIST, { value: from, blobs: [bytes] }, whose)),
  bookmarks: async (segment) => (await pool.read(BOOKMARKS, { value: segment, blobs: [] }, whose)).value,
});
