import { z } from "zod";
import { AGENT_ICONS, DEFAULT_STEPS, MAX_MESSAGES, MAX_PROMPT_LENGTH, MAX_STEPS } from "./limits.ts";
import type { PromptEvents } from "./prompts.ts";
import { CardScope } from "./scopes.ts";
import { TimeZone } from "./time-zone.ts";
import { ToolPolicies } from "./tools.ts";

export const MAX_AGENT_NAME_LENGTH = 100;
/** Longest instructions, in characters. */
export const MAX_INSTRUCTIONS_LENGTH = 20_000;
/** Agents a person may have. */
export const MAX_AGENTS = 200;

/** Micro-dollars that answers may cost; null: no limit. Days and months are those of UTC. */
const Limit = z.int().min(0).max(1_000_000_000_000).nullable();

const fields = {
  name: z.string().trim().min(1).max(MAX_AGENT_NAME_LENGTH),
  icon: z.enum(AGENT_ICONS),
  instructions: z.string().trim().max(MAX_INSTRUCTIONS_LENGTH),
  /** Null: the person's default for agents. */
  modelId: z.uuid().nullable(),
  /** Asked when the model fails before it says anything; null: nobody. */
  fallbackModelId: z.uuid().nullable(),
  /** Hundredths, 0–200; null: as the provider has it. */
  temperature: z.int().min(0).max(200).nullable(),
  /** Tokens that one answer may have. */
  maxOutputTokens: z.int().min(1).max(100_000),
  dayLimitMicros: Limit,
  monthLimitMicros: Limit,
};

/** What runs may do, and how much. */
const runFields = {
  /** Tools by their name; one that is not named is not offered, one of an MCP server is asked for. */
  tools: ToolPolicies,
  /** Times that one run asks a model. */
  maxSteps: z.int().min(1).max(MAX_STEPS),
  /** Tokens of one run, in and out; null: no limit. */
  runTokens: z.int().min(1).max(100_000_000).nullable(),
  /** Micro-dollars that one run may cost; null: no limit. */
  runLimitMicros: Limit,
};

/** The cards that runs see and change; null: every card of the person. */
const scope = CardScope.nullable();

/** All that a person may set of an agent. */
export const AgentSettings = z
  .object({ ...fields, ...runFields, scope: scope.optional() })
  .meta({ id: "AgentSettings" });
export type AgentSettings = z.infer<typeof AgentSettings>;

/** Settings that lists of changes name. The scope is told apart: pages of before would not know its name. */
export const NamedSetting = z.enum([...Object.keys(fields), ...Object.keys(runFields)] as (
  | keyof typeof fields
  | keyof typeof runFields
)[]);
export type NamedSetting = z.infer<typeof NamedSetting>;

/** What a person set up to be asked: instructions, a model, limits. `spent`: micro-dollars of this day and month. */
export const Agent = z
  .object({
    id: z.uuid(),
    ...fields,
    /** Absent in answers of a service that knows no runs yet. */
    ...z.object(runFields).partial().shape,
    scope: scope.optional(),
    /** With what calls may cost whose cost is not known: those that run, and those that were stopped. */
    spent: z.object({ dayMicros: z.int(), monthMicros: z.int() }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Agent" });
export type Agent = z.infer<typeof Agent>;

export const NewAgent = z
  .strictObject({
    ...fields,
    tools: runFields.tools.default({}),
    maxSteps: runFields.maxSteps.default(DEFAULT_STEPS),
    runTokens: runFields.runTokens.default(null),
    runLimitMicros: runFields.runLimitMicros.default(null),
    scope: scope.default(null),
  })
  .meta({ id: "NewAgent" });
export type NewAgent = z.input<typeof NewAgent>;
export const AgentChange = z
  .strictObject({ ...fields, ...runFields, scope })
  .partial()
  .meta({ id: "AgentChange" });
export type AgentChange = z.infer<typeof AgentChange>;
export const AgentList = z.object({ items: z.array(Agent) }).meta({ id: "AgentList" });
export type AgentList = z.infer<typeof AgentList>;

/** A conversation with an agent, the question last. The same id never asks a provider twice. */
export const NewQuestion = z
  .strictObject({
    id: z.uuid(),
    messages: z
      .array(
        z.strictObject({
          role: z.enum(["user", "assistant"]),
          text: z.string().trim().min(1).max(MAX_PROMPT_LENGTH),
        }),
      )
      .min(1)
      .max(MAX_MESSAGES),
    /** Whose days "today" and "tomorrow" are; UTC's without. */
    timeZone: TimeZone.optional(),
  })
  .refine(({ messages }) => messages.at(-1)?.role === "user", { path: ["messages"], error: "must end with a question" })
  .meta({ id: "NewQuestion" });
export type NewQuestion = z.infer<typeof NewQuestion>;

/** Events of an answer: those of a prompt; `model` comes first, and again when another model is asked, with why. */
export interface AnswerEvents extends PromptEvents {
  model: { title: string; because: string | null };
}
