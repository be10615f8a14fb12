import { isUtf8 } from "node:buffer";
import { crc32, inflateRawSync } from "node:zlib";
import { MAX_ARCHIVE_ENTRIES, MAX_FILE_BYTES } from "@tessera/contracts-items/limits.ts";
import { ContentTooComplex } from "@tessera/service-kit/content-error.ts";
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, validateFileName } from "yauzl";
import { type Bytes, BytesReader, inMemory, partOf } from "./bytes.ts";
import { isEnex, openEnex, type WithinExport } from "./open-enex.ts";

/** One file of an archive. */
export interface Packed {
  /** Parts of its path separated by "/", none of them empty. */
  path: string;
  /** When it was changed last, in ms since 1970; archives say no time zone, so that of UTC is taken. */
  changedAt: number | null;
  /** Bytes that it says it has, unpacked. */
  bytes: number;
  /** Why its content is not read, in words. */
  refused?: string;
  /** Where an export of Evernote holds it. */
  within?: WithinExport;
  content(): Promise<Buffer>;
}

/** Names are decoded and checked one by one: a bad one is one refused file. */
const OPTIONS = { lazyEntries: true, autoClose: false, decodeStrings: false };
/** What an archive may hold once it is unpacked: so many bytes, or so many times its own; real ones hold a few. */
const MAX_UNPACKED = 1024 * 1024 * 1024;
const MAX_GROWTH = 20;
/** Bytes by which packing may make a file larger. */
const MAX_GAIN = 1024 * 1024;
/** Ways of packing, and what stands before each content (APPNOTE.TXT of PKWARE, 4.3.7 and 4.4.5). */
const [STORED, DEFLATED] = [0, 8];
const UTF8_FLAG = 0x800;
const HEAD_BYTES = 30;
const HEAD_MARK = 0x04034b50;
/** What programs leave behind, and nobody wrote. */
const LEFT_BEHIND = /(^|\/)(\.[^/.][^/]*|__MACOSX|Thumbs\.db|desktop\.ini)(\/|$)/i;

/**
 * The files of a ZIP, or what an export of Evernote holds, sorted by path. An archive that holds nothing but archives,
 * as Notion writes them, counts as these; an archive among other files stays one. Sizes and checksums are those that it
 * says, or a file is damaged.
 * @throws ContentTooComplex for one that holds too much; Error for what is no archive
 */
export async function openArchive(bytes: Bytes): Promise<Packed[]> {
  if (isEnex(bytes)) return openEnex(bytes);
  const room = { files: MAX_ARCHIVE_ENTRIES, bytes: Math.max(MAX_UNPACKED, MAX_GROWTH * bytes.length) };
  const files = await filesOf(bytes, { ...room });
  if (!files.length || !files.every(({ path }) => /\.zip$/i.test(path))) return files;
  const inner: Packed[][] = [];
  for (const file of files) inner.push(await filesOf(await file.opened(), room));
  return inner.flat().sort(byPath);
}

/** @param room files and bytes that may still come; less afterwards */
async function filesOf(bytes: Bytes, room: { files: number; bytes: number }): Promise<ZippedFile[]> {
  const zip = await fromRandomAccessReaderPromise(new BytesReader(bytes), bytes.length, OPTIONS);
  room.files -= zip.entryCount;
  if (room.files < 0)
    throw new ContentTooComplex(`The archive holds more than ${MAX_ARCHIVE_ENTRIES.toLocaleString("en")} files`);
  const files: ZippedFile[] = [];
  const taken = new Map<string, number>();
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    const path = name
      .split("/")
      .filter((part) => part !== "" && part !== ".")
      .join("/");
    if (name.endsWith("/") || LEFT_BEHIND.test(path)) continue;
    room.bytes -= entry.uncompressedSize;
    if (room.bytes < 0)
      throw new ContentTooComplex(
        `The archive is larger than 1 GB, and than ${MAX_GROWTH} times its size, once unpacked`,
      );
    const times = (taken.get(path) ?? 0) + 1;
    taken.set(path, times);
    files.push(
      times === 1
        ? new ZippedFile(bytes, entry, path, refusalOf(entry, name))
        : new ZippedFile(bytes, entry, `${path} (${times} times in the archive)`, "Another file has the same path"),
    );
  }
  return files.sort(byPath);
}

/** Programs of Apple and others write UTF-8 without saying so, which is hardly ever anything else by chance. */
function nameOf({ generalPurposeBitFlag: flag, fileNameRaw: raw, extraFields }: Entry): string {
  return getFileNameLowLevel(isUtf8(raw) ? flag | UTF8_FLAG : flag, raw, extraFields, false);
}

const byPath = (a: Packed, b: Packed) => (a.path < b.path ? -1 : 1);

/** Why a file is not read, in words. */
function refusalOf(entry: Entry, name: string): string | undefined {
  if (validateFileName(name)) return "Its path leads out of the archive";
  if (isLink(entry)) return "It is a link to another file, and no file itself";
  if (entry.isEncrypted()) return "It is encrypted with a password";
  if (entry.uncompressedSize > MAX_FILE_BYTES) return `It is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`;
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    return "It is packed in a way that is not read";
  return undefined;
}

/** By the mode of Unix, where the program that packed it wrote one (APPNOTE.TXT, 4.4.2 and 4.4.15). */
function isLink({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  const system = versionMadeBy >>> 8;
  return (system === 3 || system === 19) && ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

function timeOf(entry: Entry): number | null {
  const time = entry.getLastModDate({ timezone: "UTC" });
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1981 ? null : time.getTime();
}

/** A file of a ZIP: little of it is held, as there may be hundreds of thousands. */
class ZippedFile implements Packed {
  readonly path: string;
  readonly changedAt: number | null;
  readonly bytes: number;
  readonly refused?: string;
  private readonly source: Bytes;
  /** Where its own head stands, before its content. */
  private readonly head: number;
  private readonly packed: number;
  private readonly crc: number;
  private readonly isStored: boolean;

  constructor(source: Bytes, entry: Entry, path: string, refused: string | undefined) {
    this.path = path;
    this.changedAt = timeOf(entry);
    this.bytes = entry.uncompressedSize;
    this.source = source;
    this.head = entry.relativeOffsetOfLocalHeader;
    this.packed = entry.compressedSize;
    this.crc = entry.crc32;
    this.isStored = entry.compressionMethod === STORED && !entry.isEncrypted();
    if (refused !== undefined) this.refused = refused;
  }

  /** At once, not as a stream: most are small. @throws Error for a damaged file */
  async content(): Promise<Buffer> {
    // What does not get smaller is stored as it is, by every program that packs.
    if (this.packed > MAX_FILE_BYTES + MAX_GAIN) throw new Error("It is damaged");
    const packed = this.source.read(this.start(), this.packed);
    const content = this.isStored ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, this.bytes) });
    if (content.length !== this.bytes || crc32(content) !== this.crc) throw new Error("It is damaged");
    return content;
  }

  /** The archive that it is; one that is stored as it is may have any size. @throws ContentTooComplex, Error */
  async opened(): Promise<Bytes> {
    if (this.isStored && this.packed === this.bytes) return partOf(this.source, this.start(), this.packed);
    if (this.refused)
      throw new ContentTooComplex(`${this.path}: ${this.refused}. Unpack the archive, and import what it holds`);
    return inMemory(await this.content());
  }

  /** Where its content stands. */
  private start(): number {
    const head = this.source.read(this.head, HEAD_BYTES);
    if (head.length < HEAD_BYTES || head.readUInt32LE(0) !== HEAD_MARK) throw new Error("It is damaged");
    return this.head + HEAD_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28);
  }
}
