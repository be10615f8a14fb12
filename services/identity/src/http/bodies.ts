import { z } from "zod";

/** Addresses are compared in lower case; RFC 5321 bounds their length. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email("Unable to validate email address: invalid format"));

/** Taken as it is, never trimmed or normalised; the policy bounds what may be set. */
export const Password = z.string().max(4096, "is too long");

/** Depth and size (as JSON, in characters) of what a person may keep in their metadata: it travels in every access token. */
const DEEPEST = 16;
const LARGEST = 8192;

export const Metadata = z
  .record(z.string(), z.unknown())
  .refine((data) => isStorable(data, 0), `must be JSON of at most ${DEEPEST} levels without NUL or broken characters`)
  .refine((data) => !isStorable(data, 0) || JSON.stringify(data).length <= LARGEST, `must be at most ${LARGEST} characters of JSON`);

/** PostgreSQL's jsonb takes neither NUL nor halves of characters. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return depth < DEEPEST && Object.entries(value).every(([key, entry]) => isStorable(key, depth) && isStorable(entry, depth + 1));
}

/** What auth-js sends along for PKCE; null in the implicit flow. */
export const Challenge = z.object({ code_challenge: z.string().nullish(), code_challenge_method: z.string().nullish() });

/** Where a mailed link leads in the end. */
export const RedirectQuery = z.object({ redirect_to: z.string().max(2000).optional() });
export type RedirectQuery = z.infer<typeof RedirectQuery>;

/** New metadata over old; a null takes the entry away, as upstream does. */
export function mergeMetadata(old: Record<string, unknown>, data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...old, ...data }).filter(([, value]) => value !== null));
}
