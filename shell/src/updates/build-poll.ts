import type { Composition } from "@tessera/federation/composition.ts";

export interface NewBuild {
  id: string;
  /** Titles of what changed, for example "Items"; empty when it could not be learned. */
  parts: string[];
}

interface Options {
  composition: Composition;
  /** Seconds between two polls. */
  seconds: number;
  found(build: NewBuild): void;
  fetch?: typeof fetch;
}

export interface Builds {
  /** `GET {route}/_payload.json`: the state of a prerendered page, which names the build it belongs to. */
  readPayload(path: string): Promise<void>;
  /** Polls now. */
  look(): void;
  stop(): void;
}

/** Polls for a newer build, and again whenever the page becomes visible; reports each build once. */
export function pollBuilds({ composition, seconds, found, fetch: get = fetch }: Options): Builds {
  let known = composition.buildId;
  const json = async (url: string, cache: RequestCache): Promise<Record<string, unknown>> => {
    const response = await get(url, { cache });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response.json();
  };
  const learn = async (id: unknown) => {
    if (typeof id !== "string" || id === known) return;
    known = id;
    const parts = await json(`/builds/meta/${encodeURIComponent(id)}.json`, "default")
      .then((meta) => changed(composition, meta.composition as Composition))
      .catch(() => []);
    found({ id, parts });
  };
  // Offline, or the server is being replaced: the next poll will find it.
  const quietly = (work: Promise<void>) => work.catch(() => undefined);
  const poll = () => {
    if (document.hidden) return;
    // The number busts every cache on the way.
    void quietly(json(`/builds/latest.json?${Date.now()}`, "no-store").then(({ id }) => learn(id)));
  };
  const timer = setInterval(poll, seconds * 1000);
  document.addEventListener("visibilitychange", poll);
  return {
    readPayload: (path) =>
      quietly(json(`${path === "/" ? "" : path}/_payload.json`, "no-cache").then(({ buildId }) => learn(buildId))),
    look: poll,
    stop() {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", poll);
    },
  };
}

function changed(before: Composition, after: Composition): string[] {
  const releases = new Map([before.shell, ...before.remotes].map((app) => [app.name, app.release.id]));
  return [after.shell, ...after.remotes]
    .filter((app) => releases.get(app.name) !== app.release.id)
    .map((app) => app.title);
}
