import { createHash } from "node:crypto";
import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import { ContentTooComplex } from "@tessera/service-kit/content-error.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import { CARD_FORMAT, CardRecord } from "../../export/card-record.ts";
import { BEGINNING, mediaTypeOf } from "../../files/media-type.ts";
import { MAX_COPY_BYTES } from "../../page-copies/copy-policy.ts";
import { revivedCopy } from "../../page-copies/revive-copy.ts";
import { joined, NoteLinks } from "../notes/link-notes.ts";
import { type RawNote, readNote, withoutProperties } from "../notes/read-note.ts";
import { textOf } from "../text-of.ts";
import { type Bytes, withFile } from "./bytes.ts";
import { openArchive, type Packed } from "./open-archive.ts";
import { EnexNotes, refusalOf, type WithinExport } from "./open-enex.ts";
import { revived } from "./revive.ts";

/** What a file of an archive is to become, as the survey finds it. */
export interface Surveyed {
  path: string;
  /** A text of Markdown, one with a record of ours beside it, or any other file, which becomes a card of its own. */
  kind: "file" | "note" | "card";
  /** Of a text together with its path, of another file alone: what the card is told again by. */
  sha256: string;
  /** Nothing comes of it, so nothing links to it. */
  isRefused?: true;
  /** What the record says. */
  card?: { id: string; identity: string | null; files: string[] };
  /** Where an export of Evernote holds it. */
  within?: WithinExport;
}

/** Something of an archive that links may lead to: its path, the card that it becomes, whether our export wrote it. */
export type Linked = [path: string, id: string, isCard: boolean];

export type NoteEntry = { path: string; note: RawNote } | { path: string; refused: string };
export type ArchiveEntry =
  | NoteEntry
  /** Its content is the blob of this index. */
  | { path: string; blob: number }
  /** Its files are the blobs from this index on, then the copies of its page, then the pictures of it. */
  | { path: string; card: CardRecord; body: string; blob: number; copies: ReadCopy[]; pictures: ReadPicture[] };

/** A copy of a bookmark's page that is as safe as one that was made here. */
export type ReadCopy = Omit<CardRecord["copies"][number], "path">;
/** A picture of it, which is one by its bytes. */
export type ReadPicture = Omit<CardRecord["pictures"][number], "path">;

/** Bytes of content after which a part of an archive ends. */
const PART_BYTES = 8 * 1024 * 1024;
/** Bytes of all files of one card. */
const MAX_CARD_BYTES = 96 * 1024 * 1024;
/** Bytes of all pictures of one page: somewhat more than are kept of one. */
const MAX_PICTURE_BYTES = 16 * 1024 * 1024;

const isText = (path: string): boolean => /\.(md|markdown)$/i.test(path);
const recordOf = (path: string): string => path.replace(/\.[a-z]+$/i, ".json");

/**
 * Lists what an archive holds, in the order in which it is read: files before the notes that show them, cards before
 * those that belong to them.
 * @param path of the archive on the disk
 */
export const surveyArchive = async ({ value: { path } }: Content<{ path: string }>): Promise<Content<Surveyed[]>> => ({
  value: await withFile(path, surveyed),
  blobs: [],
});

async function surveyed(bytes: Bytes): Promise<Surveyed[]> {
  const files = await opened(bytes);
  const listed: (Surveyed & { isChild?: boolean })[] = [];
  const taken = new Set<string>();
  for (const { path } of files.values()) {
    if (!isText(path)) continue;
    const record = await cardOf(files, path);
    if (!record) continue;
    const { id, identity, parentId } = record;
    const there = (list: { path: string }[]) =>
      list.map((file) => joined(path, file.path)).filter((place) => files.has(place));
    const own = there(record.files);
    const beside = [...there(record.copies), ...there(record.pictures)];
    for (const place of [recordOf(path), ...own, ...beside]) taken.add(place);
    const card = { id, identity, files: own };
    const isChild = parentId !== null;
    listed.push({ path, kind: "card", ...(await toldBy(files.get(path)!, true)), card, isChild });
    taken.add(path);
  }
  const isExport = listed.length > 0;
  for (const file of files.values()) {
    const { path, within } = file;
    // Beside its cards an export of ours holds tables, and files that no card has any more.
    if (taken.has(path) || (isExport && !isText(path))) continue;
    const told = await toldBy(file, isText(path));
    listed.push({ path, kind: isText(path) ? "note" : "file", ...told, ...(within ? { within } : {}) });
  }
  const place = ({ kind, isChild }: (typeof listed)[number]) => ["file", "card", "note"].indexOf(kind) * 2 + +!!isChild;
  listed.sort((a, b) => place(a) - place(b));
  return listed.map(({ isChild: _, ...one }) => one);
}

/**
 * Reads some entries of an archive, the first ones of `part`: at least one where there is one.
 * @param path of the archive on the disk
 * @param blobs what links may lead to, as JSON of `Linked[]`
 */
export const readArchive = ({
  value: { path, part },
  blobs,
}: Content<{ path: string; part: Surveyed[] }>): Promise<Content<ArchiveEntry[]>> =>
  withFile(path, (bytes) => read(bytes, part, blobs[0]!));

async function read(bytes: Bytes, part: Surveyed[], linked: Uint8Array): Promise<Content<ArchiveEntry[]>> {
  const files = part.some(({ within }) => within) ? inEnex(bytes, part) : await opened(bytes);
  const targets = JSON.parse(Buffer.from(linked).toString()) as Linked[];
  const links = new NoteLinks(targets.map(([target, id, isCard]) => ({ path: target, id, isCard })));
  const value: ArchiveEntry[] = [];
  const contents: Buffer[] = [];
  let size = 0;
  for (const { path, kind, card } of part) {
    const before = contents.length;
    const file = files.get(path)!;
    const content = await contentOf(file);
    if (typeof content === "string") value.push({ path, refused: content });
    else if (kind === "file") value.push({ path, blob: contents.push(content) - 1 });
    else if (kind === "note") value.push(noteOf(file, content, links));
    else {
      const own = card!.files.map((one) => files.get(one)!);
      if (own.reduce((sum, { bytes: unpacked }) => sum + unpacked, 0) > MAX_CARD_BYTES) {
        value.push({ path, refused: `Its files are larger than ${MAX_CARD_BYTES / 1024 / 1024} MB together` });
        continue;
      }
      for (const one of own) contents.push(await contentOf(one).then(orNothing));
      const record = (await cardOf(files, path))!;
      const copies = await copiesOf(files, path, record);
      const pictures = await picturesOf(files, path, record);
      contents.push(...[...copies, ...pictures].map(([, page]) => page));
      const found = { copies: copies.map(([copy]) => copy), pictures: pictures.map(([picture]) => picture) };
      value.push(cardEntry(path, textOf(content), { record, blob: before, ...found }, links));
      size += record.earlier.reduce((sum, { body }) => sum + body.length, 0);
    }
    size += content.length + contents.slice(before).reduce((sum, one) => sum + one.length, 0);
    if (size >= PART_BYTES) break;
  }
  return { value, blobs: contents };
}

/** Copies of the page that are copies of pages, sanitised as if they came from outside, for so they do. */
async function copiesOf(
  files: ReadonlyMap<string, Packed>,
  path: string,
  { type, copies }: CardRecord,
): Promise<[ReadCopy, Buffer][]> {
  const kept: [ReadCopy, Buffer][] = [];
  if (type !== "bookmark") return kept;
  for (const { path: place, ...copy } of copies) {
    const file = files.get(joined(path, place));
    if (!file || file.bytes > MAX_COPY_BYTES) continue;
    const page = revivedCopy(orNothing(await contentOf(file)));
    if (page) kept.push([copy, page]);
  }
  return kept;
}

/** Pictures of the page that are such as are kept of one; shown apart, they can do nothing. */
async function picturesOf(
  files: ReadonlyMap<string, Packed>,
  path: string,
  { type, pictures }: CardRecord,
): Promise<[ReadPicture, Buffer][]> {
  const kept: [ReadPicture, Buffer][] = [];
  let left = MAX_PICTURE_BYTES;
  for (const { path: place, ...picture } of type === "bookmark" ? pictures : []) {
    const file = files.get(joined(path, place));
    if (!file || file.bytes > left) continue;
    const content = orNothing(await contentOf(file));
    if (mediaTypeOf(content.subarray(0, BEGINNING)) !== picture.mediaType) continue;
    left -= content.length;
    kept.push([picture, content]);
  }
  return kept;
}

/** By path; where one stands twice, the first. */
async function opened(bytes: Bytes): Promise<Map<string, Packed>> {
  const files = new Map<string, Packed>();
  for (const file of await openArchive(bytes)) if (!files.has(file.path)) files.set(file.path, file);
  return files;
}

/** What the survey found in an export of Evernote: only the notes that are asked for are read. */
function inEnex(bytes: Bytes, part: Surveyed[]): Map<string, Packed> {
  const notes = new EnexNotes(bytes);
  return new Map(
    part.map(({ path, within }) => {
      const content = async () => notes.contentOf(within!);
      return [path, { path, changedAt: null, bytes: within!.end - within!.start, ...refusalOf(within!), content }];
    }),
  );
}

/** A note that says nothing has a name. @returns why there is none, in words */
async function contentOf(file: Packed): Promise<Buffer | string> {
  if (file.refused) return file.refused;
  const content = await file
    .content()
    .catch((error: unknown) => (error instanceof ContentTooComplex ? error.message : "It is damaged"));
  return content.length || isText(file.path) ? content : "It is empty";
}

const orNothing = (content: Buffer | string) => (typeof content === "string" ? Buffer.alloc(0) : content);

async function toldBy(file: Packed, withPath: boolean): Promise<Pick<Surveyed, "sha256" | "isRefused">> {
  const hash = createHash("sha256");
  if (withPath) hash.update(`${file.path}\0`);
  const content = await contentOf(file);
  if (typeof content !== "string") return { sha256: hash.update(content).digest("hex") };
  return { sha256: hash.update(file.path).digest("hex"), isRefused: true };
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

function cardEntry(
  path: string,
  text: string,
  { record: card, ...found }: { record: CardRecord; blob: number; copies: ReadCopy[]; pictures: ReadPicture[] },
  links: NoteLinks,
): ArchiveEntry {
  const body = links.apply(path, withoutProperties(text).replace(/\n$/, ""));
  if (body.length > MAX_BODY_LENGTH) return { path, refused: TOO_LONG };
  try {
    const data = revived(card.type, card.data, new Map(found.pictures.map((picture) => [picture.id, picture])));
    return { path, card: { ...card, data }, body, ...found };
  } catch {
    return { path, refused: "Its HTML is too complex to be read" };
  }
}

function noteOf({ path, changedAt }: Packed, content: Buffer, links: NoteLinks): ArchiveEntry {
  const note = readNote(path, textOf(content));
  const body = links.apply(path, note.body);
  if (body.length > MAX_BODY_LENGTH) return { path, refused: TOO_LONG };
  return { path, note: { ...note, body, createdAt: note.createdAt ?? changedAt } };
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
