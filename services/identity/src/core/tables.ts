import { sql } from "drizzle-orm";
import { bigint, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { at, bytea, identity, type Json } from "./columns.ts";

export const auditEvents = identity.table("audit_events", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: at("at").notNull(),
  action: text("action").notNull(),
  userId: uuid("user_id"),
  ip: text("ip"),
  userAgent: text("user_agent"),
  place: text("place"),
  details: jsonb("details").$type<Json>().notNull().default(sql`'{}'`),
});

export const rootKey = identity.table("root_key", {
  id: integer("id").primaryKey().default(1),
  sealedRoot: bytea("sealed_root").notNull(),
  sealedAt: at("sealed_at").notNull(),
});
