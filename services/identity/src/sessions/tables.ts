import { bigint, boolean, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { at, bytea, identity, type Json } from "../core/index.ts";

/** How and when a person proved who they are; `timestamp` in seconds. */
export interface AmrEntry {
  method: string;
  timestamp: number;
}

export const sessions = identity.table("sessions", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  aal: text("aal").$type<"aal1" | "aal2">().notNull().default("aal1"),
  amr: jsonb("amr").$type<AmrEntry[]>().notNull(),
  ip: text("ip"),
  userAgent: text("user_agent"),
  place: text("place"),
  factorId: uuid("factor_id"),
  passkeyId: uuid("passkey_id"),
  /** When the person last gave their password or a mailed code in this session. */
  provedAt: at("proved_at"),
  /**
   * The session from before a second factor was given, kept for a client that lost the answer; session/elevation.ts.
   */
  endsAt: at("ends_at"),
  createdAt: at("created_at").notNull(),
  refreshedAt: at("refreshed_at").notNull(),
  /** The client whose session it is, and what the person let it do; null in a person's own sessions. */
  clientId: uuid("client_id"),
  scopes: text("scopes").array(),
  /** The address that the client said it would call (RFC 8707). */
  resource: text("resource"),
});
export type SessionRow = typeof sessions.$inferSelect;

export const refreshTokens = identity.table("refresh_tokens", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  sessionId: uuid("session_id").notNull(),
  tokenHash: bytea("token_hash").notNull(),
  parentId: bigint("parent_id", { mode: "number" }),
  salt: bytea("salt"),
  createdAt: at("created_at").notNull(),
  usedAt: at("used_at"),
});
export type RefreshTokenRow = typeof refreshTokens.$inferSelect;

export const flowStates = identity.table("flow_states", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id"),
  codeChallenge: text("code_challenge"),
  authenticationMethod: text("authentication_method"),
  authCodeHash: bytea("auth_code_hash"),
  authCodeIssuedAt: at("auth_code_issued_at"),
  provider: text("provider"),
  redirectTo: text("redirect_to"),
  nonce: text("nonce"),
  sealedVerifier: bytea("sealed_verifier"),
  browserHash: bytea("browser_hash"),
  links: boolean("links").notNull().default(false),
  answeredAt: at("answered_at"),
  sealedResult: bytea("sealed_result"),
  spentAt: at("spent_at"),
  sessionId: uuid("session_id"),
  createdAt: at("created_at").notNull(),
});
export type FlowStateRow = typeof flowStates.$inferSelect;

export const signingKeys = identity.table("signing_keys", {
  kid: text("kid").primaryKey(),
  publicJwk: jsonb("public_jwk").$type<Json>().notNull(),
  sealedPrivateJwk: bytea("sealed_private_jwk").notNull(),
  createdAt: at("created_at").notNull(),
});
