import type { ServerMetadata } from "openid-client";
import type { Claims } from "./claims.ts";

/** Calls the provider's API with the access token just received. @returns the parsed JSON of a 2xx answer */
export type Ask = (url: string) => Promise<unknown>;

/** What is special about a provider. It speaks OpenID Connect unless it has `claims`. */
export interface KnownProvider {
  /** Display name. */
  name: string;
  /** The issuer, or the base address where there is no OpenID Connect. None where every installation has its own. */
  issuer?: string;
  scopes: string;
  /** Endpoints, where the provider does not publish them or promises not to change them. */
  endpoints?: (base: string) => ServerMetadata;
  /** Reads who is signed in, for providers without ID tokens. */
  claims?: (ask: Ask, base: string) => Promise<Claims>;
  /** Whether an address is verified, where `email_verified` does not say so. */
  isVerified?: (claims: Claims) => boolean;
  /** Sent along with every request. */
  parameters?: Record<string, string>;
  /** LinkedIn supports neither nonce nor PKCE; state and client secret have to suffice. */
  withoutNonce?: boolean;
  withoutPkce?: boolean;
}

const OPENID = "openid email profile";
const text = (value: unknown) => (typeof value === "string" && value ? value : undefined);
const record = (value: unknown) =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

export const knownProviders: Record<string, KnownProvider> = {
  google: {
    name: "Google",
    issuer: "https://accounts.google.com",
    scopes: OPENID,
    endpoints: (base) => ({
      issuer: base,
      authorization_endpoint: `${base}/o/oauth2/v2/auth`,
      token_endpoint: "https://oauth2.googleapis.com/token",
      userinfo_endpoint: "https://openidconnect.googleapis.com/v1/userinfo",
      jwks_uri: "https://www.googleapis.com/oauth2/v3/certs",
      id_token_signing_alg_values_supported: ["RS256"],
    }),
  },
  // When asked for a name or address, Apple only posts its answer.
  apple: {
    name: "Apple",
    issuer: "https://appleid.apple.com",
    scopes: "openid name email",
    parameters: { response_mode: "form_post" },
  },
  azure: {
    name: "Microsoft",
    issuer: "https://login.microsoftonline.com/common/v2.0",
    scopes: OPENID,
    // Tenants may write any address; this claim alone says that Microsoft verified its domain.
    isVerified: ({ xms_edov }) => xms_edov === true || xms_edov === 1 || xms_edov === "1" || xms_edov === "true",
  },
  gitlab: { name: "GitLab", issuer: "https://gitlab.com", scopes: OPENID },
  keycloak: { name: "Keycloak", scopes: OPENID },
  linkedin_oidc: {
    name: "LinkedIn",
    issuer: "https://www.linkedin.com/oauth",
    scopes: OPENID,
    withoutNonce: true,
    withoutPkce: true,
  },
  slack_oidc: { name: "Slack", issuer: "https://slack.com", scopes: OPENID },
  github: {
    name: "GitHub",
    issuer: "https://github.com",
    scopes: "read:user user:email",
    endpoints: (base) => ({
      issuer: base,
      authorization_endpoint: `${base}/login/oauth/authorize`,
      token_endpoint: `${base}/login/oauth/access_token`,
    }),
    claims: async (ask, base) => {
      const api = base === "https://github.com" ? "https://api.github.com" : `${base}/api/v3`;
      const user = record(await ask(`${api}/user`));
      const listed = await ask(`${api}/user/emails`);
      const addresses = Array.isArray(listed) ? listed.map(record) : [];
      const primary = addresses.find((address) => address.primary === true && address.verified === true);
      const { email, verified } =
        primary ?? addresses.find((address) => address.verified === true) ?? addresses[0] ?? {};
      return {
        iss: api,
        sub: typeof user.id === "number" ? String(user.id) : undefined,
        email: text(email),
        email_verified: verified === true,
        name: text(user.name) ?? text(user.login),
        preferred_username: text(user.login),
        picture: text(user.avatar_url),
      };
    },
  },
  discord: {
    name: "Discord",
    issuer: "https://discord.com",
    scopes: "identify email",
    endpoints: (base) => ({
      issuer: base,
      authorization_endpoint: `${base}/oauth2/authorize`,
      token_endpoint: `${base}/api/oauth2/token`,
    }),
    claims: async (ask, base) => {
      const user = record(await ask(`${base}/api/users/@me`));
      return {
        iss: base,
        sub: text(user.id),
        email: text(user.email),
        email_verified: user.verified === true,
        name: text(user.global_name) ?? text(user.username),
        preferred_username: text(user.username),
        picture: user.avatar ? `https://cdn.discordapp.com/avatars/${user.id}/${user.avatar}.png` : undefined,
      };
    },
  },
  facebook: {
    name: "Facebook",
    issuer: "https://www.facebook.com",
    scopes: "email public_profile",
    endpoints: (base) => ({
      issuer: base,
      authorization_endpoint: `${base}/v22.0/dialog/oauth`,
      token_endpoint: "https://graph.facebook.com/v22.0/oauth/access_token",
    }),
    claims: async (ask, base) => {
      const user = record(await ask("https://graph.facebook.com/v22.0/me?fields=id,name,email,picture.type(large)"));
      return {
        iss: base,
        sub: text(user.id),
        email: text(user.email),
        // Facebook returns confirmed addresses only.
        email_verified: text(user.email) !== undefined,
        name: text(user.name),
        picture: text(record(record(user.picture).data).url),
      };
    },
  },
};

/** Providers that clients of auth/v1 know; `settings` says which are on. */
export const listedProviders = [
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "figma",
  "fly",
  "github",
  "gitlab",
  "google",
  "kakao",
  "keycloak",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "slack",
  "slack_oidc",
  "snapchat",
  "spotify",
  "twitch",
  "twitter",
  "workos",
  "x",
  "zoom",
];
