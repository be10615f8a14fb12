import { sql } from "drizzle-orm";
import { bigint, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { at, identity, type Json } from "./columns.ts";

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
