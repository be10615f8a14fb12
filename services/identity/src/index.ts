import contract from "@tessera/contracts-identity/package.json" with { type: "json" };
import { AdministratorsSchema, type ServiceDefinition } from "@tessera/service-kit";
import identity from "../migrations/001-identity.sql";
import factors from "../migrations/002-factors.sql";
import externalAccounts from "../migrations/003-external-accounts.sql";
import places from "../migrations/005-places.sql";
import spentProofs from "../migrations/006-spent-proofs.sql";
import administration from "../migrations/007-administration.sql";
import enterprise from "../migrations/008-enterprise.sql";
import samlKey from "../migrations/009-saml-key.sql";
import proofs from "../migrations/010-proofs.sql";
import freshProof from "../migrations/011-fresh-proof.sql";
import owner from "../migrations/012-owner.sql";
import undo from "../migrations/013-undo.sql";
import endedSessions from "../migrations/015-ended-sessions.sql";
import rateLimits from "../migrations/016-rate-limits.sql";
import passkeys from "../migrations/017-passkeys.sql";
import rootKey from "../migrations/018-root-key.sql";
import oauthServer from "../migrations/020-oauth-server.sql";
import spentCodes from "../migrations/030-spent-codes.sql";
import notices from "../migrations/041-notices.sql";
import apiTokens from "../migrations/060-api-tokens.sql";
import tokenCards from "../migrations/061-token-cards.sql";
import { IdentityVariables } from "./core/config/declared.ts";
import { ABOUT, AuthErrorBody, operations } from "./operations.ts";

const KB = 1024;

export const identityService: ServiceDefinition = {
  name: "identity",
  title: "Identity",
  contract: contract.version,
  module: { load: async () => (await import("./identity.module.ts")).IdentityModule },
  config: [AdministratorsSchema, IdentityVariables],
  errors: { under: "/auth/v1/", filter: { load: async () => (await import("./core/index.ts")).AuthErrorFilter } },
  errorBody: AuthErrorBody,
  about: ABOUT,
  operations,
  bodyLimits: [
    { under: "/auth/v1/", bytes: 64 * KB },
    // A response of 128 KB in a form, with every character escaped at worst; metadata of 256 KB in JSON.
    { under: "/auth/v1/sso/saml/acs", bytes: 192 * KB },
    { under: "/auth/v1/admin/sso/", bytes: 384 * KB },
  ],
  schema: "identity",
  addresses: ["/auth/v1", "/dev", "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"],
  migrations: [
    { name: "001-identity", sql: identity },
    { name: "002-factors", sql: factors },
    { name: "003-external-accounts", sql: externalAccounts },
    { name: "005-places", sql: places },
    { name: "006-spent-proofs", sql: spentProofs },
    { name: "007-administration", sql: administration },
    { name: "008-enterprise", sql: enterprise },
    { name: "009-saml-key", sql: samlKey },
    { name: "010-proofs", sql: proofs },
    { name: "011-fresh-proof", sql: freshProof },
    { name: "012-owner", sql: owner },
    { name: "013-undo", sql: undo },
    { name: "015-ended-sessions", sql: endedSessions },
    { name: "016-rate-limits", sql: rateLimits },
    { name: "017-passkeys", sql: passkeys },
    { name: "018-root-key", sql: rootKey },
    { name: "020-oauth-server", sql: oauthServer },
    { name: "030-spent-codes", sql: spentCodes },
    { name: "041-notices", sql: notices },
    { name: "060-api-tokens", sql: apiTokens },
    { name: "061-token-cards", sql: tokenCards },
  ],
  apiTokens: "identity.api_token_of",
  tables: [
    { table: "users", about: "Your account.", personal: { owner: "id" }, withheld: ["password_hash"] },
    { table: "identities", about: "The ways you sign in.", personal: { with: "users" } },
    {
      table: "sessions",
      about: "Where you are signed in.",
      personal: { owner: "user_id" },
      // A listener learns that a session began, was renewed or ended, and asks: addresses and devices do not travel.
      live: { key: "id", columns: ["id", "user_id"] },
    },
    {
      table: "flow_states",
      about: "Sign-ins that were begun elsewhere and have not ended.",
      personal: { with: "users" },
      withheld: ["code_challenge", "nonce"],
    },
    {
      table: "one_time_tokens",
      about: "Mailed links and codes that are still valid.",
      personal: { with: "users" },
      withheld: ["act"],
    },
    { table: "factors", about: "Your second factors.", personal: { with: "users" } },
    { table: "webauthn_credentials", about: "Your passkeys and security keys.", personal: { with: "users" } },
    {
      table: "webauthn_challenges",
      about: "Passkeys that you began to add.",
      personal: { with: "users" },
      withheld: ["challenge"],
      keep: { since: "created_at", days: 1 },
    },
    {
      table: "recovery_codes",
      about: "Your recovery codes: when they were made and used.",
      personal: { with: "users" },
    },
    {
      table: "sign_ups",
      about: "Sign-ups with your address that nobody confirmed.",
      personal: { with: "users" },
      withheld: ["password_hash"],
    },
    { table: "undos", about: "Changes of your account that you can take back.", personal: { with: "users" } },
    {
      table: "notices",
      about: "Mails of the last 400 days about your usage and payments.",
      personal: { with: "users" },
      keep: { since: "asked_at", days: 400 },
    },
    { table: "owner", about: "That you own this installation.", personal: { with: "users" } },
    { table: "refresh_tokens", about: "When your sessions were renewed.", personal: { with: "sessions" } },
    {
      table: "challenges",
      about: "When your second factor was asked for.",
      personal: { with: "factors" },
      withheld: ["webauthn_challenge"],
    },
    {
      table: "api_tokens",
      about: "Tokens that you made for your programs, without the tokens themselves.",
      personal: { with: "users" },
      withheld: ["hash"],
      keep: { since: "expires_at", days: 30 },
    },
    { table: "oauth_grants", about: "Apps that you let into your account.", personal: { with: "users" } },
    {
      table: "oauth_authorizations",
      about: "Requests of apps for access to your account, of the last day.",
      personal: { with: "users" },
      withheld: ["state", "nonce", "code_challenge"],
      // A used code is remembered, so that its second use ends what the first one opened.
      keep: { since: "asked_at", days: 1 },
    },
    // That somebody signed in or was deleted is kept for a year; from where they did it goes with their account
    // (the details: account/erasure.ts).
    {
      table: "audit_events",
      about: "What happened with your account in the last year.",
      personal: { owner: "user_id", clear: ["ip", "user_agent", "place"] },
      keep: { since: "at", days: 365 },
    },
    // Longer than any code is valid (IDENTITY_CODE_SECONDS) or a mail is retried. It holds keyed hashes of addresses.
    { table: "proof_acts", personal: null, keep: { since: "begun_at", days: 7 } },
    { table: "spent_proofs", personal: null, keep: { since: "good_until", days: 1 } },
    // Mails of development set-ups; account/erasure.ts deletes a person's.
    { table: "outbox_mails", personal: null, keep: { since: "sent_at", days: 7 } },
    ...["root_key", "signing_keys", "sso_providers", "sso_domains", "saml_keys", "oauth_clients"].map((table) => ({
      table,
      personal: null,
    })),
  ],
};
