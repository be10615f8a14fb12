import { bigint, boolean, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { at, bytea, identity, type Json } from "../core/index.ts";

export const users = identity.table("users", {
  id: uuid("id").primaryKey(),
  email: text("email"),
  passwordHash: text("password_hash"),
  emailConfirmedAt: at("email_confirmed_at"),
  confirmationSentAt: at("confirmation_sent_at"),
  recoverySentAt: at("recovery_sent_at"),
  newEmail: text("new_email"),
  emailChangeHalf: text("email_change_half").$type<"email_change_current" | "email_change_new">(),
  emailChangeSentAt: at("email_change_sent_at"),
  phone: text("phone"),
  phoneConfirmedAt: at("phone_confirmed_at"),
  newPhone: text("new_phone"),
  phoneChangeSentAt: at("phone_change_sent_at"),
  invitedAt: at("invited_at"),
  reauthenticationSentAt: at("reauthentication_sent_at"),
  lastSignInAt: at("last_sign_in_at"),
  appMetadata: jsonb("app_metadata").$type<Json>().notNull().default({}),
  userMetadata: jsonb("user_metadata").$type<Json>().notNull().default({}),
  isAnonymous: boolean("is_anonymous").notNull().default(false),
  /**
   * A company's own sign-in service vouches for the account: its address does not reserve that address here, and is
   * changed there.
   */
  isSsoUser: boolean("is_sso_user").notNull().default(false),
  bannedUntil: at("banned_until"),
  /** Generation of the access tokens that are valid; raised by triggers (migrations/015). */
  tokenGeneration: integer("token_generation").notNull().default(0),
  deletedAt: at("deleted_at"),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});
export type UserRow = typeof users.$inferSelect;

export const identities = identity.table("identities", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  provider: text("provider").notNull(),
  providerId: text("provider_id").notNull(),
  identityData: jsonb("identity_data").$type<Json>().notNull(),
  lastSignInAt: at("last_sign_in_at"),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});
export type IdentityRow = typeof identities.$inferSelect;

export const signUps = identity.table("sign_ups", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  /** Asked for while an earlier sign-up with the same address could still be confirmed. */
  isContested: boolean("is_contested").notNull(),
  passwordHash: text("password_hash").notNull(),
  userMetadata: jsonb("user_metadata").$type<Json>().notNull(),
  askedAt: at("asked_at").notNull(),
});
export type SignUpRow = typeof signUps.$inferSelect;

export type FactorType = "totp" | "phone" | "webauthn";

export const factors = identity.table("factors", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  friendlyName: text("friendly_name").notNull(),
  factorType: text("factor_type").$type<FactorType>().notNull(),
  status: text("status").$type<"unverified" | "verified">().notNull().default("unverified"),
  sealedSecret: bytea("sealed_secret"),
  phone: text("phone"),
  lastStep: bigint("last_step", { mode: "number" }),
  lastChallengedAt: at("last_challenged_at"),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});
export type FactorRow = typeof factors.$inferSelect;

/** Passkeys and security keys. */
export const webauthnCredentials = identity.table("webauthn_credentials", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  /** The second factor that it is; null for a passkey. */
  factorId: uuid("factor_id"),
  credentialId: bytea("credential_id").notNull(),
  publicKey: bytea("public_key").notNull(),
  counter: bigint("counter", { mode: "number" }).notNull().default(0),
  transports: jsonb("transports").$type<string[]>().notNull().default([]),
  backedUp: boolean("backed_up").notNull().default(false),
  friendlyName: text("friendly_name").notNull(),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
  lastUsedAt: at("last_used_at"),
});
export type CredentialRow = typeof webauthnCredentials.$inferSelect;
