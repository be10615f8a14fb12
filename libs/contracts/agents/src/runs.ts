import { PageQuery, pageOf } from "@tessera/contracts-core/page.ts";
import { z } from "zod";
import { MAX_GIVEN_CARDS, MAX_PROMPT_LENGTH, MAX_SEARCH_LENGTH } from "./limits.ts";
import { CallUsage } from "./prompts.ts";
import { CardScope } from "./scopes.ts";
import { TimeZone } from "./time-zone.ts";

/**
 * `waiting`: for its turn, or to ask the provider again. `asking`: for the person. The others are the ends of a run.
 */
export const RunState = z.enum(["waiting", "running", "asking", "done", "failed", "stopped"]);
export type RunState = z.infer<typeof RunState>;

/** A task that an agent works on alone, step by step; each is stored before the next. */
export const Run = z
  .object({
    id: z.uuid(),
    agentId: z.uuid(),
    /** As it was called when the run began. */
    agentName: z.string(),
    task: z.string(),
    state: RunState,
    /** Why it failed, in a sentence. */
    failure: z.string().nullable(),
    /** What it ended with. */
    answer: z.string().nullable(),
    /** Whether it has read what others than the person wrote. */
    outside: z.boolean(),
    /** Steps that are stored. */
    steps: z.int(),
    /** Of its own calls: steps that it took over from another run cost nothing. */
    tokens: z.int(),
    costMicros: z.int(),
    /** The run that it began from, and the first step that is its own. */
    from: z.object({ runId: z.uuid(), step: z.int() }).nullable(),
    /** The first run of its thread; null where it follows none. */
    thread: z.uuid().nullable().optional(),
    /** The entry of the queue that it was given. */
    entryId: z.uuid().nullable().optional(),
    /** The cards that the agent saw and changed when the run began; null: every card. */
    scope: CardScope.nullable().optional(),
    /** The rule for cards that began it, and the card that met it. */
    rule: z.object({ id: z.uuid(), name: z.string(), cardPath: z.string() }).nullable().optional(),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "AgentRun" });
export type Run = z.infer<typeof Run>;

/**
 * `running`: a model writes or a tool works. `asking`: the person decides. `denied`, `expired`: the tool was not used.
 * `interrupted`: the process ended while the model wrote; it was asked again.
 */
export const StepState = z.enum(["running", "asking", "done", "failed", "interrupted", "denied", "expired", "stopped"]);
export type StepState = z.infer<typeof StepState>;

/** One answer of a model, or one use of a tool that it asked for. */
export const RunStep = z
  .object({
    number: z.int(),
    kind: z.enum(["model", "tool"]),
    state: StepState,
    /** The model's name or the tool's. */
    name: z.string(),
    /** What a person reads of a tool that is not in the contract: of an area, or with the name of its MCP server. */
    title: z.string().nullable().optional(),
    reasoning: z.string(),
    /** What a model wrote. */
    text: z.string(),
    arguments: z.record(z.string(), z.unknown()).nullable(),
    /** Whether the person changed the arguments. */
    edited: z.boolean(),
    output: z.record(z.string(), z.unknown()).nullable(),
    outside: z.boolean(),
    /** Why it has to be asked, or why it failed or was denied, in a sentence. */
    reason: z.string().nullable(),
    /** Whether the person had allowed this use when they set up the schedule. */
    granted: z.boolean().optional(),
    /** Page of what it made. */
    path: z.string().nullable(),
    /** Cards that were left out, as the run may not see them. */
    withheld: z.int().min(0).optional(),
    usage: CallUsage.nullable(),
    startedAt: z.iso.datetime(),
    /** Null while it continues. */
    endedAt: z.iso.datetime().nullable(),
    /** Until when the person may decide. */
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "AgentRunStep" });
export type RunStep = z.infer<typeof RunStep>;

export const RunTrace = Run.extend({ trace: z.array(RunStep) }).meta({ id: "AgentRunTrace" });
export type RunTrace = z.infer<typeof RunTrace>;

/** The same id begins no second run. */
export const NewRun = z
  .strictObject({
    id: z.uuid(),
    task: z.string().trim().min(1).max(MAX_PROMPT_LENGTH),
    /** Whose days "today" and "tomorrow" are; UTC's without. */
    timeZone: TimeZone.optional(),
    /** Ids of cards that it is about: read first, with the person's rights. */
    cards: z.array(z.uuid()).min(1).max(MAX_GIVEN_CARDS).optional(),
    /** The run that it follows: what was asked and answered in that thread is known to it. */
    follows: z.uuid().optional(),
    /**
     * Whether it begins a conversation, which is kept as a card. Of what is about cards or follows a run it does
     * without saying. Since 1.14.
     */
    conversation: z.boolean().optional(),
  })
  .meta({ id: "NewAgentRun" });
export type NewRun = z.infer<typeof NewRun>;

/** Newest first; of one agent or of one thread, else of all. */
export const RunQuery = PageQuery.extend({
  /** Words that the task or the answer contains as they are, whatever their case. */
  q: z.string().trim().max(MAX_SEARCH_LENGTH).optional(),
  agent: z.uuid().optional(),
  thread: z.uuid().optional(),
  cursor: z.uuid().optional(),
});
export type RunQuery = Omit<z.input<typeof RunQuery>, "limit"> & { limit?: number };
export const RunPage = pageOf(Run).meta({ id: "AgentRunPage" });
export type RunPage = z.infer<typeof RunPage>;

/** Begins another run that continues before a model's step; `id` names it. */
export const RunRetry = z.strictObject({ id: z.uuid(), step: z.int().min(1) }).meta({ id: "AgentRunRetry" });
export type RunRetry = z.infer<typeof RunRetry>;

/**
 * What the person decides of a step that asks: `allow` once, with other arguments where they are given; `always`: of
 * this agent and tool from now on; `deny` with a reason; `answer` a question.
 */
export const StepDecision = z
  .discriminatedUnion("action", [
    z.strictObject({ action: z.enum(["allow", "always"]), arguments: z.record(z.string(), z.unknown()).optional() }),
    z.strictObject({ action: z.literal("deny"), reason: z.string().trim().max(1_000).default("") }),
    z.strictObject({ action: z.literal("answer"), text: z.string().trim().min(1).max(5_000) }),
  ])
  .meta({ id: "AgentStepDecision" });
export type StepDecision = z.input<typeof StepDecision>;

/** `pieces`: what a model writes comes as `text` events between the others; without it, as whole steps now and then. */
export const RunEventsQuery = z.object({ pieces: z.literal("true").optional() });
export type RunEventsQuery = z.infer<typeof RunEventsQuery>;

/** A piece of what a model writes in a step; `at`: where it begins in the whole, in UTF-16 code units. Since 1.14. */
export interface RunText {
  step: number;
  kind: "text" | "reasoning";
  at: number;
  text: string;
}

/**
 * Events of a run: `run` and `step` as they are now. The id of each is a position: who comes back with it gets what
 * changed since. The last one is the run that has ended.
 */
export interface RunEvents {
  run: Run;
  step: RunStep;
}

/** Kinds of the entries of the queue for steps that ask: whether a tool may be used, and a question. */
export const APPROVAL_KIND = "agent-approval";
export const QUESTION_KIND = "agent-question";
