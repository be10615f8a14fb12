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

/**
 * What is not met in any composition that somebody may get: the stable releases with `changed` among them, and the same with each
 * candidate of an open rollout in the place of its stable release.
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
