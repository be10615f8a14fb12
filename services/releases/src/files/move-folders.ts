import { readdir, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { Inject, Injectable } from "@nestjs/common";
import { CONFIG, type KitConfig, Log } from "@tessera/service-kit";
import { ReleaseStore } from "../release.store.ts";
import { filesIn } from "./release-files.ts";
import { Uploads } from "./uploads.ts";

/**
 * Brings the files of installations that kept each release in a folder of its own (`<data>/releases/<app>/<release>/`)
 * into the file store, once. A folder goes when its files are kept: a process killed meanwhile continues at the next
 * start.
 */
@Injectable()
export class MoveFolders {
  private readonly root: string;
  constructor(
    @Inject(CONFIG) config: KitConfig,
    private readonly releases: ReleaseStore,
    private readonly uploads: Uploads,
    private readonly log: Log,
  ) {
    this.root = path.join(config.dataDir, "releases");
  }

  async move(): Promise<void> {
    for (const app of await namesIn(this.root)) {
      const folder = path.join(this.root, app);
      if (app.startsWith("."))
        await rm(folder, { recursive: true }); // what a killed publication left
      else for (const id of await namesIn(folder)) await this.moveRelease(app, id);
      await removeEmpty(folder);
    }
    await removeEmpty(this.root);
  }

  /**
   * One that nobody published, or that was removed, just goes; one with a damaged file stays where it is, and people
   * get what they fall back to.
   */
  private async moveRelease(app: string, id: string): Promise<void> {
    const folder = path.join(this.root, app, id);
    const published = await this.releases.find(app, id);
    try {
      if (published) await this.uploads.bring(published.release, filesIn(folder));
      await rm(folder, { recursive: true });
    } catch (error) {
      this.log.error(
        { error, app, release: id, folder },
        "The files of this release are damaged and were not taken over",
      );
    }
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(ifAbsent([]));
const removeEmpty = (folder: string): Promise<void> => rmdir(folder).catch(ifAbsent(undefined, "ENOTEMPTY"));

function ifAbsent<T>(value: T, also?: string) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === "ENOENT" || error.code === also) return value;
    throw error;
  };
}
