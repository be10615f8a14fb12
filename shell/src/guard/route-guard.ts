import type { PageConfig } from "@tessera/federation/composition.ts";
import type { RouteRule } from "@tessera/federation/manifest.ts";
import { listed } from "@tessera/federation/route-rules.ts";

export const LOGIN = "/login";
const CALLBACK = "/confirm";

/**
 * Whether a visitor without a session has to sign in to see the path. `rule` is null where no page is. Specification
 * §2.
 */
export function needsSession(guard: PageConfig["guard"], path: string, rule: RouteRule | null): boolean {
  if (!guard.enabled || path === LOGIN || path === CALLBACK) return false;
  if (listed(guard.exclude, path)) return false;
  if (guard.include.length > 0) return listed(guard.include, path);
  return rule?.session ?? false;
}
