import { defineEvent, type EventInput, type EventPayload } from "@tessera/contracts-core/define-event.ts";
import { z } from "zod";

/** Longest title of an entry, in characters. */
export const MAX_ENTRY_TITLE_LENGTH = 300;
/** Longest second line of an entry, in characters. */
export const MAX_ENTRY_LINE_LENGTH = 500;

/** `key` makes it idempotent per person. */
export const entryOpened = defineEvent(
  "queue.entry-opened",
  z.object({
    userId: z.uuid(),
    key: z.string().min(1).max(200),
    kind: z.string(),
    title: z.string().max(MAX_ENTRY_TITLE_LENGTH),
    line: z.string().max(MAX_ENTRY_LINE_LENGTH).default(""),
    path: z.string().nullable().default(null),
    itemId: z.uuid().nullable().default(null),
    jobId: z.uuid().nullable().default(null),
    /** Something stops for the person soon unless they decide: listed before the others. */
    urgent: z.boolean().default(false),
    /** When nobody needs to decide any more; never without one. */
    expiresAt: z.iso.datetime().nullable().default(null),
    /** What happens then: "accept" and "decline" are told as decisions, "close" is not. */
    onExpiry: z.enum(["accept", "decline", "close"]).default("close"),
    /** What each decision does, in a sentence for an agent to which the person gives it. */
    does: z
      .object({ accept: z.string().max(MAX_ENTRY_TITLE_LENGTH), decline: z.string().max(MAX_ENTRY_TITLE_LENGTH) })
      .nullable()
      .default(null),
    /** Whether others than the person may have written some of the title or the line. */
    outside: z.boolean().default(false),
  }),
  "Something waits for a person. Sent by any service, in the transaction that made it true.",
);
export type EntryOpened = EventInput<typeof entryOpened>;

export const entryClosed = defineEvent(
  "queue.entry-closed",
  z.object({ userId: z.uuid(), key: z.string() }),
  "What an entry asked for is settled. Sent by the service that opened it.",
);
export type EntryClosed = EventPayload<typeof entryClosed>;

export const administratorsEntry = defineEvent(
  "queue.administrators-entry",
  z.object({
    key: z.string().min(1).max(200),
    /** "closed": what it asked for is settled. */
    state: z.enum(["open", "closed"]),
    kind: z.string(),
    title: z.string().max(MAX_ENTRY_TITLE_LENGTH),
    line: z.string().max(MAX_ENTRY_LINE_LENGTH).default(""),
    path: z.string().nullable().default(null),
  }),
  "Something waits for the administrators. Identity knows who they are, and opens an entry for each of them.",
);
export type AdministratorsEntry = EventInput<typeof administratorsEntry>;

export const jobCancelled = defineEvent(
  "queue.job-cancelled",
  z.object({ userId: z.uuid(), jobId: z.uuid(), queue: z.string() }),
  "A person cancelled a line of their jobs that a service tells of: what it stands for is to end.",
);
export type JobCancelled = EventPayload<typeof jobCancelled>;

export const cardJobsChanged = defineEvent(
  "queue.card-jobs-changed",
  z.object({ userId: z.uuid(), jobs: z.array(z.object({ itemId: z.uuid(), step: z.string() })).min(1) }),
  "A person cancelled or retried jobs that run steps of cards: whether the steps still wait, the jobs say. Since 1.7.",
);
export type CardJobsChanged = EventPayload<typeof cardJobsChanged>;

export const entryDecided = defineEvent(
  "queue.entry-decided",
  z.object({
    userId: z.uuid(),
    key: z.string(),
    kind: z.string(),
    itemId: z.uuid().nullable(),
    state: z.enum(["open", "snoozed", "accepted", "declined"]),
    /** What the person said with it. */
    comment: z.string().nullable().default(null),
    /** "expiry": nobody decided in time. */
    by: z.enum(["person", "expiry"]).default("person"),
    /** Name of the agent that decided it for the person. */
    agent: z.string().nullable().default(null),
  }),
  'An entry was decided on, for the service that opened it; "open" takes a decision back.',
);
export type EntryDecided = EventInput<typeof entryDecided>;

export const entryAssigned = defineEvent(
  "queue.entry-assigned",
  z.object({
    userId: z.uuid(),
    entryId: z.uuid(),
    /** Names the run that works on it: the same id begins no second one. */
    runId: z.uuid(),
    agentId: z.uuid(),
    kind: z.string(),
    title: z.string(),
    line: z.string(),
    outside: z.boolean(),
    itemId: z.uuid().nullable(),
    does: z.object({ accept: z.string(), decline: z.string() }),
    /** The mail domain whose people need no plan, where the person's address was of it. */
    openedBy: z.string().nullable(),
    timeZone: z.string().nullable(),
  }),
  "A person gave an entry to one of their agents: a run of it begins.",
);
export type EntryAssigned = EventPayload<typeof entryAssigned>;

export const entryTakenBack = defineEvent(
  "queue.entry-taken-back",
  z.object({ userId: z.uuid(), entryId: z.uuid(), runId: z.uuid() }),
  "A run has an entry no more: the person took it back or decided it, or it was settled elsewhere.",
);

/** Key of the entry that asks a new person for a first card. */
export const WELCOME_KEY = "welcome";
