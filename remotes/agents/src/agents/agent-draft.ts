import type { Agent, AgentChange } from "@tessera/contracts-agents/agents.ts";
import { type AgentIcon, DEFAULT_STEPS, MAX_STEPS } from "@tessera/contracts-agents/limits.ts";
import { MAX_SCOPE_NAMES } from "@tessera/contracts-agents/scope-words.ts";
import type { CardScope } from "@tessera/contracts-agents/scopes.ts";
import type { ToolPolicies } from "@tessera/contracts-agents/tools.ts";
import { shell } from "@tessera/shell-api";
import { useEffect, useState } from "react";
import { decimalOf, readDollars } from "../frame/dollars.ts";

/** An agent as its fields show it. */
export interface AgentDraft {
  name: string;
  icon: AgentIcon;
  instructions: string;
  /** "" for none. */
  modelId: string;
  fallbackModelId: string;
  temperature: string;
  maxOutputTokens: string;
  dayLimit: string;
  monthLimit: string;
  tools: ToolPolicies;
  maxSteps: string;
  runTokens: string;
  runLimit: string;
  /** Whether it sees every card, or those of the types and tags below alone. */
  cards: "all" | "some";
  types: string[];
  /** Separated by commas. */
  tags: string;
}

const draftOf = (agent: Agent): AgentDraft => ({
  name: agent.name,
  icon: agent.icon,
  instructions: agent.instructions,
  modelId: agent.modelId ?? "",
  fallbackModelId: agent.fallbackModelId ?? "",
  temperature: agent.temperature === null ? "" : String(agent.temperature / 100),
  maxOutputTokens: String(agent.maxOutputTokens),
  dayLimit: agent.dayLimitMicros === null ? "" : decimalOf(agent.dayLimitMicros),
  monthLimit: agent.monthLimitMicros === null ? "" : decimalOf(agent.monthLimitMicros),
  tools: agent.tools ?? {},
  maxSteps: String(agent.maxSteps ?? DEFAULT_STEPS),
  runTokens: agent.runTokens == null ? "" : String(agent.runTokens),
  runLimit: agent.runLimitMicros == null ? "" : decimalOf(agent.runLimitMicros),
  cards: agent.scope ? "some" : "all",
  types: agent.scope?.types ?? [],
  tags: agent.scope?.tags.join(", ") ?? "",
});

/** Hundredths; null for an empty field, undefined for what is no temperature. */
function readTemperature(written: string): number | null | undefined {
  if (!written.trim()) return null;
  const [, whole, fraction = ""] = /^([0-2])(?:[.,](\d{1,2}))?$/.exec(written.trim()) ?? [];
  const hundredths = whole === undefined ? 201 : Number(whole + fraction.padEnd(2, "0"));
  return hundredths <= 200 ? hundredths : undefined;
}

function readTokens(written: string): number | undefined {
  const tokens = /^\d{1,6}$/.test(written.trim()) ? Number(written) : 0;
  return tokens >= 1 && tokens <= 100_000 ? tokens : undefined;
}

const readSteps = (written: string) => {
  const steps = /^\d{1,3}$/.test(written.trim()) ? Number(written) : 0;
  return steps >= 1 && steps <= MAX_STEPS ? steps : undefined;
};
/** Null for an empty field, undefined for what is no number of tokens. */
const readRunTokens = (written: string) => {
  if (!written.trim()) return null;
  const tokens = /^\d{1,9}$/.test(written.trim()) ? Number(written) : 0;
  return tokens >= 1 && tokens <= 100_000_000 ? tokens : undefined;
};

const readLimit = (written: string) => (written.trim() ? (readDollars(written) ?? undefined) : null);

const MAX_TAG = 60;
/** Undefined for tags that are too long or too many. */
function readTags(written: string): string[] | undefined {
  const tags = [...new Set(written.split(",").map((tag) => tag.trim()))].filter(Boolean);
  return tags.length <= MAX_SCOPE_NAMES && tags.every(({ length }) => length <= MAX_TAG) ? tags : undefined;
}

function readScope({ cards, types, tags }: AgentDraft): CardScope | null {
  const named = { types: types.slice(0, MAX_SCOPE_NAMES), tags: readTags(tags) ?? [] };
  return cards === "some" && named.types.length + named.tags.length > 0 ? named : null;
}

/** What a draft says. @throws nothing: fields that cannot be read are those of `problemsOf`, and are not sent */
export const changeOf = (draft: AgentDraft, before: Pick<Agent, "scope">): AgentChange => ({
  name: draft.name.trim(),
  icon: draft.icon,
  instructions: draft.instructions.trim(),
  modelId: draft.modelId || null,
  fallbackModelId: draft.fallbackModelId || null,
  temperature: readTemperature(draft.temperature) ?? null,
  maxOutputTokens: readTokens(draft.maxOutputTokens) ?? 1,
  dayLimitMicros: readLimit(draft.dayLimit) ?? null,
  monthLimitMicros: readLimit(draft.monthLimit) ?? null,
  tools: draft.tools,
  maxSteps: readSteps(draft.maxSteps) ?? 1,
  runTokens: readRunTokens(draft.runTokens) ?? null,
  runLimitMicros: readLimit(draft.runLimit) ?? null,
  // A service that knows no scopes is not told of one.
  ...(before.scope === undefined && draft.cards === "all" ? {} : { scope: readScope(draft) }),
});

/** What is wrong with a field, in a sentence. */
function problemsOf(draft: AgentDraft): Partial<Record<keyof AgentDraft, string>> {
  const amount = "Enter an amount, for example 0.50.";
  return {
    ...(draft.name.trim() ? {} : { name: "Give it a name." }),
    ...(readTemperature(draft.temperature) === undefined ? { temperature: "Enter a number from 0 to 2." } : {}),
    ...(readTokens(draft.maxOutputTokens) === undefined
      ? { maxOutputTokens: "Enter a whole number from 1 to 100000." }
      : {}),
    ...(readLimit(draft.dayLimit) === undefined ? { dayLimit: amount } : {}),
    ...(readLimit(draft.monthLimit) === undefined ? { monthLimit: amount } : {}),
    ...(readLimit(draft.runLimit) === undefined ? { runLimit: amount } : {}),
    ...(readSteps(draft.maxSteps) === undefined ? { maxSteps: `Enter a whole number from 1 to ${MAX_STEPS}.` } : {}),
    ...(readRunTokens(draft.runTokens) === undefined ? { runTokens: "Enter a whole number of tokens." } : {}),
    ...(readTags(draft.tags) ? {} : { tags: `Enter at most ${MAX_SCOPE_NAMES} tags of ${MAX_TAG} letters.` }),
    ...(draft.cards === "some" && !readScope(draft) ? { types: "Choose a type, or enter a tag." } : {}),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What is typed and not saved, kept until it is. */
export function useAgentDraft(agent: Agent) {
  const place = `agents.agent.${agent.id}`;
  const saved = draftOf(agent);
  const [changes, setChanges] = useState<Partial<AgentDraft>>(() => JSON.parse(shell().drafts.get(place) ?? "{}"));
  const draft = { ...saved, ...changes };
  const isChanged = (Object.keys(saved) as (keyof AgentDraft)[]).some((field) => !isSame(draft[field], saved[field]));
  const text = isChanged ? JSON.stringify(changes) : null;
  useEffect(() => {
    if (text) shell().drafts.set(place, text);
    else shell().drafts.clear(place);
  }, [place, text]);
  const set = (change: Partial<AgentDraft>) => setChanges((before) => ({ ...before, ...change }));
  /** Lets go of what was saved, so that what changes elsewhere is shown; what was typed meanwhile stays. */
  const drop = (sent: AgentDraft) =>
    setChanges((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([field, value]) => !isSame(value, sent[field as keyof AgentDraft])),
      ),
    );
  return { draft, set, drop, problems: problemsOf(draft), isChanged };
}
