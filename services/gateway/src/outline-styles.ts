import { text } from "node:stream/consumers";
import { Injectable } from "@nestjs/common";
import { ReleaseRegistry, type Resolved } from "@tessera/federation/registry.ts";
import { Log, LruCache } from "@tessera/service-kit";
import { OUTLINE_STYLES } from "./outline.ts";

/** Bytes of a style sheet that comes in the page; a longer one is asked for beside it. */
const MAX_BYTES = 16 * 1024;
/** Releases of the shell that are given out at once. */
const MAX_KEPT = 20;

/**
 * The style sheet of the outline, in the page: a browser paints nothing, and runs no script, before a style sheet that
 * it asked for has come, and waits for one that never comes.
 */
@Injectable()
export class OutlineStyles {
  private readonly kept = new LruCache<string, string>(MAX_KEPT);

  constructor(
    private readonly registry: ReleaseRegistry,
    private readonly log: Log,
  ) {}

  /** Null where the shell has none, or the page has to ask for it: the page works the same. */
  async of({ apps, composition }: Resolved): Promise<string | null> {
    const { release, development } = apps.get(composition.shell.name)!;
    if (development || !release.styles.includes(OUTLINE_STYLES)) return null;
    const kept = this.kept.get(release.id);
    if (kept !== undefined) return kept;
    try {
      const file = await this.registry.file(release.app, release.id, OUTLINE_STYLES);
      const { bytes, content } = await file!.open("plain");
      if (bytes <= MAX_BYTES) return this.kept.set(release.id, await text(content));
      content.destroy();
    } catch (error) {
      this.log.error({ release: release.id, err: error }, "the outline's style sheet cannot be read");
    }
    return null;
  }
}
