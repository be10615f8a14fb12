const LF = 10;
/** Line that separates the messages of an mbox file, after an empty line: "From " and a time; RFC 4155. */
const SEPARATOR = /^From .*\d{1,2}:\d{2}/;
const MARK = Buffer.from("\nFrom ");
/** Bytes of a separator line that are looked at. */
const MAX_LINE = 500;

/**
 * Messages of an mbox file without their separator lines; lines that were quoted are as they stand. Takes chunk after
 * chunk.
 */
export async function* splitMbox(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of file) {
    const text: Buffer = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    // What may be the beginning of a separator is looked at with the next chunk.
    const sure = text.length - MAX_LINE;
    let start = 0;
    for (let at = text.indexOf(MARK); at >= 0 && at < sure; at = text.indexOf(MARK, at + 1)) {
      if (!isSeparator(text, at + 1, pieces)) continue;
      yield message([...pieces, text.subarray(start, at + 1)]);
      pieces = [];
      start = at + 1;
    }
    const end = Math.max(start, sure);
    if (end > start) pieces.push(text.subarray(start, end));
    rest = Buffer.from(text.subarray(end));
  }
  let start = 0;
  for (let at = rest.indexOf(MARK); at >= 0; at = rest.indexOf(MARK, at + 1)) {
    if (!isSeparator(rest, at + 1, pieces)) continue;
    yield message([...pieces, rest.subarray(start, at + 1)]);
    pieces = [];
    start = at + 1;
  }
  yield message([...pieces, rest.subarray(start)]);
}

function isSeparator(text: Buffer, at: number, before: Buffer[]): boolean {
  const ahead =
    at >= 4
      ? text.subarray(at - 4, at)
      : Buffer.concat([(before.at(-1) ?? Buffer.alloc(0)).subarray(-4), text.subarray(0, at)]);
  if (!/\n\r?\n$/.test(ahead.toString("latin1"))) return false;
  const end = text.indexOf(LF, at);
  return SEPARATOR.test(text.toString("latin1", at, Math.min(end < 0 ? text.length : end, at + MAX_LINE)));
}

function message(pieces: Buffer[]): Buffer {
  const part = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  return part.toString("latin1", 0, 5) === "From " ? part.subarray(part.indexOf(LF) + 1 || part.length) : part;
}
