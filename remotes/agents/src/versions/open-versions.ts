import type { Agent, AgentSettings } from "@tessera/contracts-agents/agents.ts";
import type { Model } from "@tessera/contracts-agents/models.ts";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { agents } from "../api.ts";

interface Options {
  agent: Agent;
  models: readonly Model[];
  onRestored: (agent: Agent) => void;
}

/** Shows what an agent was set up as, and restores the version that the person chooses, with undo. */
export async function openVersions({ agent, models, onRestored }: Options): Promise<void> {
  const { VersionsDialog } = await import("./versions-dialog.tsx");
  const chosen = await shell().dialogs.open<number, { agent: Agent; models: readonly Model[] }>(
    VersionsDialog,
    { agent, models },
    { title: "Versions", width: "840px", buttons: [] },
  );
  if (!chosen) return;
  const restore = async (number: number, undo?: () => Promise<void>) => {
    try {
      const restored = await agents.restoreAgent(agent.id, number);
      onRestored(restored.agent);
      shell().notifications.show({
        message: [`Version ${number} restored.`, ...restored.kept.map((field) => KEPT[field])]
          .filter(Boolean)
          .join(" "),
        ...(undo && { action: { label: "Undo", run: undo } }),
      });
    } catch (error) {
      shell().notifications.show({ message: failureWords("Nothing was restored.", error), intent: "error" });
    }
  };
  const before = await agents.agentVersions(agent.id).then(
    ({ items }) => items[0]?.number,
    () => undefined,
  );
  await restore(chosen, before === undefined ? undefined : () => restore(before));
}

/** Why a setting did not come back. */
const KEPT: Partial<Record<keyof AgentSettings, string>> = {
  name: "Another agent has its name by now, so the name stays.",
  modelId: "Its model was removed, so the model stays.",
  fallbackModelId: "Its fallback was removed, so the fallback stays.",
};
