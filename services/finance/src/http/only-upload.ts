import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { inTemporaryFolder, type Upload } from "@tessera/service-kit";

interface Refusals {
  none: () => Error;
  tooLarge: () => Error;
}

/** The one file of a request, with its bare name. `none` and `tooLarge` make what is thrown then. */
export async function onlyUpload(
  uploads: AsyncIterable<Upload>,
  maxBytes: number,
  { none, tooLarge }: Refusals,
): Promise<{ name: string; bytes: Buffer }> {
  for await (const { name, content } of uploads) {
    const chunks: Buffer[] = [];
    for await (const chunk of bounded(content as AsyncIterable<Buffer>, maxBytes, tooLarge)) chunks.push(chunk);
    return { name: bareName(name), bytes: Buffer.concat(chunks) };
  }
  throw none();
}

/** The same for a large file, which is on the disk while `use` runs; it is never in memory as a whole. */
export async function spooledUpload<T>(
  uploads: AsyncIterable<Upload>,
  maxBytes: number,
  { none, tooLarge }: Refusals,
  use: (file: { name: string; path: string }) => Promise<T>,
): Promise<T> {
  for await (const { name, content } of uploads) {
    const pieces = bounded(content as AsyncIterable<Buffer>, maxBytes, tooLarge);
    return onDisk(pieces, (file) => use({ name: bareName(name), path: file }));
  }
  throw none();
}

/** Runs `use` with a file that holds the pieces; it is gone afterwards. */
export function onDisk<T>(pieces: AsyncIterable<Uint8Array>, use: (file: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder("finance", async (folder) => {
    const file = path.join(folder, "file");
    await pipeline(pieces, createWriteStream(file));
    return use(file);
  });
}

async function* bounded(content: AsyncIterable<Buffer>, maxBytes: number, tooLarge: () => Error) {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    yield chunk;
  }
}

function bareName(name: string): string {
  const bare = name
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\p{Cc}/gu, "")
    .trim();
  return bare.slice(0, 200).toWellFormed() || "file";
}
