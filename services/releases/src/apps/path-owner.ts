/** App by the prefix that it was granted, for example `/items` → `items`. */
export type PathPrefixes = ReadonlyMap<string, string>;

/** The fixed beginning of a route's path: `/items/:type` → `/items`. */
export function fixedPart(path: string): string {
  const segments = path.split(/[?#]/)[0]!.split("/").filter(Boolean);
  const parameter = segments.findIndex((segment) => segment.startsWith(":"));
  return `/${segments.slice(0, parameter < 0 ? undefined : parameter).join("/")}`;
}

/**
 * The app with the longest prefix, in whole segments, of a path; null when nobody was granted it. `/` covers itself
 * alone.
 */
export function ownerOf(prefixes: PathPrefixes, path: string): string | null {
  const prefix = prefixOver(prefixes, path);
  return prefix === null ? null : prefixes.get(prefix)!;
}

/** The longest granted prefix of a path, in whole segments; null when there is none. */
export function prefixOver(prefixes: PathPrefixes, path: string): string | null {
  let prefix = fixedPart(path);
  for (;;) {
    if (prefixes.has(prefix)) return prefix;
    const end = prefix.lastIndexOf("/");
    if (end <= 0) return null;
    prefix = prefix.slice(0, end);
  }
}

/**
 * The shortest of an app's own paths, which cover the rest: `/items`, `/items/:type`, `/ws-items` → `/items`,
 * `/ws-items`.
 */
export function prefixesOf(paths: string[]): string[] {
  const fixed = [...new Set(paths.map(fixedPart))].sort((a, b) => a.length - b.length);
  const kept = new Map<string, string>();
  for (const prefix of fixed) if (!ownerOf(kept, prefix)) kept.set(prefix, "own");
  return [...kept.keys()];
}
