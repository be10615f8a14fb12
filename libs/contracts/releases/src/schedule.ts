import { z } from "zod";
import { MAX_REASON_LENGTH } from "./limits.ts";
import { WEEKDAYS } from "./schedule-words.ts";

const TimeOfDay = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "must be a time of day like 09:00");
const LocalTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, "must be a date and time like 2026-12-20T18:00")
  .refine((text) => {
    const at = new Date(`${text}Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  }, "must be a day of the calendar");

/** Hours of some weekdays; what goes over midnight is two windows. */
export const RolloutWindow = z
  .strictObject({ days: z.array(z.enum(WEEKDAYS)).min(1).max(7), from: TimeOfDay, to: TimeOfDay })
  .refine(({ from, to }) => from < to, "must end later than it begins, on the same day; 24:00 ends a day");
export type RolloutWindow = z.infer<typeof RolloutWindow>;

/** Rollouts hold from its beginning until its end, in the time zone of its schedule. */
export const Freeze = z
  .strictObject({ from: LocalTime, to: LocalTime, reason: z.string().trim().min(1).max(MAX_REASON_LENGTH) })
  .refine(({ from, to }) => from < to, "must end later than it begins");
export type Freeze = z.infer<typeof Freeze>;

/** When rollouts may begin and continue automatically. Aborts and rollbacks are never held. */
export const RolloutSchedule = z
  .strictObject({
    /** IANA time zone of all its times. */
    timeZone: z.string().max(64).refine(isTimeZone, "must be a time zone of the IANA database, such as Europe/Berlin"),
    /** None: at any time that is not frozen. */
    windows: z.array(RolloutWindow).max(20),
    freezes: z.array(Freeze).max(50),
  })
  .meta({ id: "RolloutSchedule" });
export type RolloutSchedule = z.infer<typeof RolloutSchedule>;

/**
 * Why and until when a rollout does not begin or continue on its own. `until` is the next time at which the schedule
 * lets it; what people do then is up to its health.
 */
export const RolloutHold = z.object({ reason: z.string(), until: z.iso.datetime() }).meta({ id: "RolloutHold" });
export type RolloutHold = z.infer<typeof RolloutHold>;

/** Every schedule there is. An app's windows replace those of all apps; freezes of both count. */
export const ScheduleList = z.object({
  items: z.array(
    z.object({
      /** `*`: all apps that have no windows of their own. */
      app: z.string(),
      schedule: RolloutSchedule,
    }),
  ),
});
export type ScheduleList = z.infer<typeof ScheduleList>;

/** Lets the open rollout continue although the schedule holds it, until the schedule next opens. */
export const Proceed = z
  .strictObject({ reason: z.string().trim().min(1).max(MAX_REASON_LENGTH) })
  .meta({ id: "ProceedRollout" });
export type Proceed = z.infer<typeof Proceed>;

/** Names as the runtime knows them; offsets such as `+02:00` know no daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
