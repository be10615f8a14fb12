import { createHash } from "node:crypto";
import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import { NoteLinks } from "../notes/link-notes.ts";
import { type RawNote, readNote } from "../notes/read-note.ts";
import { textOf } from "../text-of.ts";
import { openArchive, type Packed } from "./open-archive.ts";

/** A file of an archive, as the survey finds it. */
export interface Surveyed {
  path: string;
  /** A text of Markdown; any other file becomes a card of its own. */
  isNote: boolean;
  bytes: number;
  /** Of a note together with its path, of another file alone: what the card is told again by. */
  sha256: string;
}

export type NoteEntry = { path: string; note: RawNote } | { path: string; refused: string };
export type ArchiveEntry =
  | NoteEntry
  /** Its content is the blob of this index. */
  | { path: string; blob: number };

/** Bytes of content after which a part of an archive ends, and entries. */
const PART_BYTES = 8 * 1024 * 1024;
const PART_ENTRIES = 500;

const isNote = (path: string): boolean => /\.(md|markdown)$/i.test(path);

/** Files before notes: what a note shows is there when the note comes. */
async function inOrder(bytes: Uint8Array): Promise<Packed[]> {
  const files = await openArchive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return [...files.filter(({ path }) => !isNote(path)), ...files.filter(({ path }) => isNote(path))];
}

/** Lists what an archive holds, in the order in which `readArchive` gives it. Names alone count where it cannot be read. */
export async function surveyArchive({ blobs }: Content<null>): Promise<Content<Surveyed[]>> {
  const value: Surveyed[] = [];
  for (const { path, refused, content } of await inOrder(blobs[0]!)) {
    const bytes = refused ? Buffer.alloc(0) : await content().catch(() => Buffer.alloc(0));
    const hash = createHash("sha256");
    if (isNote(path)) hash.update(`${path}\0`);
    value.push({ path, isNote: isNote(path), bytes: bytes.length, sha256: hash.update(bytes).digest("hex") });
  }
  return { value, blobs: [] };
}

/**
 * Reads a part of an archive: some entries from `from` on, at least one where there is one.
 * @param ids of the cards of all entries, by their place
 */
export async function readArchive({
  value: { from, ids },
  blobs,
}: Content<{ from: number; ids: (string | null)[] }>): Promise<Content<ArchiveEntry[]>> {
  const files = await inOrder(blobs[0]!);
  const links = new NoteLinks(files.flatMap(({ path }, at) => (ids[at] ? [{ path, id: ids[at] }] : [])));
  const value: ArchiveEntry[] = [];
  const contents: Buffer[] = [];
  let bytes = 0;
  for (const file of files.slice(from, from + PART_ENTRIES)) {
    const { path } = file;
    const content = file.refused ? file.refused : await file.content().catch(() => "It is damaged");
    if (typeof content === "string") value.push({ path, refused: content });
    else if (content.length === 0) value.push({ path, refused: "It is empty" });
    else if (isNote(path)) value.push(noteOf(file, content, links));
    else value.push({ path, blob: contents.push(content) - 1 });
    bytes += content.length;
    if (bytes >= PART_BYTES) break;
  }
  return { value, blobs: contents };
}

function noteOf({ path, changedAt }: Packed, content: Buffer, links: NoteLinks): NoteEntry {
  const note = readNote(path, textOf(content));
  const body = links.apply(path, note.body);
  if (body.length > MAX_BODY_LENGTH) return { path, refused: TOO_LONG };
  return { path, note: { ...note, body, createdAt: note.createdAt ?? changedAt?.getTime() ?? null } };
}

/** One file of Markdown, alone. */
export function readMarkdown({ value: { name }, blobs }: Content<{ name: string }>): Content<NoteEntry> {
  const note = readNote(name, textOf(blobs[0]!));
  return {
    value: note.body.length > MAX_BODY_LENGTH ? { path: name, refused: TOO_LONG } : { path: name, note },
    blobs: [],
  };
}

const TOO_LONG = `The text is longer than ${MAX_BODY_LENGTH.toLocaleString("en")} characters`;
