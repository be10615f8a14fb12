import { text } from "node:stream/consumers";
import { Injectable } from "@nestjs/common";
import { ReleaseRegistry, type Resolved } from "@tessera/federation/registry.ts";
import { Log, LruCache } from "@tessera/service-kit";
import { OUTLINE_STYLES } from "./outline.ts";

/** Of the handbook; its code asks for it by this address where a page was opened from another one. */
const HANDBOOK_STYLES = "public/handbook.css";
/** Bytes of a style sheet that comes in the page; a longer one is asked for beside it. */
const MAX_BYTES = 16 * 1024;
/** Style sheets of the releases of the shell that are given out at once. */
const MAX_KEPT = 40;

/**
 * The style sheets of the outline and of the handbook, in the page: a browser paints nothing, and runs no script,
 * before a style sheet that it asked for has come, and waits for one that never comes. Null where the shell has none,
 * or the page has to ask for it: it works the same.
 */
@Injectable()
export class PageStyles {
  private readonly kept = new LruCache<string, string>(MAX_KEPT);

  constructor(
    private readonly registry: ReleaseRegistry,
    private readonly log: Log,
  ) {}

  async outline(resolved: Resolved): Promise<string | null> {
    const { release } = shellOf(resolved);
    return release.styles.includes(OUTLINE_STYLES) ? this.read(resolved, OUTLINE_STYLES) : null;
  }

  async handbook(resolved: Resolved): Promise<string | null> {
    return this.read(resolved, HANDBOOK_STYLES);
  }

  private async read(resolved: Resolved, path: string): Promise<string | null> {
    const { release, development } = shellOf(resolved);
    if (development) return null;
    const key = `${release.id} ${path}`;
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    try {
      const file = await this.registry.file(release.app, release.id, path);
      if (!file) return null;
      const { bytes, content } = await file.open("plain");
      if (bytes <= MAX_BYTES) return this.kept.set(key, await text(content));
      content.destroy();
    } catch (error) {
      this.log.error({ release: release.id, file: path, err: error }, "a style sheet of the page cannot be read");
    }
    return null;
  }
}

const shellOf = ({ apps, composition }: Resolved) => apps.get(composition.shell.name)!;
