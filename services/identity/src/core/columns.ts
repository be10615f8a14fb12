import { customType, pgSchema, timestamp } from "drizzle-orm/pg-core";

/** The schema of this service; migrations/ says what it holds. */
export const identity = pgSchema("identity");

export const bytea = customType<{ data: Buffer; driverData: Buffer | string }>({
  dataType: () => "bytea",
  // In JSON bytes are hexadecimal after "\\x".
  fromDriver: (value) => (typeof value === "string" ? Buffer.from(value.slice(2), "hex") : value),
});

/** `timestamptz`, read as a Date. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export type Json = Record<string, unknown>;
