import { z } from "zod";
import { MAX_PROMPT_LENGTH } from "./limits.ts";
import { RunState } from "./runs.ts";
import { TimeZone } from "./time-zone.ts";

/** The days on which a schedule runs; 0 is Sunday. A shorter month uses its last day. */
export const Rhythm = z
  .discriminatedUnion("every", [
    z.strictObject({ every: z.literal("day") }),
    /** Monday to Friday. */
    z.strictObject({ every: z.literal("weekday") }),
    z.strictObject({
      every: z.literal("week"),
      days: z
        .array(z.int().min(0).max(6))
        .min(1)
        .max(7)
        .refine((days) => new Set(days).size === days.length, "must name each day once"),
    }),
    z.strictObject({ every: z.literal("month"), day: z.int().min(1).max(31) }),
  ])
  .meta({ id: "AgentRhythm" });
export type Rhythm = z.infer<typeof Rhythm>;

/** `plan`: the person's plan opened no agents when a run was due. `account`: the person was banned. */
export const PauseReason = z.enum(["person", "plan", "account"]);
export type PauseReason = z.infer<typeof PauseReason>;
/** `open`: the previous run had not finished. `runs`: the person had too many open runs. */
export const SkipReason = z.enum(["open", "runs"]);
export type SkipReason = z.infer<typeof SkipReason>;

const fields = {
  /** The task that each run is given. */
  prompt: z.string().trim().min(1).max(MAX_PROMPT_LENGTH),
  rhythm: Rhythm,
  /** Local time in the time zone: "08:00". */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "08:00"'),
  timeZone: TimeZone,
};

/** A schedule on which an agent is given a task. */
export const AgentSchedule = z
  .object({
    id: z.uuid(),
    agentId: z.uuid(),
    ...fields,
    /** Why it is paused; null while it runs. */
    paused: PauseReason.nullable(),
    /** Null while it is paused. */
    nextAt: z.iso.datetime().nullable(),
    /** The newest run, by schedule or by hand. */
    lastRun: z.object({ id: z.uuid(), state: RunState, createdAt: z.iso.datetime() }).nullable(),
    /** The newest run that was skipped; null once another one has started. */
    skipped: z.object({ at: z.iso.datetime(), because: SkipReason }).nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "AgentSchedule" });
export type AgentSchedule = z.infer<typeof AgentSchedule>;
export const AgentScheduleList = z.object({ items: z.array(AgentSchedule) }).meta({ id: "AgentScheduleList" });
export type AgentScheduleList = z.infer<typeof AgentScheduleList>;

/** Repeating the id creates no second schedule. */
export const NewAgentSchedule = z
  .strictObject({ id: z.uuid(), ...fields, paused: z.boolean().default(false) })
  .meta({ id: "NewAgentSchedule" });
export type NewAgentSchedule = z.input<typeof NewAgentSchedule>;
export const AgentScheduleChange = z
  .strictObject({ ...fields, paused: z.boolean() })
  .partial()
  .meta({ id: "AgentScheduleChange" });
export type AgentScheduleChange = z.infer<typeof AgentScheduleChange>;

/** Runs it once, now; repeating the id starts no second run. */
export const ScheduleRunNow = z.strictObject({ id: z.uuid() }).meta({ id: "AgentScheduleRunNow" });
export type ScheduleRunNow = z.infer<typeof ScheduleRunNow>;
