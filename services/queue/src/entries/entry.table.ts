import { boolean, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";

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
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
});

export type EntryRow = typeof entryTable.$inferSelect;
