import { z } from "zod";
import { MeterUnit } from "./meters.ts";

/** A month of UTC, "2026-11". */
export const UsageMonth = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "must be a month such as 2026-11");
const day = z.iso.date();
/** In the unit of its meter. */
const amount = z.int();

const MeterUsage = z.object({
  meter: z.string(),
  title: z.string(),
  unit: MeterUnit,
  counts: z.enum(["month", "held"]),
  /** What the month used, or what was held at its end (now, in the present month). */
  used: amount,
  /** What the plan includes, in the present month; null: any amount, or another month. */
  included: amount.nullable(),
  /** What the person set; null: nothing. */
  own: z.object({ notifyAt: amount.nullable(), stopAt: amount.nullable() }),
  /** Where the queue says so, and where new work stops, in the present month; null: nowhere. */
  notifyAt: amount.nullable(),
  stopAt: amount.nullable(),
  /**
   * What will be used by the end of the present month: `used`, and for each day left the average of the last seven
   * days. Null in another month.
   */
  projected: amount.nullable(),
  /** The day on which `stopAt` is reached at that pace; null: not in this month. */
  reachedOn: day.nullable(),
  /** Days on which something was used, in order. Of what is held: what was added and taken away. */
  days: z.array(z.object({ day, quantity: amount, uses: z.int() })),
  /** By model and by agent, the largest first; uses without one are left out. */
  models: z.array(z.object({ name: z.string(), quantity: amount, uses: z.int() })),
  agents: z.array(z.object({ name: z.string(), quantity: amount, uses: z.int() })),
});

/** Answer of `GET /api/billing/usage`. */
export const Usage = z
  .object({
    month: UsageMonth,
    /** The present day of UTC: months of usage are those of UTC. */
    today: day,
    /** The first month of which something is known; null: of none. */
    firstMonth: UsageMonth.nullable(),
    /** In the order of the catalogue; those that nothing on this installation writes are left out. */
    meters: z.array(MeterUsage),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;
export type MeterUsage = z.infer<typeof MeterUsage>;

export const UsageQuery = z.strictObject({ month: UsageMonth });
export type UsageQuery = z.infer<typeof UsageQuery>;

const meter = z.string().max(60);

/** Which uses: of a month, or of one day of it, and of one model or agent. */
export const UseQuery = z.strictObject({
  month: UsageMonth,
  meter,
  day: day.optional(),
  model: z.string().max(200).optional(),
  agent: z.string().max(200).optional(),
});
export type UseQuery = z.infer<typeof UseQuery>;

/** Uses that a request may list; the newest are. */
export const MAX_USES = 100;

/** Single uses behind a figure, newest first; they are kept for 400 days. */
export const UseList = z
  .object({
    uses: z.array(
      z.object({
        at: z.iso.datetime(),
        quantity: amount,
        subject: z.string().nullable(),
        model: z.string().nullable(),
        agent: z.string().nullable(),
        cardId: z.uuid().nullable(),
      }),
    ),
    /** How many there are, listed or not. */
    total: z.int(),
  })
  .meta({ id: "UseList" });
export type UseList = z.infer<typeof UseList>;

/** Limits that a person sets of one meter; null takes one back. `stopAt` of what is held belongs to the plan alone. */
export const OwnLimits = z.strictObject({
  meter,
  notifyAt: z.int().min(1).nullable(),
  stopAt: z.int().min(0).nullable(),
});
export type OwnLimits = z.infer<typeof OwnLimits>;
