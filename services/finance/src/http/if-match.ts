import { invalidRequest, preconditionRequired, versionConflict } from "@tessera/contracts-core/problems.ts";
import { problem } from "@tessera/service-kit";

/**
 * The version that `If-Match` names, or "any" for `*`.
 * @throws ProblemException 428 without one, 400 for another form
 */
export function versionOf(ifMatch: string | undefined): number | "any" {
  if (ifMatch === undefined || ifMatch.trim() === "") throw problem(preconditionRequired);
  if (ifMatch.trim() === "*") return "any";
  const version = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(ifMatch)?.[1];
  if (version === undefined)
    throw problem(invalidRequest, { reason: 'If-Match must be one version in quotes, for example "3".' });
  return Number(version);
}

/** @throws ProblemException 412 `version_conflict` with the current version */
export function checkVersion(seen: number | "any", current: number): void {
  if (seen === "any" || seen === current) return;
  throw problem(versionConflict, { version: current, headers: { etag: `"${current}"` } });
}
