import type { Release } from "@tessera/federation/composition.ts";
import semver from "semver";

/** A requirement of a release that the rest of the product does not meet, as a sentence. */
export function unmetRequirements(releases: Iterable<Release>): string[] {
  const all = [...releases];
  const provided: Record<string, string> = Object.assign({}, ...all.map((release) => release.provides));
  return all.flatMap(({ app, id, manifest }) =>
    Object.entries(manifest.requires).flatMap(([name, range]) => {
      const version = provided[name];
      if (version === undefined) return [`${app} ${id} requires ${name} ${range}, and no live release provides ${name}`];
      if (!semver.validRange(range)) return [`${app} ${id} requires ${name} "${range}", which is not a range of versions`];
      return semver.satisfies(version, range) ? [] : [`${app} ${id} requires ${name} ${range}, and ${version} is live`];
    }),
  );
}
