import { defineEvent, type EventPayload } from "@tessera/contracts-core/define-event.ts";
import { z } from "zod";
import { MAX_ENTRY_WORD_LENGTH } from "./limits.ts";
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
