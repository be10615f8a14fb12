import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { Inject, Injectable } from "@nestjs/common";
import type { Release } from "@tessera/federation/composition.ts";
import { type Form, isCompressible } from "@tessera/federation/registry.ts";
import { hashOf, integrityOf } from "@tessera/federation/upload.ts";
import { FileStore } from "@tessera/service-kit";
import { z } from "zod";

export const FILES_CONFIG = Symbol("configuration of the files of releases");
export const FilesConfigSchema = z
  .object({
    RELEASES_BROTLI_QUALITY: z.coerce
      .number()
      .int()
      .min(constants.BROTLI_MIN_QUALITY)
      .max(constants.BROTLI_MAX_QUALITY)
      .default(constants.BROTLI_MAX_QUALITY)
      .describe("effort for files of releases; 5 takes a fiftieth of the CPU time of 11, for files a tenth larger"),
  })
  .transform(({ RELEASES_BROTLI_QUALITY }) => ({ quality: RELEASES_BROTLI_QUALITY }));

/** Part of the file store's keys that is the releases'. */
const FOLDER = "releases";
const ENDS: Record<Form, string> = { plain: "", br: ".br", gzip: ".gz" };
const KEY = /^releases\/([0-9a-f]{96})(\.br|\.gz)?$/;

/** Gives the bytes of one file of a release that is being published. */
export type Source = (file: string) => Promise<Buffer>;

/** A content that releases have, wherever: what it is known by, and whether it is kept compressed besides. */
export interface Content {
  integrity: string;
  bytes: number;
  compressed: boolean;
}

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

/**
 * What releases are made of, in the file store under its hash: `releases/<sha-384>`, beside it `.br` and `.gz`. That a
 * content is here says nothing; the rows of releases say what is published.
 */
@Injectable()
export class ReleaseFiles {
  constructor(
    private readonly store: FileStore,
    @Inject(FILES_CONFIG) private readonly config: z.infer<typeof FilesConfigSchema>,
  ) {}

  /** Of these, what is not here as a whole. */
  async missing(contents: Content[]): Promise<Content[]> {
    const here = await Promise.all(contents.map((content) => this.has(content)));
    return contents.filter((_, index) => !here[index]);
  }

  /**
   * Checks a content and keeps it, compressed once for all who will ask for it. `name` is what an error calls it.
   * @throws WrongFile
   */
  async keep(name: string, content: Content, bytes: Buffer): Promise<void> {
    const { integrity, compressed } = content;
    if (bytes.byteLength !== content.bytes)
      throw new WrongFile(name, `has ${bytes.byteLength} bytes and release.json says ${content.bytes}`);
    if (`sha384-${createHash("sha384").update(bytes).digest("base64")}` !== integrity)
      throw new WrongFile(name, "is not the file that release.json lists: its hash differs");
    const forms: [Form, Promise<Buffer>][] = [["plain", Promise.resolve(bytes)]];
    if (compressed)
      forms.push(["br", brotli(bytes, this.config.quality)], ["gzip", promisify(gzip)(bytes, { level: 9 })]);
    await Promise.all(forms.map(async ([form, made]) => this.store.put(keyOf(integrity, form), await made)));
  }

  /** @throws Error with code ENOENT when it is not here */
  open(integrity: string, form: Form): Promise<{ bytes: number; content: Readable }> {
    return this.store.open(keyOf(integrity, form));
  }

  /** Bytes that a browser which takes brotli is sent. @throws Error with code ENOENT when it is not here */
  async sentBytes({ integrity, compressed }: Content): Promise<number> {
    const { bytes, content } = await this.open(integrity, compressed ? "br" : "plain");
    content.destroy();
    return bytes;
  }

  /** Everything that is here, published or not. */
  async all(): Promise<string[]> {
    const found = new Set<string>();
    for await (const key of this.store.list(FOLDER)) {
      const hash = KEY.exec(key)?.[1];
      if (hash) found.add(integrityOf(hash));
    }
    return [...found];
  }

  async delete(integrity: string): Promise<void> {
    await Promise.all(formsOf(true).map((form) => this.store.delete(keyOf(integrity, form))));
  }

  private async has({ integrity, compressed }: Content): Promise<boolean> {
    const here = await Promise.all(formsOf(compressed).map((form) => this.store.exists(keyOf(integrity, form))));
    return here.every(Boolean);
  }
}

/** Files of a folder on this machine. */
export const filesIn =
  (folder: string): Source =>
  (file) =>
    readFile(path.join(folder, file));

/** What the files of a release hold, each once. */
export function contentsOf({ files }: Pick<Release, "files">): Content[] {
  const contents = new Map<string, Content>();
  for (const { path: name, integrity, bytes } of files) {
    const compressed = isCompressible(name) || contents.get(integrity)?.compressed === true;
    contents.set(integrity, { integrity, bytes, compressed });
  }
  return [...contents.values()];
}

const keyOf = (integrity: string, form: Form) => `${FOLDER}/${hashOf(integrity)}${ENDS[form]}`;
const formsOf = (compressed: boolean): Form[] => (compressed ? ["plain", "br", "gzip"] : ["plain"]);

const brotli = (content: Buffer, quality: number) =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
    },
  });
