import { boolean, text, uuid } from "drizzle-orm/pg-core";
import { at, bytea, identity } from "../core/index.ts";
import type { Scope } from "./scopes.ts";

export const AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];
export const GRANT_TYPES = ["authorization_code", "refresh_token"] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

export const oauthClients = identity.table("oauth_clients", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  authMethod: text("auth_method").$type<AuthMethod>().notNull(),
  secretHash: bytea("secret_hash"),
  redirectUris: text("redirect_uris").array().notNull(),
  grantTypes: text("grant_types").array().$type<GrantType[]>().notNull(),
  scopes: text("scopes").array().$type<Scope[]>(),
  clientUri: text("client_uri"),
  logoUri: text("logo_uri"),
  registration: text("registration").$type<"manual" | "dynamic">().notNull(),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});
export type ClientRow = typeof oauthClients.$inferSelect;

export const oauthGrants = identity.table("oauth_grants", {
  userId: uuid("user_id").notNull(),
  clientId: uuid("client_id").notNull(),
  scopes: text("scopes").array().$type<Scope[]>().notNull(),
  grantedAt: at("granted_at").notNull(),
});

export const oauthAuthorizations = identity.table("oauth_authorizations", {
  idHash: bytea("id_hash").primaryKey(),
  clientId: uuid("client_id").notNull(),
  userId: uuid("user_id"),
  redirectUri: text("redirect_uri").notNull(),
  scopes: text("scopes").array().$type<Scope[]>().notNull(),
  state: text("state"),
  nonce: text("nonce"),
  resource: text("resource"),
  codeChallenge: text("code_challenge").notNull(),
  alwaysAsk: boolean("always_ask").notNull(),
  askedAt: at("asked_at").notNull(),
  answeredAt: at("answered_at"),
  sessionId: uuid("session_id"),
  codeHash: bytea("code_hash"),
  redeemedAt: at("redeemed_at"),
  clientSessionId: uuid("client_session_id"),
});
export type AuthorizationRow = typeof oauthAuthorizations.$inferSelect;
