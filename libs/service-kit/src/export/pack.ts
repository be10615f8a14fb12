import { createInterface } from "node:readline";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { FileStore } from "../files/file-store.ts";
import { INDEX, type IndexLine } from "./write-part.ts";

export interface Archive {
  /** Key of the file store that the archive gets. */
  key: string;
  /** Folder of the file store with one folder a part in it. */
  parts: string;
  schemas: string[];
  /** Schemas that are not in it. */
  missing: string[];
  requestedAt: Date;
  signal: AbortSignal;
}

/**
 * Packs the parts of an export into one ZIP in the file store: JSON by table, the person's files, and a readme.
 * Streamed: in memory are one chunk and the list of names. A file that was deleted since is named in the readme.
 * @returns its bytes
 */
export async function packExport(files: FileStore, archive: Archive): Promise<number> {
  const zip = new ZipFile();
  const mtime = archive.requestedAt;
  const readme = [
    `Your data, as they were from ${archive.requestedAt.toISOString()} on.`,
    "Each folder is one part of Tessera. A .json file there holds the rows of one table; your files are below files/.",
    "What proves who you are (passwords, keys, codes) is left out.",
    "",
  ];
  const gone: string[] = [];
  for (const schema of archive.schemas) {
    const index = await files.read(`${archive.parts}/${schema}/${INDEX}`);
    let [kept, documents] = [0, 0];
    for await (const text of createInterface({ input: index, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = JSON.parse(text) as IndexLine;
      zip.addReadStreamLazy(line.path, { mtime }, (give) => give(null, lazily(files, line, gone)));
      if ("documents" in line) documents++;
      else if ("table" in line) readme.push(`${line.path}: ${line.about || line.table} (${line.rows})`);
      else kept++;
    }
    if (documents) readme.push(`${schema}: the same as ${documents} files to read`);
    if (kept) readme.push(`${schema}/files: your files (${kept})`);
  }
  if (archive.missing.length) readme.push("", `Not included, as it does not run: ${archive.missing.join(", ")}`);
  zip.addReadStreamLazy("README.txt", { mtime }, (give) => give(null, Readable.from([readmeOf(readme, gone)])));
  zip.end();
  const packed = new PassThrough();
  zip.on("error", (error: Error) => packed.destroy(error));
  const [{ bytes }] = await Promise.all([
    files.put(archive.key, packed),
    pipeline(zip.outputStream as Readable, packed, { signal: archive.signal }),
  ]);
  return bytes;
}

/** Evaluated when the archive comes to it, last: what turned out to be gone is known by then. */
const readmeOf = (lines: string[], gone: string[]) =>
  `${[...lines, ...(gone.length ? ["", "Deleted while this was packed, so empty here:", ...gone] : [])].join("\n")}\n`;

/** A file's content, opened when the archive comes to it: open files stay few. */
function lazily(files: FileStore, line: IndexLine, gone: string[]): Readable {
  const open = async (): Promise<Readable> => {
    if ("file" in line) return files.read(line.file);
    if ("table" in line) return files.read(line.key);
    const range = { start: line.start, end: line.start + line.bytes - 1 };
    return line.bytes ? (await files.open(line.documents, range)).content : Readable.from([]);
  };
  return Readable.from(
    (async function* () {
      const content = await open().catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        gone.push(line.path);
        return Readable.from([]);
      });
      yield* content;
    })(),
    { objectMode: false },
  );
}
