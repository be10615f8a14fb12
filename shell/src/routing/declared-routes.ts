import type { Composition } from "@tessera/federation/composition.ts";
import type { RouteObject } from "@tessera/router";

/** Segments of a path, its optional ones present or not. */
type Pattern = string[];

/**
 * The routes of a bundle that its manifest declares; without names, which are the whole router's. A branch is kept when
 * - a rule of the remote has its shape: `/items/:type` declares `items/:type` and `items/inbox`; or
 * - it is a wider pattern under a first segment of the remote's own (`settings/:section`) and whatever another remote declares there is
 *   closer, so that it wins.
 * `dropped` is given each path that is left out.
 */
export function declaredRoutes(
  { shell, remotes }: Composition,
  remote: string,
  routes: RouteObject[],
  dropped: (path: string) => void,
): RouteObject[] {
  const rules = [shell, ...remotes].flatMap((app) => app.routes.map((rule) => ({ owner: rule.within ?? app.name, path: rule.path })));
  const patterns = (own: boolean) => rules.filter(({ owner }) => (owner === remote) === own).flatMap(({ path }) => patternsOf(path));
  const [own, foreign] = [patterns(true), patterns(false)];
  const isDeclared = (pattern: Pattern) =>
    own.some((rule) => covers(rule, pattern)) ||
    (own.some((rule) => overlap(rule, pattern) && rule[0] === pattern[0]) &&
      foreign.every((rule) => !overlap(rule, pattern) || fixedIn(rule) > fixedIn(pattern)));

  const keep = (route: RouteObject, above: string): RouteObject[] => {
    const path = `${above}/${route.path ?? ""}`;
    const { id: _, ...rest } = route;
    if (route.index || !route.children) {
      if (patternsOf(path).every(isDeclared)) return [rest as RouteObject];
      dropped(patternText(path));
      return [];
    }
    const children = route.children.flatMap((child) => keep(child, path));
    if (children.length === 0) return [];
    if (!route.path || patternsOf(path).every(isDeclared)) return [{ ...rest, children } as RouteObject];
    // The frame of declared pages has an address of its own that is not declared: it stays a frame, without that address.
    const { path: own, ...frame } = rest;
    return [{ ...frame, children: children.map((child) => ({ ...child, path: `${own}/${child.path ?? ""}` })) } as RouteObject];
  };
  return routes.flatMap((route) => keep(route, ""));
}

const patternText = (path: string) => `/${path.split("/").filter(Boolean).join("/")}`;

function patternsOf(path: string): Pattern[] {
  let patterns: Pattern[] = [[]];
  for (const segment of path.split("/").filter(Boolean)) {
    // The router compares without case.
    const name = segment.replace(/\?$/, "").toLowerCase();
    const longer = patterns.map((pattern) => [...pattern, name.startsWith(":") ? ":" : name]);
    patterns = segment.endsWith("?") ? [...longer, ...patterns] : longer;
  }
  return patterns;
}

const isFixed = (segment: string) => segment !== ":" && segment !== "*";
const fixedIn = (pattern: Pattern) => pattern.filter(isFixed).length;

/** Every address of `pattern` is one of `rule`. */
const covers = (rule: Pattern, pattern: Pattern) =>
  rule.length === pattern.length &&
  rule.every((segment, index) => pattern[index] !== "*" && (segment === ":" || segment === pattern[index]));

/** Some address is of both. `*` stands for any rest. */
function overlap(rule: Pattern, pattern: Pattern): boolean {
  const rest = pattern.indexOf("*");
  const fixed = rest < 0 ? pattern : pattern.slice(0, rest);
  if (rest < 0 ? rule.length !== fixed.length : rule.length < fixed.length) return false;
  return fixed.every((segment, index) => segment === rule[index] || segment === ":" || rule[index] === ":");
}
