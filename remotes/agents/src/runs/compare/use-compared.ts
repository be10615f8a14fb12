import type { AgentSettings } from "@tessera/contracts-agents/agents.ts";
import type { RunTrace } from "@tessera/contracts-agents/runs.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { agents, keys } from "../../api.ts";
import { POLL_MS } from "../../frame/use-models.ts";
import { type ComparedRun, versionAt } from "./run-facts.ts";

/** A run with what its agent was set up as when it began, as far as that is kept. */
export interface Compared extends ComparedRun {
  settings: AgentSettings | null;
}

async function load(id: string, signal: AbortSignal): Promise<Compared> {
  const run: RunTrace = await agents.run(id, signal);
  try {
    const { items } = await agents.agentVersions(run.agentId, signal);
    const version = versionAt(items, run.createdAt);
    const whole = version === null ? null : await agents.agentVersion(run.agentId, version, signal);
    return { run, version, settings: whole?.settings ?? null };
  } catch (error) {
    if (signal.aborted) throw error;
    // The runs are what is compared: without a connection the versions are not there.
    return { run, version: null, settings: null };
  }
}

/** One of two runs that are compared, until both have ended. */
export function useCompared(id: string) {
  const client = useQueryClient();
  const queryKey = keys.compared(id);
  const live = useLive("agents.run", () => void client.invalidateQueries({ queryKey }));
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => load(id, signal),
    refetchInterval: ({ state }) => (live !== "live" && state.data && !state.data.run.finishedAt ? POLL_MS : false),
  });
}
