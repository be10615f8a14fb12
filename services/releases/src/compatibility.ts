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
    all.flatMap((release) => Object.entries(release.provides).map(([name, versions]) => [name, versions.split(" ")])),
  );
  const shell = all.find(({ kind }) => kind === "shell");
  return all.flatMap((release) => [
    ...unmet(
      release,
      provided,
      (name) => !name.startsWith(OF_SERVICES),
      (name) => `no live release provides ${name}`,
      "one",
    ),
    ...(shell ? unmetShared(release, shell) : []),
  ]);
}

/** What a remote takes of shared modules and the shell does not give, as sentences. Older releases do not say. */
function unmetShared(remote: Release, shell: Release): string[] {
  if (remote.kind === "shell" || !remote.shared || !shell.shared) return [];
  const given = shell.shared;
  const ofShell = `the shell ${shell.id}`;
  return Object.entries(remote.shared).flatMap(([name, { version: range, exports }]) => {
    const shared = given[name];
    const who = `${remote.app} ${remote.id}`;
    if (!shared) return [`${who} uses ${name}, which ${ofShell} does not share`];
    if (!semver.satisfies(shared.version, range))
      return [`${who} was built for ${name} ${range}, and ${ofShell} has ${shared.version}`];
    const missing = exports.filter((one) => !shared.exports.includes(one));
    return missing.length
      ? [`${who} imports ${missing.join(", ")} of ${name}, which ${ofShell} (${name} ${shared.version}) lacks`]
      : [];
  });
}

function unmet(
  { app, id, manifest }: Release,
  provided: Record<string, string[]>,
  concerns: (name: string) => boolean,
  missing: (name: string) => string,
  /** Whether every version has to do, or one: a shell may serve two. */
  enough: "every" | "one" = "every",
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
    return unfit.length > (enough === "one" ? versions.length - 1 : 0)
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
