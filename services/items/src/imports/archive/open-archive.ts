import { crc32, inflateRawSync } from "node:zlib";
import { MAX_ARCHIVE_ENTRIES, MAX_FILE_BYTES } from "@tessera/contracts-items/limits.ts";
import { ContentTooComplex } from "@tessera/service-kit/content-error.ts";
import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from "yauzl";
import { isEnex, openEnex } from "./open-enex.ts";

/** One file of an archive. */
export interface Packed {
  /** Parts of its path separated by "/", none of them empty. */
  path: string;
  /** When it was changed last; archives say no time zone, so that of UTC is taken. */
  changedAt: Date | null;
  /** Why its content is not read, in words. */
  refused?: string;
  content: () => Promise<Buffer>;
}

/** Names are decoded and checked one by one: a bad one is one refused file. */
const OPTIONS = { lazyEntries: true, autoClose: false, decodeStrings: false };
/** Bytes that an archive may hold once it is unpacked. */
const MAX_UNPACKED = 1024 * 1024 * 1024;
/** What programs leave behind, and nobody wrote. */
const LEFT_BEHIND = /(^|\/)(\.[^/.][^/]*|__MACOSX|Thumbs\.db|desktop\.ini)(\/|$)/i;

/**
 * The files of a ZIP, or what an export of Evernote holds, sorted by path. An archive that holds nothing but archives,
 * as Notion writes them, counts as these; an archive among other files stays one. Sizes and checksums are those that it
 * says, or a file is damaged.
 * @throws ContentTooComplex for one that holds too much; Error for what is no archive
 */
export async function openArchive(bytes: Buffer): Promise<Packed[]> {
  if (isEnex(bytes)) return openEnex(bytes);
  const files = await filesOf(bytes);
  if (!files.length || !files.every(({ path }) => /\.zip$/i.test(path))) return files;
  const inner: Packed[] = [];
  for (const { content } of files) inner.push(...(await filesOf(await content())));
  return inner.sort(byPath);
}

async function filesOf(bytes: Buffer): Promise<Packed[]> {
  const zip = await fromBufferPromise(bytes, OPTIONS);
  if (zip.entryCount > MAX_ARCHIVE_ENTRIES)
    throw new ContentTooComplex(`The archive holds more than ${MAX_ARCHIVE_ENTRIES.toLocaleString("en")} files`);
  const files: Packed[] = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
    const path = name
      .split("/")
      .filter((part) => part !== "" && part !== ".")
      .join("/");
    if (name.endsWith("/") || LEFT_BEHIND.test(path)) continue;
    unpacked += entry.uncompressedSize;
    if (unpacked > MAX_UNPACKED) throw new ContentTooComplex("The archive is larger than 1 GB once it is unpacked");
    files.push({
      path,
      changedAt: timeOf(entry),
      ...refusalOf(entry, name),
      content: () => contentOf(zip, bytes, entry),
    });
  }
  return files.sort(byPath);
}

const byPath = (a: Packed, b: Packed) => (a.path < b.path ? -1 : 1);

function refusalOf(entry: Entry, name: string): { refused?: string } {
  if (validateFileName(name)) return { refused: "Its path leads out of the archive" };
  if (entry.isEncrypted()) return { refused: "It is encrypted with a password" };
  if (entry.uncompressedSize > MAX_FILE_BYTES)
    return { refused: `It is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB` };
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    return { refused: "It is packed in a way that is not read" };
  return {};
}

function timeOf(entry: Entry): Date | null {
  const time = entry.getLastModDate({ timezone: "UTC" });
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1981 ? null : time;
}

/** At once, not as a stream: an archive holds a hundred thousand small files. @throws Error for a damaged file */
async function contentOf(zip: ZipFile, bytes: Buffer, entry: Entry): Promise<Buffer> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  const maxOutputLength = Math.max(1, entry.uncompressedSize);
  const content = entry.compressionMethod === 0 ? packed : inflateRawSync(packed, { maxOutputLength });
  if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32) throw new Error("It is damaged");
  return content;
}
