import { createHash } from "node:crypto";
import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import { CARD_FORMAT, CardRecord } from "../../export/card-record.ts";
import { joined, NoteLinks } from "../notes/link-notes.ts";
import { type RawNote, readNote, withoutProperties } from "../notes/read-note.ts";
import { textOf } from "../text-of.ts";
import { openArchive, type Packed } from "./open-archive.ts";
import { revived } from "./revive.ts";

/** What a file of an archive is to become, as the survey finds it. */
export interface Surveyed {
  path: string;
  /** A text of Markdown, one with a record of ours beside it, or any other file, which becomes a card of its own. */
  kind: "file" | "note" | "card";
  /** Of a text together with its path, of another file alone: what the card is told again by. */
  sha256: string;
  /** What the record says. */
  card?: { id: string; identity: string | null; files: string[] };
}

export type NoteEntry = { path: string; note: RawNote } | { path: string; refused: string };
export type ArchiveEntry =
  | NoteEntry
  /** Its content is the blob of this index. */
  | { path: string; blob: number }
  /** Its files are the blobs from this index on. */
  | { path: string; card: CardRecord; body: string; blob: number };

/** Bytes of content after which a part of an archive ends, and entries. */
const PART_BYTES = 8 * 1024 * 1024;
const PART_ENTRIES = 2000;

const isText = (path: string): boolean => /\.(md|markdown)$/i.test(path);
const recordOf = (path: string): string => path.replace(/\.[a-z]+$/i, ".json");

/**
 * Lists what an archive holds, in the order in which it is read: files before the notes that show them, cards before
 * those that belong to them.
 */
export async function surveyArchive({ blobs }: Content<null>): Promise<Content<Surveyed[]>> {
  const files = await opened(blobs[0]!);
  const listed: (Surveyed & { isChild?: boolean })[] = [];
  const taken = new Set<string>();
  for (const { path } of files.values()) {
    if (!isText(path)) continue;
    const record = await cardOf(files, path);
    if (!record) continue;
    const { id, identity, parentId } = record;
    const own = record.files.map((file) => joined(path, file.path)).filter((place) => files.has(place));
    for (const place of [recordOf(path), ...own]) taken.add(place);
    const card = { id, identity, files: own };
    listed.push({ path, kind: "card", sha256: await hashOf(files.get(path)!, true), card, isChild: parentId !== null });
    taken.add(path);
  }
  const isExport = listed.length > 0;
  for (const file of files.values()) {
    const { path } = file;
    // Beside its cards an export of ours holds tables, and files that no card has any more.
    if (!taken.has(path) && (isText(path) || !isExport))
      listed.push({ path, kind: isText(path) ? "note" : "file", sha256: await hashOf(file, isText(path)) });
  }
  const place = ({ kind, isChild }: (typeof listed)[number]) => ["file", "card", "note"].indexOf(kind) * 2 + +!!isChild;
  listed.sort((a, b) => place(a) - place(b));
  return { value: listed.map(({ isChild: _, ...one }) => one), blobs: [] };
}

/**
 * Reads a part of an archive: some entries from `from` on, at least one where there is one.
 * @param ids of the cards of all entries, by their place
 */
export async function readArchive({
  value: { from, listed, ids },
  blobs,
}: Content<{ from: number; listed: Surveyed[]; ids: string[] }>): Promise<Content<ArchiveEntry[]>> {
  const files = await opened(blobs[0]!);
  const links = new NoteLinks(
    listed.flatMap(({ path, card }, at) =>
      [path, ...(card?.files ?? [])].map((one) => ({ path: one, id: ids[at]!, isCard: card !== undefined })),
    ),
  );
  const value: ArchiveEntry[] = [];
  const contents: Buffer[] = [];
  let bytes = 0;
  for (const { path, kind, card } of listed.slice(from, from + PART_ENTRIES)) {
    const before = contents.length;
    const file = files.get(path)!;
    const content = await contentOf(file);
    if (typeof content === "string") value.push({ path, refused: content });
    else if (kind === "file") value.push({ path, blob: contents.push(content) - 1 });
    else if (kind === "note") value.push(noteOf(file, content, links));
    else {
      for (const own of card!.files) contents.push(await contentOf(files.get(own)!).then(orNothing));
      const record = (await cardOf(files, path))!;
      value.push(cardEntry(path, textOf(content), record, links, before));
      bytes += record.earlier.reduce((sum, { body }) => sum + body.length, 0);
    }
    bytes += content.length + contents.slice(before).reduce((sum, one) => sum + one.length, 0);
    if (bytes >= PART_BYTES) break;
  }
  return { value, blobs: contents };
}

/** By path; where one stands twice, the first. */
async function opened(bytes: Uint8Array): Promise<Map<string, Packed>> {
  const files = new Map<string, Packed>();
  for (const file of await openArchive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
    if (!files.has(file.path)) files.set(file.path, file);
  return files;
}

/** @returns why there is none, in words */
async function contentOf(file: Packed): Promise<Buffer | string> {
  if (file.refused) return file.refused;
  const content = await file.content().catch(() => "It is damaged");
  return content.length ? content : "It is empty";
}

const orNothing = (content: Buffer | string) => (typeof content === "string" ? Buffer.alloc(0) : content);

async function hashOf(file: Packed, withPath: boolean): Promise<string> {
  const hash = createHash("sha256");
  if (withPath) hash.update(`${file.path}\0`);
  const content = await contentOf(file);
  return hash.update(typeof content === "string" ? "" : content).digest("hex");
}

/** What our export says of a text; null where it is none of ours. */
async function cardOf(files: ReadonlyMap<string, Packed>, path: string): Promise<CardRecord | null> {
  const file = files.get(recordOf(path));
  const content = file ? orNothing(await contentOf(file)) : Buffer.alloc(0);
  if (!content.includes(CARD_FORMAT)) return null;
  try {
    return CardRecord.parse(JSON.parse(textOf(content)));
  } catch {
    return null;
  }
}

function cardEntry(path: string, text: string, card: CardRecord, links: NoteLinks, blob: number): ArchiveEntry {
  const body = links.apply(path, withoutProperties(text).replace(/\n$/, ""));
  if (body.length > MAX_BODY_LENGTH) return { path, refused: TOO_LONG };
  try {
    return { path, card: { ...card, data: revived(card.type, card.data) }, body, blob };
  } catch {
    return { path, refused: "Its HTML is too complex to be read" };
  }
}

function noteOf({ path, changedAt }: Packed, content: Buffer, links: NoteLinks): ArchiveEntry {
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
