import type { Json } from "../core/index.ts";

/** An account that another sign-in service has proved to be the person's. */
export interface ExternalAccount {
  /** "google", "web3", or `sso:<uuid>` for a company's own service. */
  provider: string;
  /** The account's id there, never given to anybody else. */
  providerId: string;
  email: string | null;
  /** Whether that service answers for the address being the person's. */
  emailVerified: boolean;
  /** What it tells of the person: the `identity_data` of auth/v1. */
  data: Json;
}

/** A company's own service may claim any address: its accounts are linked with no other, and no other with them. */
export const isSso = (provider: string) => provider.startsWith("sso:");

/** Size of what is kept of a person as another service gave it, in characters of JSON; tokens carry what fits of it. */
const MAX_CHARACTERS = 1024;

/** Entries that can be stored, as many as fit. The first are kept. */
export function bounded(data: Json): Json {
  const kept: Json = {};
  let size = 2;
  for (const [key, value] of Object.entries(data)) {
    const text = JSON.stringify({ [key]: value });
    // PostgreSQL's jsonb accepts neither NUL nor lone surrogates; JSON writes both as an escape.
    if (
      value === undefined ||
      value === null ||
      /\\u(?:0000|d[89a-f])/i.test(text) ||
      size + text.length > MAX_CHARACTERS
    )
      continue;
    kept[key] = value;
    size += text.length;
  }
  return kept;
}
