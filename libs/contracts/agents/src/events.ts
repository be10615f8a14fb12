import { defineEvent, type EventPayload } from "@tessera/contracts-core/define-event.ts";
import { z } from "zod";
import { MAX_ENTRY_WORD_LENGTH, MAX_HEARD_LENGTH, MAX_HEARD_PARTS, MAX_HEARD_WORDS } from "./limits.ts";
import { MAX_MODEL_NAME_LENGTH } from "./models.ts";
import { RunState } from "./runs.ts";

export const toolCalled = defineEvent(
  "agents.tool-called",
  z.object({
    userId: z.uuid(),
    /** Names the call: its effect happens once, however often this is delivered. */
    callId: z.uuid(),
    /** From the catalogue, tools.ts. */
    tool: z.string(),
    runId: z.uuid().nullable().default(null),
    arguments: z.record(z.string(), z.unknown()),
    /** What the person's plan held when the run began; null: any number. */
    cardLimit: z.int().nullable(),
    storageLimit: z.int().nullable(),
    /** What the run may see and change of cards: all of these hold. */
    scopes: z.array(z.object({ types: z.array(z.string()), tags: z.array(z.string()) })).default([]),
  }),
  "A run of an agent uses a tool of another service, with the rights of its person. Sent in the transaction that stored the call.",
);

export const toolAnswered = defineEvent(
  "agents.tool-answered",
  z.object({
    userId: z.uuid(),
    callId: z.uuid(),
    output: z.record(z.string(), z.unknown()).default({}),
    /** Whether others than the person wrote some of the output: pages, mails, bank statements, recordings. */
    outside: z.boolean().default(false),
    /** A card that was made or changed. */
    itemId: z.uuid().nullable().default(null),
    path: z.string().nullable().default(null),
    /** Why it failed, in a sentence for the model and the person; null when it did not. */
    failure: z.string().nullable().default(null),
    /** Cards that were left out, as the run may not see them. The model is not told how many. */
    withheld: z.int().min(0).default(0),
    ms: z.int().min(0),
  }),
  "A tool has done what a run of an agent called it for. Sent in the transaction of what it did.",
);

export const entryRunChanged = defineEvent(
  "agents.entry-run-changed",
  z.object({
    userId: z.uuid(),
    entryId: z.uuid(),
    runId: z.uuid(),
    /** Null where the agent does not exist any more. */
    agentName: z.string().nullable(),
    /** Grows with each change: of two, the greater is the newer. */
    seq: z.int().min(0),
    state: RunState,
    /** Why the entry is the person's again, in a sentence; null while the agent has it. */
    word: z.string().max(MAX_ENTRY_WORD_LENGTH).nullable(),
  }),
  "A run that works on an entry of the queue has begun, asks its person, or has ended.",
);
export type EntryRunChanged = EventPayload<typeof entryRunChanged>;

export const cardRunRefused = defineEvent(
  "agents.card-run-refused",
  z.object({
    ...{ userId: z.uuid(), itemId: z.uuid(), runId: z.uuid() },
    /** Why no run began, in a sentence. */
    word: z.string().max(MAX_ENTRY_WORD_LENGTH),
  }),
  "A task was given to an agent that could not begin.",
);

export const speechAsked = defineEvent(
  "agents.speech-asked",
  z.object({
    userId: z.uuid(),
    /** Names the request: it is answered once, however often this is delivered. */
    callId: z.uuid(),
    /** Of the person's provider, or `INSTALLATION_RECOGNISER_ID`. */
    providerId: z.uuid(),
    /** Null: the one that the installation names. */
    model: z.string().min(1).max(MAX_MODEL_NAME_LENGTH).nullable(),
    /** ISO 639-1; null: the provider finds out. */
    language: z
      .string()
      .regex(/^[a-z]{2}$/)
      .nullable(),
    /** Where the sound is in the file store, its first and last byte: 16 kHz, one channel, 16 bits, no header. */
    sound: z.object({ key: z.string().max(300), start: z.int().min(0), end: z.int().min(0) }),
  }),
  "A part of a recording is to be recognised by a provider. Sent in the transaction that stored the request.",
);
export type SpeechAsked = EventPayload<typeof speechAsked>;

const HeardMs = z.int().min(0);

/** What a provider heard; times are milliseconds from the beginning of the sound. */
export const Heard = z.object({
  /** ISO 639-1; null where the provider does not say. */
  language: z.string().nullable(),
  parts: z
    .array(
      z.object({
        startMs: HeardMs,
        endMs: HeardMs,
        text: z.string().min(1).max(MAX_HEARD_LENGTH),
        /** 0 to 1; null where the provider does not say. */
        confidence: z.number().min(0).max(1).nullable(),
      }),
    )
    .max(MAX_HEARD_PARTS),
  /** Empty where the provider gives no times of words. */
  words: z.array(z.object({ startMs: HeardMs, endMs: HeardMs, text: z.string().min(1) })).max(MAX_HEARD_WORDS),
});
export type Heard = z.infer<typeof Heard>;

export const speechAnswered = defineEvent(
  "agents.speech-answered",
  z.object({
    userId: z.uuid(),
    callId: z.uuid(),
    /** What the person calls the provider. */
    provider: z.string(),
    model: z.string(),
    heard: Heard.nullable(),
    /** Why there is nothing, in a sentence; null when there is. */
    failure: z.string().nullable(),
    /** Whether it may help to ask again, and after how many seconds the provider wants that. */
    isTransient: z.boolean(),
    retryAfter: z.int().nullable(),
    /** Whether the provider may have done the work that failed, and charge for it. */
    mayCharge: z.boolean(),
    /** How often the sound was sent: more than once after the service ended while it waited. */
    timesSent: z.int().min(0),
  }),
  "A provider has answered what is said in a part of a recording, or has not. Sent in the transaction that ends the request.",
);
export type SpeechAnswered = EventPayload<typeof speechAnswered>;
