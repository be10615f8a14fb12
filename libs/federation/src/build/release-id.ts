import { createHash } from "node:crypto";
import type { Release } from "../composition.ts";

/** What of a release makes it the one it is: not where and when it was built, nor from which commit. */
export type ReleaseContent = Omit<Release, "id" | "revision" | "globalName">;

/** Version and the first 12 hexadecimal digits of a SHA-256 over what was built and what it says of itself. */
export function releaseId(content: ReleaseContent): string {
  const { version, files, ...rest } = content;
  const listed = files.map(({ path, integrity }) => [path, integrity]);
  const hash = createHash("sha256").update(JSON.stringify([listed, sorted(rest)]));
  return `${version}-${hash.digest("hex").slice(0, 12)}`;
}

/** The same, with the keys of all objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, held]) => held !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, held]) => [key, sorted(held)]));
}
