import { sql } from "drizzle-orm";
import { bigint, boolean, customType, integer, jsonb, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Rows of migrations/. Times are `timestamptz` read as Date. */
const identity = pgSchema("identity");
const bytea = customType<{ data: Buffer; driverData: Buffer | string }>({
  dataType: () => "bytea",
  // In JSON bytes are hexadecimal after "\\x".
  fromDriver: (value) => (typeof value === "string" ? Buffer.from(value.slice(2), "hex") : value),
});
const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const id = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();

export type Json = Record<string, unknown>;
/** How and when a person proved who they are; `timestamp` in seconds. */
export interface AmrEntry {
  method: string;
  timestamp: number;
}

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
  /** A company's own sign-in service answers for the account: its address takes nobody else's, and is changed there. */
  isSsoUser: boolean("is_sso_user").notNull().default(false),
  bannedUntil: at("banned_until"),
  /** Of the tokens that count: raised by triggers (migrations/015). */
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

export const sessions = identity.table("sessions", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  aal: text("aal").$type<"aal1" | "aal2">().notNull().default("aal1"),
  amr: jsonb("amr").$type<AmrEntry[]>().notNull(),
  ip: text("ip"),
  userAgent: text("user_agent"),
  place: text("place"),
  factorId: uuid("factor_id"),
  /** When the person last gave their password, or a code mailed to them, in this session. */
  provedAt: at("proved_at"),
  /** The session of before a second factor was given, kept for a client that lost the answer; sessions/elevation.ts. */
  endsAt: at("ends_at"),
  createdAt: at("created_at").notNull(),
  refreshedAt: at("refreshed_at").notNull(),
});
export type SessionRow = typeof sessions.$inferSelect;

export const refreshTokens = identity.table("refresh_tokens", {
  id: id(),
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
  createdAt: at("created_at").notNull(),
});
export type FlowStateRow = typeof flowStates.$inferSelect;

export const oneTimeTokens = identity.table("one_time_tokens", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  kind: text("kind").$type<TokenKind>().notNull(),
  /** The mailbox, or the digits of the phone number, that it was sent to. */
  address: text("address").notNull(),
  linkHash: bytea("link_hash"),
  codeHash: bytea("code_hash").notNull(),
  attempts: integer("attempts").notNull().default(0),
  flowId: uuid("flow_id"),
  redirectTo: text("redirect_to"),
  /** The request that it was made for; verification/acts.ts. */
  act: uuid("act").notNull(),
  subject: text("subject").notNull(),
  /** Of a change: the address on the other side of it. */
  otherAddress: text("other_address"),
  signUpId: uuid("sign_up_id"),
  metadata: jsonb("metadata").$type<Json>(),
  createdAt: at("created_at").notNull(),
});
export type OneTimeTokenRow = typeof oneTimeTokens.$inferSelect;

/** What a mailed link or code is good for. */
export type TokenKind =
  | "confirmation"
  | "invite"
  | "recovery"
  | "magiclink"
  | "email_change_current"
  | "email_change_new"
  | "phone_confirmation"
  | "phone_sign_in"
  | "phone_change"
  | "reauthentication";

export const proofActs = identity.table("proof_acts", {
  kind: text("kind").$type<ActKind>().notNull(),
  subject: text("subject").notNull(),
  act: uuid("act").notNull(),
  begunAt: at("begun_at").notNull(),
});

/** What a request asks a proof for; the two mailboxes of a change of address prove one act. */
export type ActKind = Exclude<TokenKind, "email_change_current" | "email_change_new"> | "email_change";

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

export type UndoKind = "factor_added" | "factor_removed" | "email_changed" | "password_changed";

export const undos = identity.table("undos", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  kind: text("kind").$type<UndoKind>().notNull(),
  sentTo: text("sent_to").notNull(),
  sealedBefore: bytea("sealed_before").notNull(),
  linkHash: bytea("link_hash"),
  codeHash: bytea("code_hash"),
  codeAttempts: integer("code_attempts").notNull().default(0),
  codeMadeAt: at("code_made_at"),
  createdAt: at("created_at").notNull(),
});
export type UndoRow = typeof undos.$inferSelect;

export const factors = identity.table("factors", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  friendlyName: text("friendly_name").notNull(),
  factorType: text("factor_type").$type<"totp" | "phone">().notNull(),
  status: text("status").$type<"unverified" | "verified">().notNull().default("unverified"),
  sealedSecret: bytea("sealed_secret"),
  phone: text("phone"),
  lastStep: bigint("last_step", { mode: "number" }),
  lastChallengedAt: at("last_challenged_at"),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});
export type FactorRow = typeof factors.$inferSelect;

export const challenges = identity.table("challenges", {
  id: uuid("id").primaryKey(),
  factorId: uuid("factor_id").notNull(),
  ip: text("ip").notNull(),
  codeHash: bytea("code_hash"),
  attempts: integer("attempts").notNull().default(0),
  verifiedAt: at("verified_at"),
  createdAt: at("created_at").notNull(),
});
export type ChallengeRow = typeof challenges.$inferSelect;

export const recoveryCodes = identity.table("recovery_codes", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  codeHash: bytea("code_hash").notNull(),
  usedAt: at("used_at"),
  createdAt: at("created_at").notNull(),
});

export const ssoProviders = identity.table("sso_providers", {
  id: uuid("id").primaryKey(),
  entityId: text("entity_id").notNull(),
  metadataXml: text("metadata_xml").notNull(),
  metadataUrl: text("metadata_url"),
  metadataReadAt: at("metadata_read_at").notNull(),
  attributeMapping: jsonb("attribute_mapping").$type<AttributeMapping>().notNull().default({}),
  nameIdFormat: text("name_id_format"),
  allowIdpInitiated: boolean("allow_idp_initiated").notNull().default(false),
  disabled: boolean("disabled").notNull().default(false),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});
export type SsoProviderRow = typeof ssoProviders.$inferSelect;

/** Which attributes of an assertion become which members of a person's metadata. */
export interface AttributeMapping {
  keys?: Record<string, { name?: string; names?: string[]; default?: unknown; array?: boolean }>;
}

export const ssoDomains = identity.table("sso_domains", {
  domain: text("domain").primaryKey(),
  providerId: uuid("provider_id").notNull(),
  createdAt: at("created_at").notNull(),
});
export type SsoDomainRow = typeof ssoDomains.$inferSelect;

export const samlKeys = identity.table("saml_keys", {
  id: integer("id").primaryKey(),
  certificate: text("certificate").notNull(),
  sealedPrivateKey: bytea("sealed_private_key").notNull(),
  createdAt: at("created_at").notNull(),
});

export const spentProofs = identity.table("spent_proofs", {
  hash: bytea("hash").primaryKey(),
  goodUntil: at("good_until").notNull(),
});

export const signingKeys = identity.table("signing_keys", {
  kid: text("kid").primaryKey(),
  publicJwk: jsonb("public_jwk").$type<Json>().notNull(),
  sealedPrivateJwk: bytea("sealed_private_jwk").notNull(),
  createdAt: at("created_at").notNull(),
});

export const auditEvents = identity.table("audit_events", {
  id: id(),
  at: at("at").notNull(),
  action: text("action").notNull(),
  userId: uuid("user_id"),
  ip: text("ip"),
  userAgent: text("user_agent"),
  place: text("place"),
  details: jsonb("details").$type<Json>().notNull().default(sql`'{}'`),
});

export const rateLimits = identity.table("rate_limits", {
  key: text("key").primaryKey(),
  wholeAt: at("whole_at").notNull(),
});

export const outboxMails = identity.table("outbox_mails", {
  id: id(),
  channel: text("channel").$type<"email" | "sms">().notNull().default("email"),
  recipient: text("recipient").notNull(),
  subject: text("subject").notNull(),
  text: text("text").notNull(),
  html: text("html").notNull(),
  sentAt: at("sent_at").notNull(),
});
