import { z } from "zod";
import { scopesOf } from "../scopes.ts";
import { AUTH_METHODS, GRANT_TYPES } from "../tables.ts";

const MAX_NAME = 100;
const MAX_URI = 2000;
const MAX_REDIRECT_URIS = 10;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Schemes that a browser handles itself: what comes back would run in a page, or be read by one. */
const BROWSER_SCHEMES = new Set(
  "about blob chrome data edge file filesystem ftp intent jar javascript mailto resource view-source vbscript ws wss".split(
    " ",
  ),
);

/** RFC 9700 §2.1, RFC 8252 §7: https, http on the loopback, or a scheme that an installed app has taken for itself. */
function isRedirectUri(written: string): boolean {
  if (!URL.canParse(written) || /[\s\\#]/.test(written)) return false;
  const { protocol, host, hostname, username, password } = new URL(written);
  if (!host || username || password) return false;
  if (protocol === "http:") return LOOPBACK.has(hostname);
  return !BROWSER_SCHEMES.has(protocol.slice(0, -1));
}

const RedirectUris = z
  .array(
    z
      .string()
      .max(MAX_URI)
      .refine(isRedirectUri, "Invalid redirect_uris: each is https, http on this machine, or an app's own scheme://"),
  )
  .min(1, "At least one of redirect_uris is required")
  .max(MAX_REDIRECT_URIS, `At most ${MAX_REDIRECT_URIS} redirect_uris are kept`);

const Name = z.string().trim().min(1, "must not be empty").max(MAX_NAME);
/** Shown, or kept for those who ask; never fetched. Empty takes it away. */
const Page = z
  .union([z.literal(""), z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).max(MAX_URI)])
  .nullish();
const GrantTypes = z
  .array(z.enum(GRANT_TYPES))
  .min(1)
  .refine((types) => types.includes("authorization_code"), "must include authorization_code");
const ScopeText = z
  .string()
  .max(500)
  .transform((written, context) => {
    const scopes = scopesOf(written);
    if (scopes) return scopes;
    context.addIssue("names a scope that this server does not know");
    return z.NEVER;
  })
  .nullish();

/** A new client, as auth-js and RFC 7591 describe it. */
export const NewClient = z.object({
  client_name: Name.default("App without a name"),
  redirect_uris: RedirectUris,
  client_uri: Page,
  logo_uri: Page,
  grant_types: GrantTypes.nullish(),
  response_types: z.array(z.literal("code")).min(1).nullish(),
  scope: ScopeText,
  client_type: z.enum(["public", "confidential"]).nullish(),
  token_endpoint_auth_method: z.enum(AUTH_METHODS).nullish(),
});
export type NewClient = z.infer<typeof NewClient>;

export const ClientChange = z
  .object({
    client_name: Name.optional(),
    redirect_uris: RedirectUris.optional(),
    client_uri: Page,
    logo_uri: Page,
    grant_types: GrantTypes.optional(),
    scope: ScopeText,
    token_endpoint_auth_method: z.enum(AUTH_METHODS).optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), "No fields provided for update");
export type ClientChange = z.infer<typeof ClientChange>;
