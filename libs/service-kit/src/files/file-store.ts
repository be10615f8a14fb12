import { createHash, randomUUID } from "node:crypto";
import { constants, createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join, normalize, sep } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** The content is larger than `maxBytes`; nothing was kept. */
export class FileTooLarge extends Error {
  override name = "FileTooLarge";
  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`);
  }
}

/** Where files are kept: a folder by default. Keys are slash-parted names, for example `items/<user>/<id>`. */
export abstract class FileStore {
  /** Stores the content whole or not at all; an existing key is replaced. @throws FileTooLarge */
  abstract put(key: string, content: Readable | Buffer, options?: { maxBytes?: number }): Promise<{ bytes: number; sha256: string }>;
  /** @throws Error with code ENOENT when the key is unknown */
  abstract read(key: string): Promise<Readable>;
  abstract delete(key: string): Promise<void>;
  abstract exists(key: string): Promise<boolean>;
}

/** Files in a folder: written under another name, synced, then renamed, so that a killed process leaves no half file. */
export class FolderFileStore extends FileStore {
  constructor(private readonly folder: string) {
    super();
  }

  async put(key: string, content: Readable | Buffer, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
    const target = this.path(key);
    const draft = `${target}.${randomUUID()}.part`;
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
    await mkdir(dirname(target), { recursive: true });
    try {
      await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, count, createWriteStream(draft, { mode: 0o600 }));
      const handle = await open(draft, "r+");
      await handle.sync();
      await handle.close();
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    return { bytes, sha256: hash.digest("hex") };
  }

  async read(key: string): Promise<Readable> {
    await access(this.path(key), constants.R_OK);
    return createReadStream(this.path(key));
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

  private path(key: string): string {
    const path = normalize(join(this.folder, key));
    if (!path.startsWith(this.folder + sep)) throw new Error(`The key ${JSON.stringify(key)} leads out of the file store`);
    return path;
  }
}
