import { createHash } from "node:crypto";

/** Names a set of releases (app → release id): 16 hexadecimal digits. */
export const buildIdOf = (releases: Record<string, string>): string => {
  const set = Object.entries(releases).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(set)).digest("hex").slice(0, 16);
};
