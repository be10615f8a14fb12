import { createWriteStream } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { inTemporaryFolder } from "./temporary-folder.ts";

/** The content is larger than `maxBytes`; nothing was kept. */
export class FileTooLarge extends Error {
  override name = "FileTooLarge";
  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`);
  }
}

/** There is no file of this key. */
export class FileNotFound extends Error {
  override name = "FileNotFound";
  /** As the file system calls it. */
  readonly code = "ENOENT";
  constructor(key: string) {
    super(`There is no file ${JSON.stringify(key)}`);
  }
}

/** The place where files are kept does not answer, or refuses this process; answered with 503 `files_unavailable`. */
export class FilesUnavailable extends Error {
  override name = "FilesUnavailable";
}

/** Bytes `start` to `end` of a file, both included, counted from 0; to its last byte without `end`. */
export interface ByteRange {
  start: number;
  end?: number;
}

export interface OpenFile {
  /** Bytes of the whole file. */
  bytes: number;
  /** To be read to its end or destroyed. */
  content: Readable;
}

/**
 * Where files are kept: a folder, or S3-compatible storage. Keys are names separated by slashes, for example
 * `items/<user>/<id>`; no key is a folder of another.
 */
export abstract class FileStore {
  /** What holds them, in a word that diagnostics show. */
  abstract readonly kind: "folder" | "s3";
  /** Stores the content whole or not at all; an existing key is replaced. @throws FileTooLarge, FilesUnavailable */
  abstract put(
    key: string,
    content: Readable | Buffer,
    options?: { maxBytes?: number },
  ): Promise<{ bytes: number; sha256: string }>;
  /** @throws FileNotFound (code ENOENT), also for a range that begins behind the end; FilesUnavailable */
  abstract open(key: string, range?: ByteRange): Promise<OpenFile>;
  /** Deleting what is not there is no error. */
  abstract delete(key: string): Promise<void>;
  /** Deletes every key below `folder`. */
  abstract deleteFolder(folder: string): Promise<void>;
  abstract exists(key: string): Promise<boolean>;
  /**
   * Every key below `folder`, a part of keys before a slash, in no order; what is put or deleted meanwhile may be
   * missing.
   */
  abstract list(folder: string): AsyncIterable<string>;
  /** Removes what killed processes left half written. */
  abstract sweep(now: Date): Promise<void>;
  /** Lets go of its connections. */
  close(): void {}

  /**
   * Runs `use` with paths on the disk of this machine that hold the files, to be read alone: a file of any size can be
   * read where it is needed. They may be copies, which are gone afterwards.
   * @throws FileNotFound, FilesUnavailable; the signal's reason
   */
  async onDisk<T>(keys: readonly string[], use: (paths: string[]) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (!keys.length) return use([]);
    return inTemporaryFolder("files", async (folder) => {
      const paths: string[] = [];
      for (const key of keys) {
        const copy = path.join(folder, String(paths.length));
        await pipeline(await this.read(key), createWriteStream(copy), { signal });
        paths.push(copy);
      }
      return use(paths);
    });
  }

  /** @throws FileNotFound, FilesUnavailable */
  async read(key: string): Promise<Readable> {
    return (await this.open(key)).content;
  }
}

/** S3's limit for a key, and that of file systems for a name, bytes. */
const MAX_KEY_BYTES = 1024;
const MAX_NAME_BYTES = 255;

/**
 * The same keys everywhere: what one store cannot hold, or would take for another key, none takes.
 * @throws Error for a key of no store
 */
export function checkKey(key: string): string {
  const names = key.split("/");
  if (names.some((name) => ["", ".", ".."].includes(name)) || names[0] === DRAFTS)
    throw new Error(`The key ${JSON.stringify(key)} leads out of the file store`);
  // XML, in which S3 lists keys, has no control characters.
  if (/[\p{Cc}\\]/u.test(key) || !key.isWellFormed())
    throw new Error(`The key ${JSON.stringify(key)} has characters that no key has`);
  if (Buffer.byteLength(key) > MAX_KEY_BYTES || names.some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES))
    throw new Error(`The key ${JSON.stringify(key.slice(0, 100))}… is too long`);
  return key;
}

/** Folder in which the store of a folder keeps what it is writing. */
export const DRAFTS = ".drafts";

/** When something that was begun and not written to since belongs to a process that was killed, ms. */
export const ABANDONED_AFTER_MS = 60 * 60 * 1000;
