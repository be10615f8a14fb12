import type { Chance } from "./bad-requests.ts";

/** Pieces that parsers of markup, mails, JSON and addresses take for something. */
const PIECES = [
  ...[
    "<",
    ">",
    "</",
    "<!--",
    "]]>",
    "<![CDATA[",
    "<script>",
    "<svg><math>",
    "<table><tr><td>",
    "&#x110000;",
    "&amp",
    '"',
  ],
  ...["\0", "\r\n\r\n", "\n.\n", "\ufeff", "\ud800", "\u202e", "%00", "=?utf-8?B?", "?=", "=\r\n", "--", "boundary="],
  ...["Content-Type: multipart/mixed; boundary=x\r\n", "From ", "{", "]", "1e999", "__proto__", "<DL><p><DT><A HREF="],
  ...["data:text/html,", "javascript:", "9".repeat(400), "(((((((((((((((((((", "****", "```", "[](", "\\"],
].map((text) => Buffer.from(text));

/** A file as somebody may have damaged or made it: one of the samples, changed at a few places. */
export function mutated(samples: readonly Buffer[], chance: Chance): Buffer {
  const below = (limit: number) => Math.floor(chance() * limit);
  const one = () => samples[below(samples.length)]!;
  let file: Buffer<ArrayBufferLike> = Buffer.from(one());
  for (let change = 1 + below(6); change > 0; change -= 1) {
    const [at, to] = [below(file.length + 1), below(file.length + 1)].toSorted((a, b) => a - b) as [number, number];
    const [before, within, after] = [file.subarray(0, at), file.subarray(at, to), file.subarray(to)];
    const piece = PIECES[below(PIECES.length)]!;
    const other = one();
    const changes = [
      () => Buffer.concat([before, after]),
      () => Buffer.concat([before, within.subarray(0, 2_000), within.subarray(0, 2_000), within, after]),
      () => Buffer.concat([before, piece, within, after]),
      () => Buffer.concat([before, ...Array<Buffer>(1 + below(60)).fill(piece), within, after]),
      () => Buffer.concat([before, other.subarray(below(other.length + 1)), after]),
      () => Buffer.from(file.map((byte) => (below(200) === 0 ? below(256) : byte))),
    ];
    file = changes[below(changes.length)]!();
  }
  return file;
}
