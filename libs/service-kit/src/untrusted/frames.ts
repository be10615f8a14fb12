/** Bytes of a frame's head: the length of its JSON, the length of all its blobs. */
const HEAD = 8;

export interface Frame {
  meta: Record<string, unknown>;
  blobs: Buffer[];
}

/** A message as pieces to be written one after the other; blobs are not copied. */
export function encodeFrame(meta: Record<string, unknown>, blobs: readonly Uint8Array[]): Uint8Array[] {
  const json = Buffer.from(JSON.stringify({ ...meta, lengths: blobs.map((blob) => blob.length) }));
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(json.length, 0);
  head.writeUInt32LE(
    blobs.reduce((sum, blob) => sum + blob.length, 0),
    4,
  );
  return [head, json, ...blobs.filter((blob) => blob.length > 0)];
}

export class FrameTooLarge extends Error {}

/** Puts frames together from the chunks of a pipe; each byte is copied once. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private size = 0;
  private needed = HEAD;
  /** Bytes that a frame may have; longer ones are refused at their head. */
  maxBytes: number;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** @returns the frame that the chunk completes @throws FrameTooLarge */
  push(chunk: Buffer): Frame | null {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size < this.needed) return null;
    if (this.needed === HEAD) {
      this.chunks = [Buffer.concat(this.chunks)];
      const length = this.chunks[0]!.readUInt32LE(0) + this.chunks[0]!.readUInt32LE(4);
      if (length > this.maxBytes) throw new FrameTooLarge();
      this.needed = HEAD + length;
      if (this.size < this.needed) return null;
    }
    const whole = Buffer.concat(this.chunks);
    const json = HEAD + whole.readUInt32LE(0);
    const { lengths, ...meta } = JSON.parse(whole.toString("utf8", HEAD, json)) as { lengths: number[] };
    const blobs: Buffer[] = [];
    let at = json;
    for (const length of lengths) {
      blobs.push(whole.subarray(at, at + length));
      at += length;
    }
    this.chunks = [];
    this.size = 0;
    this.needed = HEAD;
    return { meta, blobs };
  }
}
