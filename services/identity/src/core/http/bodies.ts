import { z } from "zod";
import { validationFailed } from "../errors/auth-error.ts";

/** Addresses are compared in lower case; RFC 5321 bounds their length. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email("Unable to validate email address: invalid format"));

/** Used exactly as typed, never trimmed or normalised; the policy limits what may be set. */
export const Password = z.string().max(4096, "is too long");

/** Limits of a person's metadata: it travels in every access token, and with the session in a cookie. */
const MAX_DEPTH = 16;
export const MAX_METADATA_BYTES = 1024;
const TOO_LARGE = `Metadata must be at most ${MAX_METADATA_BYTES} bytes of JSON`;

export const Metadata = z
  .record(z.string(), z.unknown())
  .refine((data) => isStorable(data, 0), `must be JSON of at most ${MAX_DEPTH} levels without NUL or broken characters`)
  .refine((data) => !isStorable(data, 0) || withoutEmpty(data).bytes <= MAX_METADATA_BYTES, TOO_LARGE);

/** PostgreSQL's jsonb accepts neither NUL nor lone surrogates. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return (
    depth < MAX_DEPTH &&
    Object.entries(value).every(([key, entry]) => isStorable(key, depth) && isStorable(entry, depth + 1))
  );
}

/** What auth-js sends along for PKCE; null in the implicit flow. */
export const Challenge = z.object({
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
});

/** Where a mailed link ends up. */
export const RedirectQuery = z.object({ redirect_to: z.string().max(2000).optional() });
export type RedirectQuery = z.infer<typeof RedirectQuery>;

/**
 * New metadata over old; a null takes the entry away, as upstream does.
 * @throws AuthError 400 for what outgrows the bound
 */
export function mergeMetadata(old: Record<string, unknown>, data: Record<string, unknown>): Record<string, unknown> {
  const merged = withoutEmpty({ ...old, ...data });
  // Metadata stored under a larger limit may shrink step by step.
  if (merged.bytes > MAX_METADATA_BYTES && merged.bytes >= withoutEmpty(old).bytes) throw validationFailed(TOO_LARGE);
  return merged.data;
}

function withoutEmpty(given: Record<string, unknown>) {
  const data = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  return { data, bytes: Buffer.byteLength(JSON.stringify(data)) };
}
