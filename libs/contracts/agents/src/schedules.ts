import { z } from "zod";
import { MAX_GRANT_VALUE, MAX_GRANTS, MAX_PATTERN_LENGTH, MAX_PROMPT_LENGTH } from "./limits.ts";
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

/**
 * A tool that may be used once without asking. Without arguments: by the next run that starts, whatever it is called
 * with. With arguments: by any run of the schedule, where the call has these values; texts are compared as they are,
 * anything else as JSON.
 */
export const ScheduleGrant = z
  .strictObject({
    tool: z.string().min(1).max(60),
    arguments: z
      .record(z.string().min(1).max(60), z.string().max(MAX_GRANT_VALUE))
      .refine((all) => Object.keys(all).length >= 1 && Object.keys(all).length <= 10, "must name one to ten arguments")
      .nullable(),
    /** Whether it holds after the run has read what others wrote, too. */
    afterOutside: z.boolean(),
  })
  .meta({ id: "AgentScheduleGrant" });
export type ScheduleGrant = z.infer<typeof ScheduleGrant>;

/** Stands in the place of the rhythm: five fields of cron, with its own times, or an RRULE (RFC 5545). */
const pattern = z.string().trim().min(1).max(MAX_PATTERN_LENGTH).nullable();
const grants = z.array(ScheduleGrant).max(MAX_GRANTS);

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
    pattern: pattern.optional(),
    /** What a person reads of the pattern. */
    patternWords: z.string().nullable().optional(),
    /** Its pattern names no more times; it is paused then. */
    ended: z.boolean().optional(),
    /** What its runs may do once without asking, until it is used. */
    grants: grants.optional(),
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
  .strictObject({
    ...{ id: z.uuid(), ...fields, pattern: pattern.default(null), grants: grants.default([]) },
    paused: z.boolean().default(false),
  })
  .meta({ id: "NewAgentSchedule" });
export type NewAgentSchedule = z.input<typeof NewAgentSchedule>;
export const AgentScheduleChange = z
  .strictObject({ ...fields, pattern, grants, paused: z.boolean() })
  .partial()
  .meta({ id: "AgentScheduleChange" });
export type AgentScheduleChange = z.infer<typeof AgentScheduleChange>;

/** Times of a pattern, before it is saved. */
export const SchedulePatternQuery = z
  .strictObject({ pattern: z.string().trim().min(1).max(MAX_PATTERN_LENGTH), time: fields.time, timeZone: TimeZone })
  .meta({ id: "AgentSchedulePatternQuery" });
export type SchedulePatternQuery = z.infer<typeof SchedulePatternQuery>;
/** The next SHOWN_TIMES; fewer where there are no more. */
export const SchedulePatternTimes = z
  .object({ words: z.string(), times: z.array(z.iso.datetime()) })
  .meta({ id: "AgentSchedulePatternTimes" });
export type SchedulePatternTimes = z.infer<typeof SchedulePatternTimes>;

/** Runs it once, now; repeating the id starts no second run. */
export const ScheduleRunNow = z.strictObject({ id: z.uuid() }).meta({ id: "AgentScheduleRunNow" });
export type ScheduleRunNow = z.infer<typeof ScheduleRunNow>;
