import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, fstat, open as openFile } from "node:fs";
import { access, mkdir, open, opendir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, normalize, relative, sep } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

/** The content is larger than `maxBytes`; nothing was kept. */
export class FileTooLarge extends Error {
  override name = "FileTooLarge";
  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`);
  }
}

/** Where files are kept: a folder by default. Keys are slash-parted names, for example `items/<user>/<id>`. */
export abstract class FileStore {
  /** What holds them, in a word that diagnostics show. */
  abstract readonly kind: string;
  /** Stores the content whole or not at all; an existing key is replaced. @throws FileTooLarge */
  abstract put(key: string, content: Readable | Buffer, options?: { maxBytes?: number }): Promise<{ bytes: number; sha256: string }>;
  /** The content with its length, for who has to tell it first; to be read to its end or destroyed. @throws Error with code ENOENT when the key is unknown */
  abstract open(key: string): Promise<{ bytes: number; content: Readable }>;
  abstract delete(key: string): Promise<void>;
  abstract exists(key: string): Promise<boolean>;
  /** Every key below `folder`, a part of keys before a slash, in no order; what is put or deleted meanwhile may be among them or not. */
  abstract list(folder: string): AsyncIterable<string>;

  /** @throws Error with code ENOENT when the key is unknown */
  async read(key: string): Promise<Readable> {
    return (await this.open(key)).content;
  }
}

/** Below it content is written before it has its key; no key begins so. */
const DRAFTS = ".drafts";
/** A draft that was not written to for so long belongs to a process that was killed, ms. */
const ABANDONED_AFTER = 60 * 60 * 1000;

/** Files in a folder: written as a draft, synced, then renamed, so that a killed process leaves no half file. */
export class FolderFileStore extends FileStore {
  readonly kind = "folder";
  constructor(private readonly folder: string) {
    super();
  }

  async put(key: string, content: Readable | Buffer, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
    const target = this.path(key);
    const draft = join(this.folder, DRAFTS, randomUUID());
    const hash = createHash("sha256");
    let bytes = 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        if (bytes > maxBytes) return done(new FileTooLarge(maxBytes));
        hash.update(chunk);
        done(null, chunk);
      },
    });
    for (const file of [draft, target]) await mkdir(dirname(file), { recursive: true });
    try {
      await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, count, createWriteStream(draft, { mode: 0o600 }));
      await sync(draft);
      await rename(draft, target);
      await sync(dirname(target)); // else a row that names the key could outlive it
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    return { bytes, sha256: hash.digest("hex") };
  }

  async open(key: string) {
    const path = this.path(key);
    const fd = await promisify(openFile)(path, "r");
    const content = createReadStream(path, { fd });
    try {
      return { bytes: (await promisify(fstat)(fd)).size, content };
    } catch (error) {
      content.destroy();
      throw error;
    }
  }

  async delete(key: string) {
    await rm(this.path(key), { force: true });
  }

  async exists(key: string) {
    return access(this.path(key)).then(
      () => true,
      () => false,
    );
  }

  async *list(folder: string) {
    const top = this.path(folder);
    const entries = await opendir(top, { recursive: true }).catch(unlessAbsent);
    if (!entries) return;
    for await (const entry of entries)
      if (entry.isFile()) yield relative(this.folder, join(entry.parentPath, entry.name)).split(sep).join("/");
  }

  /** Removes what killed processes left half written. */
  async sweep(now: Date): Promise<void> {
    const drafts = join(this.folder, DRAFTS);
    for (const name of (await readdir(drafts).catch(unlessAbsent)) ?? []) {
      const draft = await stat(join(drafts, name)).catch(unlessAbsent);
      if (draft && now.getTime() - draft.mtimeMs > ABANDONED_AFTER) await rm(join(drafts, name), { force: true });
    }
  }

  private path(key: string): string {
    const path = normalize(join(this.folder, key));
    if (!path.startsWith(this.folder + sep)) throw new Error(`The key ${JSON.stringify(key)} leads out of the file store`);
    return path;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

function unlessAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
