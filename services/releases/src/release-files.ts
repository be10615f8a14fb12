import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { Inject, Injectable } from "@nestjs/common";
import type { Release } from "@tessera/federation/composition.ts";
import { isCompressible } from "@tessera/federation/registry.ts";
import { CONFIG, type KitConfig } from "@tessera/service-kit";

const DRAFT = ".draft-";
/** A draft that was not touched for so long belongs to a publication that was killed, ms. */
const ABANDONED_AFTER = 60 * 60 * 1000;

/** Gives the bytes of one file of a release that is being published. */
export type Source = (file: string) => Promise<Buffer>;

/** A file is not the one that release.json lists. */
export class WrongFile extends Error {
  override name = "WrongFile";
  constructor(
    readonly file: string,
    what: string,
  ) {
    super(`${file} ${what}`);
  }
}

/** Folders of published files: `<data>/releases/<app>/<release>/`, each whole or absent. */
@Injectable()
export class ReleaseFiles {
  private readonly root: string;
  /** The end of what is put in place now. */
  private last: Promise<void> = Promise.resolve();
  constructor(@Inject(CONFIG) config: KitConfig) {
    this.root = path.join(config.dataDir, "releases");
  }

  pathOf(app: string, release: string, file = ""): string {
    return path.join(this.root, app, release, file);
  }

  /**
   * Checks and keeps the files of a release, compressed once for all who will ask for them. Written to a draft, synced and renamed: a
   * process killed meanwhile leaves a draft, never half a release. Two publishers of one release come one after the other. @throws WrongFile
   */
  async keep(release: Release, source: Source): Promise<void> {
    const target = this.pathOf(release.app, release.id);
    const draft = path.join(this.root, `${DRAFT}${randomUUID()}`);
    try {
      await mkdir(draft, { recursive: true });
      await Promise.all(release.files.map(async (file) => this.write(path.join(draft, file.path), await checked(file, source))));
      await this.oneByOne(() => this.putInPlace(release, draft, target));
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      if (error instanceof WrongFile || !(await isWhole(release, target))) throw error; // else: another process was faster
    }
  }

  private async putInPlace(release: Release, draft: string, target: string): Promise<void> {
    // Left from a publication that was killed before it was recorded, or kept by another one just now: it may be served already.
    if (await isWhole(release, target)) return rm(draft, { recursive: true, force: true });
    await mkdir(path.dirname(target), { recursive: true });
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
    await sync(path.dirname(target));
  }

  private oneByOne(work: () => Promise<void>): Promise<void> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Whether its folder is there: whole, as folders appear so. */
  has(app: string, release: string): Promise<boolean> {
    return stat(this.pathOf(app, release)).then(
      () => true,
      () => false,
    );
  }

  /** Takes a release's folder out of its place at once. @returns where it is until `erase` */
  async hide(app: string, release: string): Promise<string> {
    const draft = path.join(this.root, `${DRAFT}${randomUUID()}`);
    await rename(this.pathOf(app, release), draft);
    return draft;
  }

  erase(hidden: string): Promise<void> {
    return rm(hidden, { recursive: true, force: true });
  }

  /** Removes drafts of publications that were killed. */
  async sweep(now: Date): Promise<void> {
    for (const name of await readdir(this.root).catch(() => [])) {
      if (!name.startsWith(DRAFT)) continue;
      const { mtimeMs } = await stat(path.join(this.root, name));
      if (now.getTime() - mtimeMs > ABANDONED_AFTER) await rm(path.join(this.root, name), { recursive: true, force: true });
    }
  }

  private async write(file: string, content: Buffer): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true });
    const forms: [string, Buffer][] = [[file, content]];
    if (isCompressible(file))
      forms.push([`${file}.br`, await brotli(content)], [`${file}.gz`, await promisify(gzip)(content, { level: 9 })]);
    for (const [name, bytes] of forms) {
      await writeFile(name, bytes);
      await sync(name);
    }
  }
}

/** Files of a folder on this machine. */
export const filesIn =
  (folder: string): Source =>
  (file) =>
    readFile(path.join(folder, file));

/** Whether the folder holds the files of this very release; folders appear whole or not at all. */
async function isWhole(release: Release, folder: string): Promise<boolean> {
  try {
    for (const file of release.files) await checked(file, filesIn(folder));
    return true;
  } catch {
    return false;
  }
}

async function checked(file: Release["files"][number], source: Source): Promise<Buffer> {
  const content = await source(file.path);
  if (content.byteLength !== file.bytes)
    throw new WrongFile(file.path, `has ${content.byteLength} bytes and release.json says ${file.bytes}`);
  if (`sha384-${createHash("sha384").update(content).digest("base64")}` !== file.integrity)
    throw new WrongFile(file.path, "is not the file that release.json lists: its hash differs");
  return content;
}

const brotli = (content: Buffer) =>
  promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength },
  });

async function sync(file: string): Promise<void> {
  const handle = await open(file, "r");
  await handle.sync().finally(() => handle.close());
}
