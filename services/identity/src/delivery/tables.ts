import { bigint, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { at, bytea, identity, type Json } from "../core/index.ts";

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
  /** The request that it was made for; delivery/proofs/acts.ts. */
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

export type UndoKind =
  | "factor_added"
  | "factor_removed"
  | "email_changed"
  | "password_changed"
  | "passkey_added"
  | "passkey_removed";

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

export const outboxMails = identity.table("outbox_mails", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  channel: text("channel").$type<"email" | "sms">().notNull().default("email"),
  recipient: text("recipient").notNull(),
  subject: text("subject").notNull(),
  text: text("text").notNull(),
  html: text("html").notNull(),
  sentAt: at("sent_at").notNull(),
});
