import type { RunState, RunStep, StepState } from "@tessera/contracts-agents/runs.ts";
import { shownTool } from "@tessera/contracts-agents/tool-names.ts";
import type { Status } from "@tessera/ui";

export const RUN_WORDS: Record<RunState, [Status, string]> = {
  waiting: ["idle", "Waiting for its turn"],
  running: ["run", "Running"],
  asking: ["warn", "Asks you"],
  done: ["ok", "Done"],
  failed: ["bad", "Failed"],
  stopped: ["idle", "Stopped"],
};

export const STEP_WORDS: Record<StepState, [Status, string]> = {
  running: ["run", "Running"],
  asking: ["warn", "Asks you"],
  done: ["ok", "Done"],
  failed: ["bad", "Failed"],
  interrupted: ["warn", "Interrupted"],
  denied: ["idle", "Not used"],
  expired: ["idle", "Expired"],
  stopped: ["idle", "Stopped"],
};

export const toolTitle = ({ name, title }: Pick<RunStep, "name" | "title">) => title ?? shownTool(name)?.title ?? name;
export const runPath = ({ agentId, id }: { agentId: string; id: string }) => `/agents/${agentId}/runs/${id}`;

/** As much of a task or an answer as a row may show. */
export const startOf = (text: string) => text.slice(0, 200);

/** Where a task is kept while it is typed. */
export const taskDraft = (agentId: string) => `agents.task.${agentId}`;
