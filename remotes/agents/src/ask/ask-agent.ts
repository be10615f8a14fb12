import type { Agent } from "@tessera/contracts-agents/agents.ts";
import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import { shell } from "@tessera/shell-api";
import { createAgent } from "../agents/create-agent.ts";
import { FIND_AND_CITE } from "../agents/templates.ts";

/** Stands for the offline agent that is created with the first question to it. */
const NEW = "";

/** An agent that answers without a provider: with the offline model, and tools that find cards. */
const isFinder = ({ modelId, tools = {} }: Agent) =>
  modelId === OFFLINE_MODEL_ID && tools.search_cards === "allow" && tools.read_card === "allow";

/** The agents to choose from; one that works offline is always among them. */
export function choicesOf(agents: readonly Agent[]): { value: string; label: string }[] {
  const own = agents.map((agent) => ({
    value: agent.id,
    label: agent.modelId === OFFLINE_MODEL_ID ? `${agent.name} (offline)` : agent.name,
  }));
  return agents.some(isFinder) ? own : [{ value: NEW, label: `${FIND_AND_CITE.name} (offline)` }, ...own];
}

/** The one to begin with: the one that was asked last in this browser, else one that works offline. */
export const firstChoice = (agents: readonly Agent[]): string =>
  agents.find(({ id }) => id === lastAsked())?.id ?? agents.find(isFinder)?.id ?? NEW;

/** The agent of a choice. @throws ProblemError */
export async function agentOf(choice: string): Promise<string> {
  const id = choice === NEW ? (await createAgent(FIND_AND_CITE)).id : choice;
  remember(id);
  return id;
}

/** Among what the shell stores for a person (`tessera.of.`): it is forgotten when they sign out. */
const key = () => `tessera.of.${shell().auth.getSession().user?.id ?? ""}.agents.asked`;

function lastAsked(): string | null {
  try {
    return localStorage.getItem(key());
  } catch {
    return null;
  }
}

function remember(id: string): void {
  try {
    localStorage.setItem(key(), id);
  } catch {
    // Without storage the choice is this dialog's alone.
  }
}
