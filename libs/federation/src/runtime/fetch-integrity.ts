import type { LoadableRelease } from "../composition.ts";
import { FILE_LIMIT_MS } from "./file-limit.ts";
import { inTime, wholeInTime } from "./in-time.ts";

/**
 * Hashes of all that runs of a release, by path; null for a developer's own build. Browsers keep the answer.
 * @throws Error when they cannot be had
 */
export async function fetchIntegrity({
  integrity,
  moreIntegrity,
}: Pick<LoadableRelease, "integrity" | "moreIntegrity">): Promise<LoadableRelease["integrity"]> {
  if (!moreIntegrity) return integrity;
  const response = await inTime(FILE_LIMIT_MS, (signal) => fetch(moreIntegrity, { signal }));
  if (!response.ok) throw new Error(`The hashes at ${moreIntegrity} were not sent: ${response.status}`);
  return { ...(await (await wholeInTime(FILE_LIMIT_MS, response)).json()), ...integrity };
}
