import type { EntryOpened } from "@tessera/contracts-queue/events.ts";
import { bigint, boolean, jsonb, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** Columns as the migrations create them. */
export const entryTable = pgSchema("queue").table("entry", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  key: text("key").notNull(),
  kind: text("kind").notNull(),
  title: text("title").notNull(),
  line: text("line").notNull(),
  path: text("path"),
  itemId: uuid("item_id"),
  jobId: uuid("job_id"),
  state: text("state", { enum: ["open", "snoozed", "accepted", "declined", "closed"] }).notNull(),
  snoozeUntil: moment("snooze_until"),
  urgent: boolean("urgent").notNull().default(false),
  sortAt: moment("sort_at").notNull(),
  eventAt: moment("event_at").notNull(),
  eventId: uuid("event_id"),
  comment: text("comment"),
  decidedBy: text("decided_by", { enum: ["person", "expiry"] }),
  expiresAt: moment("expires_at"),
  onExpiry: text("on_expiry", { enum: ["accept", "decline", "close"] })
    .notNull()
    .default("close"),
  /** What decisions do; null for the usual. */
  does: jsonb("does").$type<EntryOpened["does"]>(),
  outside: boolean("outside").notNull().default(false),
  agentId: uuid("agent_id"),
  agentName: text("agent_name"),
  runId: uuid("run_id"),
  runSeq: bigint("run_seq", { mode: "number" }).notNull().default(0),
  agentState: text("agent_state", { enum: ["waiting", "running", "asking", "returned", "decided"] }),
  agentWord: text("agent_word"),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
});

export type EntryRow = typeof entryTable.$inferSelect;
