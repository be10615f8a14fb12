import { randomUUID } from "node:crypto";
import { constants, createReadStream, createWriteStream, fstat, open as openFile } from "node:fs";
import { mkdir, open, opendir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { counted } from "./counted.ts";
import { ABANDONED_AFTER_MS, type ByteRange, checkKey, DRAFTS, FileNotFound, FileStore } from "./file-store.ts";

/** Files in a folder: written as a draft, synced, then renamed, so that a killed process leaves no half file. */
export class FolderFileStore extends FileStore {
  readonly kind = "folder";
  constructor(private readonly folder: string) {
    super();
  }

  async put(key: string, content: Readable | Buffer, { maxBytes }: { maxBytes?: number } = {}) {
    const target = this.path(key);
    const draft = join(this.folder, DRAFTS, randomUUID());
    const { through, result } = counted(maxBytes);
    for (const file of [draft, target]) await mkdir(dirname(file), { recursive: true });
    try {
      await pipeline(
        Buffer.isBuffer(content) ? Readable.from([content]) : content,
        through,
        createWriteStream(draft, { mode: 0o600 }),
      );
      await sync(draft);
      await rename(draft, target);
      await sync(dirname(target)); // else a row that names the key could outlive it
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    return result();
  }

  async open(key: string, range?: ByteRange) {
    const path = this.path(key);
    const fd = await promisify(openFile)(path, constants.O_RDONLY).catch(absentIs(key));
    const content = createReadStream(path, { fd, ...range });
    try {
      const found = await promisify(fstat)(fd);
      if (!found.isFile() || (range && range.start >= found.size)) throw new FileNotFound(key);
      return { bytes: found.size, content };
    } catch (error) {
      content.destroy();
      throw error;
    }
  }

  async delete(key: string) {
    await rm(this.path(key), { force: true });
  }

  async deleteFolder(folder: string) {
    await rm(this.path(folder), { recursive: true, force: true });
  }

  async exists(key: string) {
    return (await stat(this.path(key)).catch(unlessAbsent))?.isFile() ?? false;
  }

  async *list(folder: string) {
    const top = this.path(folder);
    const entries = await opendir(top, { recursive: true }).catch(unlessAbsent);
    if (!entries) return;
    for await (const entry of entries)
      if (entry.isFile()) yield relative(this.folder, join(entry.parentPath, entry.name)).split(sep).join("/");
  }

  async sweep(now: Date): Promise<void> {
    const drafts = join(this.folder, DRAFTS);
    for (const name of (await readdir(drafts).catch(unlessAbsent)) ?? []) {
      const draft = await stat(join(drafts, name)).catch(unlessAbsent);
      if (draft && now.getTime() - draft.mtimeMs > ABANDONED_AFTER_MS) await rm(join(drafts, name), { force: true });
    }
  }

  override async onDisk<T>(keys: readonly string[], use: (paths: string[]) => Promise<T>): Promise<T> {
    for (const key of keys) await stat(this.path(key)).catch(absentIs(key));
    return use(keys.map((key) => resolve(this.path(key))));
  }

  private path(key: string): string {
    return join(this.folder, checkKey(key));
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

/** ENOTDIR: a part of the key is a file. */
const isAbsent = ({ code }: NodeJS.ErrnoException) => code === "ENOENT" || code === "ENOTDIR";

function unlessAbsent(error: NodeJS.ErrnoException): null {
  if (isAbsent(error)) return null;
  throw error;
}

const absentIs =
  (key: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw isAbsent(error) ? new FileNotFound(key) : error;
  };
