import { Composition } from "@tessera/federation/composition.ts";
import { z } from "zod";

const Latest = z.object({ id: z.string() });

/** `GET /builds/meta/{buildId}.json`: that build's releases and route rules. */
const Meta = z.object({ composition: Composition });

export interface NewBuild {
  id: string;
  /** Titles of what changed, for example "Items"; empty when it could not be learned. */
  parts: string[];
}

interface Options {
  composition: Composition;
  /** Seconds between two looks. */
  seconds: number;
  found(build: NewBuild): void;
  fetch?: typeof fetch;
}

/** Looks for a newer build, now and then and whenever the page is seen again; tells each one once. Returns what ends it. */
export function pollBuilds({ composition, seconds, found, fetch: get = fetch }: Options): () => void {
  let known = composition.buildId;
  const json = async (url: string): Promise<unknown> => {
    const response = await get(url, { cache: "no-store" });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response.json();
  };
  const look = async () => {
    if (document.hidden) return;
    let id: string;
    try {
      // The number keeps any cache on the way from answering.
      id = Latest.parse(await json(`/builds/latest.json?${Date.now()}`)).id;
    } catch {
      return; // offline, or the server is just being replaced: the next look will tell
    }
    if (id === known) return;
    known = id;
    const parts = await json(`/builds/meta/${encodeURIComponent(id)}.json`)
      .then((meta) => changed(composition, Meta.parse(meta).composition))
      .catch(() => []);
    found({ id, parts });
  };
  const timer = setInterval(() => void look(), seconds * 1000);
  const onVisible = () => void look();
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onVisible);
  };
}

function changed(before: Composition, after: Composition): string[] {
  const releases = new Map([before.shell, ...before.remotes].map((app) => [app.name, app.release.id]));
  return [after.shell, ...after.remotes].filter((app) => releases.get(app.name) !== app.release.id).map((app) => app.title);
}
