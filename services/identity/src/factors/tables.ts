import { integer, text, uuid } from "drizzle-orm/pg-core";
import { at, bytea, identity } from "../core/index.ts";

export const challenges = identity.table("challenges", {
  id: uuid("id").primaryKey(),
  factorId: uuid("factor_id").notNull(),
  ip: text("ip").notNull(),
  codeHash: bytea("code_hash"),
  /** What a security key has to sign, in base64url. */
  webauthnChallenge: text("webauthn_challenge"),
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
