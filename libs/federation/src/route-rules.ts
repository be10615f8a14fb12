import type { Composition, SwitchedOff } from "./composition.ts";
import type { RouteRule } from "./manifest.ts";

export interface RouteMatch {
  rule: RouteRule;
  /**
   * Name of the app whose routes draw the page: the shell, the remote that declares it, or the one it is shown within.
   */
  owner: string;
  /** Name of the app whose manifest has the rule. */
  app: string;
  params: Record<string, string>;
}

/** Finds the rule that owns a path; a fixed segment wins over a parameter. Null when no page is there. */
export function matchRoute(composition: Composition, path: string): RouteMatch | null {
  const segments = segmentsOf(path);
  if (!segments) return null;
  let best: { match: RouteMatch; rank: string } | null = null;
  for (const app of [composition.shell, ...composition.remotes]) {
    for (const rule of app.routes) {
      const found = matchPattern(rule.path, segments);
      if (found && (!best || found.rank > best.rank))
        best = {
          match: { rule, owner: rule.within ?? app.name, app: app.name, params: found.params },
          rank: found.rank,
        };
    }
  }
  return best?.match ?? null;
}

/** The app that would own the path if it were not switched off. */
export function switchedOffAt({ off = [] }: Composition, path: string): SwitchedOff | null {
  const segments = segmentsOf(path);
  return (segments && off.find(({ paths }) => paths.some((pattern) => matchPattern(pattern, segments)))) ?? null;
}

/** Where a rule sends its visitors, its parameters filled in; null when it does not. `external` leaves the product. */
export function redirectOf(match: RouteMatch): { to: string; external: boolean } | null {
  if (!match.rule.redirect) return null;
  const to = fillPath(match.rule.redirect, match.params);
  return { to, external: !to.startsWith("/") };
}

/** The subscription check is made before such a page is shown; specification §7. */
const SUBSCRIPTION_CHECK = "/api/stripe/check-subscription";

/**
 * API requests to start with the page. @param hasNoPlan the last answer of the check was not "active": the page's own
 * requests wait until it is, as each would be refused
 */
export function preloadsOf(match: RouteMatch, hasNoPlan = false): string[] {
  const own = match.rule.preload.map((path) => fillPath(path, match.params));
  if (!match.rule.subscription) return own;
  return hasNoPlan ? [SUBSCRIPTION_CHECK] : [SUBSCRIPTION_CHECK, ...own];
}

/** The requests for the numbers beside navigation entries: every page shows them. */
export const countsOf = ({ shell, remotes }: Pick<Composition, "shell" | "remotes">): string[] =>
  [shell, ...remotes].flatMap(({ navigation }) => navigation.flatMap(({ count }) => (count ? [count.path] : [])));

/** Whether one of the patterns names the path; a trailing `*` stands for any rest, and `/a/*` for `/a` too. */
export function listed(patterns: readonly string[], path: string): boolean {
  return patterns.some((pattern) => {
    if (!pattern.endsWith("*")) return path === pattern;
    const start = pattern.slice(0, -1);
    return path.startsWith(start) || `${path}/` === start;
  });
}

/** The decoded segments; null when an escape in the path is broken. */
function segmentsOf(path: string): string[] | null {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** `rank` compares as text: for each segment 2 fixed, 1 parameter. */
function matchPattern(pattern: string, segments: string[]): { params: Record<string, string>; rank: string } | null {
  const parts = pattern.split("/").filter(Boolean);
  if (segments.length > parts.length) return null;
  const params: Record<string, string> = {};
  let rank = "";
  for (const [index, part] of parts.entries()) {
    const segment = segments[index];
    const optional = part.endsWith("?");
    if (segment === undefined) {
      if (!optional) return null;
    } else if (part.startsWith(":")) {
      params[part.slice(1, optional ? -1 : undefined)] = segment;
      rank += "1";
    } else {
      if (part !== segment) return null;
      rank += "2";
    }
  }
  return { params, rank };
}

/** Only names of the pattern's own parameters are replaced: `https://` and ports stay as they are. */
function fillPath(template: string, params: Record<string, string>): string {
  return template.replace(/:([a-zA-Z][a-zA-Z0-9]*)/g, (whole, name: string) =>
    params[name] === undefined ? whole : encodeURIComponent(params[name]),
  );
}
