import type { AgentSettings } from "@tessera/contracts-agents/agents.ts";
import type { Model } from "@tessera/contracts-agents/models.ts";
import { scopeInWords } from "@tessera/contracts-agents/scope-words.ts";
import {
  isMcpTool,
  SHOWN_TOOLS,
  type ShownTool,
  shownTool,
  unsetPolicy,
} from "@tessera/contracts-agents/tool-names.ts";
import { ICONS } from "../agents/icons.tsx";
import { POLICY_WORDS } from "../agents/tool-policies.tsx";
import { dollars } from "../frame/dollars.ts";

/** Settings as the editor of an agent calls them. */
export const SETTING_TITLES: Record<keyof AgentSettings, string> = {
  name: "Name",
  icon: "Icon",
  instructions: "Instructions",
  modelId: "Model",
  fallbackModelId: "Fallback",
  temperature: "Temperature",
  maxOutputTokens: "Maximum answer, tokens",
  dayLimitMicros: "Limit a day",
  monthLimitMicros: "Limit a month",
  tools: "Tools",
  maxSteps: "Answers of a model in one run",
  runTokens: "Tokens of one run",
  runLimitMicros: "Limit of one run",
  scope: "Cards",
};

export interface SettingChange {
  title: string;
  before: string;
  now: string;
}

interface Words {
  models: readonly Model[];
  /** What a person reads of a type of cards. */
  titleOfType?: (type: string) => string;
  /** Of areas and MCP servers. */
  tools?: readonly Pick<ShownTool, "name" | "title">[];
  locale: string | undefined;
}

/** The settings that differ between two versions, without the instructions; each tool is one of its own. */
export function changesBetween(before: AgentSettings, now: AgentSettings, words: Words): SettingChange[] {
  const changes: SettingChange[] = [];
  const add = (title: string, one: string, other: string) => {
    if (one !== other) changes.push({ title, before: one, now: other });
  };
  for (const field of Object.keys(SETTING_TITLES) as (keyof AgentSettings)[]) {
    if (field === "instructions") continue;
    if (field !== "tools") {
      if (!isSame(before[field], now[field]))
        add(SETTING_TITLES[field], inWords(field, before, words), inWords(field, now, words));
      continue;
    }
    const named = new Set([...SHOWN_TOOLS.map(({ name }) => name), ...Object.keys({ ...before.tools, ...now.tools })]);
    for (const name of named) {
      const wordsOf = ({ tools }: AgentSettings) => POLICY_WORDS[tools[name] ?? unsetPolicy(name)];
      add(toolTitle(name, words.tools), wordsOf(before), wordsOf(now));
    }
  }
  return changes;
}

const sentenceOf = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** A tool of a server that was removed goes by the name that models know. */
const toolTitle = (name: string, tools: Words["tools"] = []) =>
  shownTool(name)?.title ??
  tools.find((tool) => tool.name === name)?.title ??
  (isMcpTool(name) ? name.replace(/^mcp_[0-9a-f]{8}_/, "") : name);

function inWords(field: Exclude<keyof AgentSettings, "tools">, settings: AgentSettings, words: Words) {
  const { models, locale, titleOfType } = words;
  if (field === "scope") return settings.scope ? sentenceOf(scopeInWords(settings.scope, titleOfType)) : "All cards";
  const value = settings[field];
  const titleOf = (id: string) => models.find((model) => model.id === id)?.title ?? "A model that was removed";
  switch (field) {
    case "icon":
      return ICONS[settings.icon].label;
    case "modelId":
      return settings.modelId === null ? "Your default for agents" : titleOf(settings.modelId);
    case "fallbackModelId":
      return settings.fallbackModelId === null ? "None" : titleOf(settings.fallbackModelId);
    case "temperature":
      return settings.temperature === null ? "Provider’s default" : (settings.temperature / 100).toLocaleString(locale);
    case "dayLimitMicros":
    case "monthLimitMicros":
    case "runLimitMicros":
      return settings[field] === null ? "No limit" : dollars(settings[field], locale);
    default:
      return typeof value === "number" ? value.toLocaleString(locale) : (value ?? "No limit");
  }
}
