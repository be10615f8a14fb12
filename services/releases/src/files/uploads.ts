import type { Readable } from "node:stream";
import { Injectable } from "@nestjs/common";
import {
  fileNotAnnounced,
  fileTooLarge,
  releaseTooLarge,
  tooMuchUnpublished,
  wrongFile,
} from "@tessera/contracts-releases/problems.ts";
import type { Release } from "@tessera/federation/composition.ts";
import { type Announced, UPLOAD_LIMITS } from "@tessera/federation/upload.ts";
import { Clock, Database, problem } from "@tessera/service-kit";
import { LiveState } from "../live-state.ts";
import { contentsOf, ReleaseFiles, type Source, WrongFile } from "./release-files.ts";
import { UploadStore } from "./upload.store.ts";

/** Most bytes that an app's token may have announced without publishing them: two releases of the largest size. */
const MAX_UNPUBLISHED = 2 * UPLOAD_LIMITS.bytes;
/** How long they wait to be published, ms: a day, to continue tomorrow. */
const KEPT_FOR = 24 * 60 * 60 * 1000;
/** Contents that are deleted under one lock. */
const BATCH = 200;
const MEGABYTE = 1024 * 1024;

/** Brings the files of releases here before they are published, and removes those that no release needs. */
@Injectable()
export class Uploads {
  constructor(
    private readonly store: UploadStore,
    private readonly files: ReleaseFiles,
    private readonly live: LiveState,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Expects the files of a release from now on.
   * @returns those that have to be sent.
   * @throws ProblemException 409, 413
   */
  async announce(release: Release): Promise<Announced> {
    requireSize(release);
    const contents = contentsOf(release);
    await this.database.system(async () => {
      if ((await this.store.announce(release.app, contents)) > MAX_UNPUBLISHED)
        throw problem(tooMuchUnpublished, { megabytes: MAX_UNPUBLISHED / MEGABYTE, app: release.app });
    });
    return { missing: (await this.files.missing(contents)).map(({ integrity }) => integrity) };
  }

  /** Takes one announced file. @throws ProblemException 404 `file_not_announced`, 422 `wrong_file` */
  async receive(app: string, integrity: string, body: Readable): Promise<void> {
    const content = await this.store.announced(app, integrity);
    if (!content) throw problem(fileNotAnnounced, { app });
    const bytes = await readAtMost(body, content.bytes);
    await refuseWrong(() => this.files.keep("The file", content, bytes));
  }

  /** Brings the files of a release of this machine. @throws ProblemException 422 `wrong_file` */
  async bring(release: Release, source: Source): Promise<void> {
    const contents = contentsOf(release);
    await this.store.announce(release.app, contents);
    const missing = await this.files.missing(contents);
    await refuseWrong(() =>
      Promise.all(
        missing.map(async (content) => {
          const { path } = release.files.find(({ integrity }) => integrity === content.integrity)!;
          await this.files.keep(path, content, await source(path));
        }),
      ),
    );
  }

  /**
   * Removes what no release that can be loaded names and nobody announced within a day. Under the lock of all changes:
   * a publication looks under it whether its files are there.
   */
  async sweep(): Promise<void> {
    await this.store.forgetBefore(new Date(this.clock.now().getTime() - KEPT_FOR));
    const unnamed = await this.store.unnamed(await this.files.all());
    for (let at = 0; at < unnamed.length; at += BATCH)
      await this.live.change(async () => {
        for (const integrity of await this.store.unnamed(unnamed.slice(at, at + BATCH)))
          await this.files.delete(integrity);
      });
  }
}

function requireSize({ app, files }: Release): void {
  const large = files.find(({ bytes }) => bytes > UPLOAD_LIMITS.fileBytes);
  if (large) throw problem(fileTooLarge, { file: large.path, megabytes: UPLOAD_LIMITS.fileBytes / MEGABYTE });
  if (files.length > UPLOAD_LIMITS.files || files.reduce((sum, { bytes }) => sum + bytes, 0) > UPLOAD_LIMITS.bytes)
    throw problem(releaseTooLarge, { app, files: UPLOAD_LIMITS.files, megabytes: UPLOAD_LIMITS.bytes / MEGABYTE });
}

/** The body's first `most` bytes and one more, if there is one: enough to know that it is another file. */
async function readAtMost(body: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > most) break;
  }
  return Buffer.concat(chunks);
}

async function refuseWrong(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof WrongFile) throw problem(wrongFile, { reason: error.message });
    throw error;
  }
}
