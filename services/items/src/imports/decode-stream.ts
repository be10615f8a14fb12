import { decoderFor } from "../web/decode-html.ts";

/** Bytes looked at to find out the character set. */
const HEAD = 4096;

/** The text of a file of HTML, piece by piece, in the character set it names; UTF-8 when it names none. */
export async function* decodeStream(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let head: Buffer[] = [];
  let size = 0;
  let decoder: TextDecoder | undefined;
  for await (const chunk of file) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    head.push(chunk);
    size += chunk.length;
    if (size < HEAD) continue;
    decoder = decoderFor(Buffer.concat(head));
    yield decoder.decode(Buffer.concat(head), { stream: true });
    head = [];
  }
  decoder ??= decoderFor(Buffer.concat(head));
  yield decoder.decode(Buffer.concat(head));
}
