import { z } from "zod";

/** One run of a schedule. Without an end while nothing is running: its process was killed. */
export const ScheduleRun = z
  .object({
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    /** Null while it runs. */
    outcome: z.enum(["done", "failed", "interrupted"]).nullable(),
    error: z.string().nullable(),
    asked: z.boolean().describe("started by an administrator"),
    attempts: z.int(),
  })
  .meta({ id: "ScheduleRun" });
export type ScheduleRun = z.infer<typeof ScheduleRun>;

/** A recurring job of a service. */
export const Schedule = z
  .object({
    queue: z.string(),
    name: z.string(),
    does: z.string().describe("what it does, in a sentence"),
    cron: z.string().describe("five fields, UTC; six, the first for seconds, where it runs several times a minute"),
    when: z.string().describe("the same in words"),
    pausedAt: z.iso.datetime().nullable(),
    nextRuns: z.array(z.iso.datetime()).describe("the next three; none while it is paused"),
    underWay: z.boolean().describe("whether a run waits or is worked on"),
    runs: z.array(ScheduleRun).describe("newest first, at most 20"),
  })
  .meta({ id: "Schedule" });
export type Schedule = z.infer<typeof Schedule>;
export const ScheduleList = z.object({ schedules: z.array(Schedule) }).meta({ id: "ScheduleList" });
export type ScheduleList = z.infer<typeof ScheduleList>;

export const PauseSchedule = z.strictObject({ paused: z.boolean() }).meta({ id: "PauseSchedule" });
export type PauseSchedule = z.infer<typeof PauseSchedule>;

/** By the hour of the last day, or by the day of the last week: as long as ended jobs are kept. */
export const NumbersQuery = z.strictObject({ span: z.enum(["day", "week"]).default("day") });
export type NumbersQuery = z.input<typeof NumbersQuery>;
export const JobNumbers = z
  .object({
    slots: z
      .array(
        z.object({
          from: z.iso.datetime(),
          done: z.int(),
          failed: z.int(),
          /** 95th percentile of the time that jobs waited before they started; null where none started. */
          waitedMs: z.int().nullable(),
        }),
      )
      .describe("oldest first; the last one is not over"),
    kinds: z
      .array(
        z.object({
          queue: z.string(),
          words: z.string(),
          waiting: z.int(),
          running: z.int(),
          done: z.int(),
          failed: z.int(),
          /** Age of the job that has been due for longest; null where none waits. */
          oldestWaitingMs: z.int().nullable(),
        }),
      )
      .describe("kinds with jobs in that time, the busiest first"),
  })
  .meta({ id: "JobNumbers" });
export type JobNumbers = z.infer<typeof JobNumbers>;
