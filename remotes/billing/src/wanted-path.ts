import { shell } from "@tessera/shell-api";

/**
 * The page a person asked for before a plan was needed: as the way back from the payment page names it, else as the
 * guard kept it. An address of another origin is not followed.
 */
export function wantedPath(search: string): string | undefined {
  const named = new URLSearchParams(search).get("from");
  if (
    named?.startsWith("/") &&
    URL.canParse(named, location.origin) &&
    new URL(named, location.origin).origin === location.origin
  )
    return named;
  return shell().savedPath.peek() ?? undefined;
}
