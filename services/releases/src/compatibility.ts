import type { Release } from "@tessera/federation/composition.ts";
import type { Contracts } from "@tessera/service-kit";
import semver from "semver";

/** What services provide, by the names under which releases require it. */
const OF_SERVICES = "contracts/";

/** A requirement of these releases on the services' contracts that some live process does not meet, as a sentence. */
export function unmetContracts(releases: Iterable<Release>, served: Contracts): string[] {
  return [...releases].flatMap((release) =>
    unmet(
      release,
      served,
      (name) => name.startsWith(OF_SERVICES),
      () => "no live service serves it",
    ),
  );
}

/** A requirement of a release that the other releases do not meet, as a sentence. */
export function unmetRequirements(releases: Iterable<Release>): string[] {
  const all = [...releases];
  const provided = Object.fromEntries(
    all.flatMap((release) => Object.entries(release.provides).map(([name, version]) => [name, [version]])),
  );
  return all.flatMap((release) =>
    unmet(
      release,
      provided,
      (name) => !name.startsWith(OF_SERVICES),
      (name) => `no live release provides ${name}`,
    ),
  );
}

function unmet(
  { app, id, manifest }: Release,
  provided: Record<string, string[]>,
  concerns: (name: string) => boolean,
  missing: (name: string) => string,
): string[] {
  return Object.entries(manifest.requires).flatMap(([name, range]) => {
    if (!concerns(name)) return [];
    const versions = provided[name];
    if (!versions) return [`${app} ${id} requires ${name} ${range}, and ${missing(name)}`];
    if (!semver.validRange(range))
      return [`${app} ${id} requires ${name} "${range}", which is not a range of versions`];
    // While services are exchanged a page may be answered by any of them: all have to do, the oldest as well as the
    // newest.
    const unfit = semver.sort(versions.filter((version) => !semver.satisfies(version, range)));
    return unfit.length
      ? [`${app} ${id} requires ${name} ${range}, and ${unfit.join(" and ")} ${unfit.length > 1 ? "are" : "is"} live`]
      : [];
  });
}

/**
 * What is not met in any composition that somebody may get: the stable releases with `changed` among them, and the same
 * with each candidate of an open rollout instead of its stable release.
 */
export function unmetAnywhere(stable: Iterable<Release>, candidates: Release[], changed: Release[]): string[] {
  const base = new Map([...stable, ...changed].map((release) => [release.app, release]));
  const others = candidates.filter((candidate) => changed.every((release) => release.app !== candidate.app));
  const shells = others.filter((candidate) => candidate.kind === "shell");
  const remotes = others.filter((candidate) => candidate.kind === "remote");
  const compositions = [base, ...shells.map((shell) => new Map(base).set(shell.app, shell))].flatMap((composition) => [
    composition,
    ...remotes.map((remote) => new Map(composition).set(remote.app, remote)),
  ]);
  return [...new Set(compositions.flatMap((composition) => unmetRequirements(composition.values())))];
}
