import { text, uuid } from "drizzle-orm/pg-core";
import { at, bytea, identity } from "../core/index.ts";

export const apiTokens = identity.table("api_tokens", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  name: text("name").notNull(),
  hash: bytea("hash").notNull(),
  scopes: text("scopes").array().notNull(),
  /** Of the cards that it is limited to; of all types, and with any tags or none, where it says none. */
  types: text("types").array().notNull(),
  tags: text("tags").array().notNull(),
  aal: text("aal").$type<"aal1" | "aal2">().notNull(),
  createdAt: at("created_at").notNull(),
  expiresAt: at("expires_at").notNull(),
  lastUsedAt: at("last_used_at"),
});
export type ApiTokenRow = typeof apiTokens.$inferSelect;
