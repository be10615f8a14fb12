import { text, uuid } from "drizzle-orm/pg-core";
import { at, identity } from "../core/index.ts";

export const webauthnChallenges = identity.table("webauthn_challenges", {
  id: uuid("id").primaryKey(),
  /** Who adds a passkey, in which session; null to sign in. */
  userId: uuid("user_id"),
  sessionId: uuid("session_id"),
  challenge: text("challenge").notNull(),
  createdAt: at("created_at").notNull(),
});
export type WebauthnChallengeRow = typeof webauthnChallenges.$inferSelect;
