import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { RandomAccessReader } from "yauzl";

/** Bytes that are read where they are needed, so that a file of any size is never in memory as a whole. */
export interface Bytes {
  readonly length: number;
  /** @returns those from `start` on, fewer than `length` at the end; not to be written to */
  read(start: number, length: number): Buffer;
}

/** Bytes that are read ahead: what is asked for is mostly small and stands one behind the other. */
const WINDOW = 1024 * 1024;

/** Runs `use` with the bytes of a file on the disk. */
export async function withFile<T>(path: string, use: (bytes: Bytes) => Promise<T>): Promise<T> {
  const file = openSync(path, "r");
  try {
    return await use(bytesOf(file));
  } finally {
    closeSync(file);
  }
}

function bytesOf(file: number): Bytes {
  const { size } = fstatSync(file);
  let [window, at] = [Buffer.alloc(0), 0];
  const fromDisk = (start: number, length: number) => {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - start)));
    let read = 0;
    while (read < buffer.length) {
      const more = readSync(file, buffer, read, buffer.length - read, start + read);
      if (more === 0) break;
      read += more;
    }
    return buffer.subarray(0, read);
  };
  return {
    length: size,
    read(start, length) {
      if (length >= WINDOW) return fromDisk(start, length);
      if (start < at || start + length > at + window.length) [window, at] = [fromDisk(start, WINDOW), start];
      return window.subarray(start - at, start - at + length);
    },
  };
}

export const inMemory = (buffer: Buffer): Bytes => ({
  length: buffer.length,
  read: (start, length) => buffer.subarray(start, start + length),
});

/** Some of them, as if they were all. */
export const partOf = (bytes: Bytes, start: number, length: number): Bytes => ({
  length,
  read: (from, count) => bytes.read(start + from, Math.max(0, Math.min(count, length - from))),
});

/** As the package that reads archives asks for them. */
export class BytesReader extends RandomAccessReader {
  private readonly bytes: Bytes;

  constructor(bytes: Bytes) {
    super();
    this.bytes = bytes;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const copied = this.bytes.read(position, length).copy(buffer, offset);
    setImmediate(() => callback(copied < length ? new Error("The archive ends before it should") : null));
  }
}
