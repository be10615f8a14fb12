import type { Composition, LoadableRelease, PageConfig, ReleaseSource } from "@tessera/federation/composition.ts";
import type { StartContext } from "@tessera/federation/page.ts";
import { drawnMark, readyMark } from "@tessera/federation/runtime/timeline.ts";

/** An app as the page has it. */
export interface InspectedApp {
  name: string;
  title: string;
  /** The release that runs, or would. */
  release: LoadableRelease;
  source: ReleaseSource;
  /** The release that failed on this page and gave way; null when none did. */
  gaveWay: LoadableRelease | null;
  /** When its routes were there, and first drawn: ms from the beginning of the page; null when they were not. */
  readyAt: number | null;
  drawnAt: number | null;
  /** Files that were fetched, of whichever of its releases. */
  files: number;
  /** What they weigh on the line, bytes. */
  bytes: number;
}

type Timeline = Pick<Performance, "getEntriesByName" | "getEntriesByType">;

/** What each app of the page runs, why, and what it cost; the shell first. */
export function readPage(
  composition: Composition,
  { inspector }: Pick<PageConfig, "inspector">,
  releaseOf: StartContext["releaseOf"],
  timeline: Timeline = performance,
): InspectedApp[] {
  const at = (name: string) => timeline.getEntriesByName(name).at(-1)?.startTime ?? null;
  const fetched = timeline.getEntriesByType("resource") as PerformanceResourceTiming[];
  return [composition.shell, ...composition.remotes].map(({ name, title, release }) => {
    const runs = releaseOf(name) ?? release;
    const base = new URL(release.base, location.href);
    const folder = base.origin === location.origin ? `${location.origin}/assets/${name}/` : base.href;
    const own = fetched.filter((file) => file.name.startsWith(folder));
    return {
      name,
      title,
      release: runs,
      source: inspector?.sources[name] ?? "stable",
      gaveWay: runs.id === release.id ? null : release,
      readyAt: at(readyMark(name)),
      drawnAt: at(drawnMark(name)),
      files: own.length,
      // A copy that the browser had weighs nothing on the line: what it weighed then.
      bytes: own.reduce((sum, file) => sum + file.encodedBodySize, 0),
    };
  });
}

/** Why this visitor gets the release. */
export function reasonOf({ source, release, gaveWay }: InspectedApp): string {
  if (gaveWay) return `${gaveWay.id} failed on this page, so the stable release took its place.`;
  switch (source) {
    case "stable":
      return "The stable release.";
    case "candidate":
      return "The candidate of a rollout: you are in its cohort.";
    case "pin":
      return "Pinned to you by an administrator.";
    case "preview":
      return "From the preview link that you opened.";
    case "override":
      return `From your own machine, ${release.base}.`;
  }
}
