import { decoderFor, namesCharset } from "../web/decode-html.ts";

/** Bytes looked at to find out the character set. */
const HEAD = 4096;

/**
 * The text of a file of HTML, piece by piece, in the character set it names; UTF-8 when it names none.
 * @param fallback used then instead
 */
export async function* decodeStream(file: AsyncIterable<Buffer>, fallback?: string): AsyncGenerator<string> {
  let head: Buffer[] = [];
  let size = 0;
  let decoder: TextDecoder | undefined;
  const decoderOf = (bytes: Buffer) =>
    fallback && !namesCharset(bytes) ? new TextDecoder(fallback) : decoderFor(bytes);
  for await (const chunk of file) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    head.push(chunk);
    size += chunk.length;
    if (size < HEAD) continue;
    const bytes = Buffer.concat(head);
    decoder = decoderOf(bytes);
    yield decoder.decode(bytes, { stream: true });
    head = [];
  }
  const bytes = Buffer.concat(head);
  decoder ??= decoderOf(bytes);
  yield decoder.decode(bytes);
}

/** What a file is most likely in that names no character set: UTF-8, or windows-1252 when it is not. */
export async function likelyCharset(file: AsyncIterable<Buffer>): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of file) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}
