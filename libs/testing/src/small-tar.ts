/** Bytes of a header, and what contents are padded to: POSIX.1-1988 (ustar). */
const BLOCK = 512;

/** Databases of a new cluster that nobody connects to: template1 and template0, by their object ids. */
const TEMPLATES = /^\/?(?:\.\/)?base\/[14]\/(?!PG_VERSION$)./;

/**
 * A data folder without the files of `template0` and `template1`: a third of all there is to unpack for each test file.
 * No database can be created in what is opened from it, which PGlite cannot do anyway.
 * @param tar as `EmbeddedPool.dump` gives it
 */
export function withoutTemplates(tar: Uint8Array): Uint8Array {
  const bytes = Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength);
  const text = (at: number, length: number) => bytes.toString("latin1", at, at + length).split("\0")[0] ?? "";
  const kept: Buffer[] = [];
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const name = text(at, 100);
    if (!name) break;
    const end = at + BLOCK + Math.ceil((Number.parseInt(text(at + 124, 12), 8) || 0) / BLOCK) * BLOCK;
    if (!TEMPLATES.test(name)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, Buffer.alloc(2 * BLOCK)]);
}
