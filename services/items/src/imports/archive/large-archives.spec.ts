import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import AdmZip from "adm-zip";
import { inMemory } from "./bytes.ts";
import { openArchive } from "./open-archive.ts";
import { type Linked, readArchive, surveyArchive } from "./read-archive.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "large-archives-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Stored {
  name: string;
  content: Buffer;
  /** What the list says it has; more than there is are holes of the file. */
  bytes?: number;
}

/** A ZIP64 of files that are stored as they are, whose holes take no room on the disk. */
function writeZip(file: string, files: Stored[]): void {
  const out = openSync(file, "w");
  let at = 0;
  const write = (bytes: Buffer, place = at) => {
    writeSync(out, bytes, 0, bytes.length, place);
    at = Math.max(at, place + bytes.length);
  };
  const list = files.map(({ name, content, bytes = content.length }) => {
    const offset = at;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(45, 4);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    write(Buffer.concat([head, Buffer.from(name)]));
    const start = at;
    write(content);
    at = start + bytes;
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(45, 6);
    entry.writeUInt32LE(crc32(content), 16);
    entry.writeUInt32LE(0xffffffff, 20);
    entry.writeUInt32LE(0xffffffff, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt16LE(28, 30);
    entry.writeUInt32LE(0xffffffff, 42);
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    for (const [place, size] of [bytes, bytes, offset].entries()) extra.writeBigUInt64LE(BigInt(size), 4 + place * 8);
    return Buffer.concat([entry, Buffer.from(name), extra]);
  });
  const begin = at;
  write(Buffer.concat(list));
  const end = at;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  for (const place of [24, 32]) record.writeBigUInt64LE(BigInt(files.length), place);
  record.writeBigUInt64LE(BigInt(end - begin), 40);
  record.writeBigUInt64LE(BigInt(begin), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(end), 8);
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.fill(0xff, 8, 20);
  write(Buffer.concat([record, locator, last]));
  closeSync(out);
}

const GB = 1024 ** 3;
const links = (listed: { path: string }[]): Linked[] => listed.map(({ path: place }, at) => [place, `id-${at}`, false]);

test("an archive of five gigabytes is read where it is needed: what stands behind them, and no file above its limit", async () => {
  const file = path.join(folder, "five.zip");
  writeZip(file, [
    { name: "film.bin", content: Buffer.from("x"), bytes: 5 * GB },
    { name: "Behind.md", content: Buffer.from("# Behind\n\nAll the [film](film.bin)") },
  ]);
  const { value: listed } = await surveyArchive({ value: { path: file }, blobs: [] });
  expect(listed.map(({ path: place, kind }) => [place, kind])).toEqual([
    ["film.bin", "file"],
    ["Behind.md", "note"],
  ]);
  const linked = Buffer.from(JSON.stringify(links(listed)));
  const { value } = await readArchive({ value: { path: file, part: listed }, blobs: [linked] });
  expect(value).toMatchObject([
    { path: "film.bin", refused: "It is larger than 64 MB" },
    { path: "Behind.md", note: { body: expect.stringContaining("](/items/all/id-0)") } },
  ]);
  // The same from its second entry on, as an import that was killed continues.
  const rest = await readArchive({ value: { path: file, part: listed.slice(1) }, blobs: [linked] });
  expect(rest.value).toEqual(value.slice(1));
});

test("archives within an archive are read where they stand, however large they are", async () => {
  const file = path.join(folder, "notion.zip");
  const large = path.join(folder, "inner.zip");
  writeZip(large, [
    { name: "hole.bin", content: Buffer.from("x"), bytes: 100 * 1024 ** 2 },
    { name: "Part 1.md", content: Buffer.from("One") },
  ]);
  const small = new AdmZip();
  small.addFile("Part 2.md", Buffer.from("Two"));
  writeZip(file, [
    { name: "Part-1.zip", content: readFileSync(large) },
    { name: "Part-2.zip", content: small.toBuffer() },
  ]);
  const { value } = await surveyArchive({ value: { path: file }, blobs: [] });
  expect(value.map(({ path: place }) => place)).toEqual(["hole.bin", "Part 1.md", "Part 2.md"]);
});

test("an archive that says it grows more than twenty times, beyond a gigabyte, is refused before it is unpacked", async () => {
  const zip = new AdmZip();
  for (let at = 0; at < 3; at += 1) zip.addFile(`${at}.bin`, Buffer.alloc(1000));
  const bytes = zip.toBuffer();
  for (let at = bytes.indexOf("PK\x01\x02"); at >= 0; at = bytes.indexOf("PK\x01\x02", at + 1))
    bytes.writeUInt32LE(400 * 1024 ** 2, at + 24);
  await expect(openArchive(inMemory(bytes))).rejects.toThrow("larger than 1 GB");
});
