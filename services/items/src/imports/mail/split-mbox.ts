const LF = 10;
/** Line that separates the messages of an mbox file, after an empty line: "From " and a time; RFC 4155. */
const SEPARATOR = /^From .*\d{1,2}:\d{2}/;
const MARK = Buffer.from("\nFrom ");
/** Bytes of a separator line that are looked at. */
const MAX_LINE = 500;

/**
 * Messages of an mbox file without their separator lines; lines that were quoted are as they stand. Takes chunk after
 * chunk.
 * @param maxBytes of a message; null is given in the place of a larger one, of which no more is held
 */
export async function* splitMbox(file: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer | null> {
  let message = new Message(maxBytes);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of file) {
    const text: Buffer = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    // What may be the beginning of a separator is looked at with the next chunk.
    const sure = text.length - MAX_LINE;
    let start = 0;
    for (let at = text.indexOf(MARK); at >= 0 && at < sure; at = text.indexOf(MARK, at + 1)) {
      if (!isSeparator(text, at + 1, message.end)) continue;
      message.add(text.subarray(start, at + 1));
      yield message.whole();
      message = new Message(maxBytes);
      start = at + 1;
    }
    const end = Math.max(start, sure);
    if (end > start) message.add(text.subarray(start, end));
    rest = Buffer.from(text.subarray(end));
  }
  let start = 0;
  for (let at = rest.indexOf(MARK); at >= 0; at = rest.indexOf(MARK, at + 1)) {
    if (!isSeparator(rest, at + 1, message.end)) continue;
    message.add(rest.subarray(start, at + 1));
    yield message.whole();
    message = new Message(maxBytes);
    start = at + 1;
  }
  message.add(rest.subarray(start));
  yield message.whole();
}

/** @param before the end of what stands before the text */
function isSeparator(text: Buffer, at: number, before: Buffer): boolean {
  const ahead = at >= 4 ? text.subarray(at - 4, at) : Buffer.concat([before, text.subarray(0, at)]);
  if (!/\n\r?\n$/.test(ahead.toString("latin1"))) return false;
  const end = text.indexOf(LF, at);
  return SEPARATOR.test(text.toString("latin1", at, Math.min(end < 0 ? text.length : end, at + MAX_LINE)));
}

/** A message as it comes together. */
class Message {
  private pieces: Buffer[] = [];
  private size = 0;
  /** Its last bytes, four at most. */
  end: Buffer = Buffer.alloc(0);

  constructor(private readonly maxBytes: number) {}

  add(piece: Buffer): void {
    this.size += piece.length;
    if (this.size > this.maxBytes) this.pieces = [];
    else this.pieces.push(piece);
    this.end = Buffer.from(piece.length >= 4 ? piece.subarray(-4) : Buffer.concat([this.end, piece]).subarray(-4));
  }

  /** Without its separator line; null for one that is too large. */
  whole(): Buffer | null {
    if (this.size > this.maxBytes) return null;
    const part = this.pieces.length === 1 ? this.pieces[0]! : Buffer.concat(this.pieces);
    return part.toString("latin1", 0, 5) === "From " ? part.subarray(part.indexOf(LF) + 1 || part.length) : part;
  }
}
