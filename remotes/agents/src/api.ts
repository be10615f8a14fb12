import { agentsClient } from "@tessera/contracts-agents/client.ts";
import { shell, whenShell } from "@tessera/shell-api";

/** The service of this area, reached with the shell's transport. */
export const agents = agentsClient((path, init) => shell().http(path, init));

/** Agents, models and runs can be read offline; asking a model needs the connection. */
whenShell(({ offline }) =>
  offline.declare({
    area: "agents",
    keep: [
      { path: "/api/agents/agents" },
      { path: "/api/agents/agents/:id" },
      { path: "/api/agents/agents/:id/schedules" },
      { path: "/api/agents/models" },
      { path: "/api/agents/providers" },
      { path: "/api/agents/defaults" },
      { path: "/api/agents/mcp-servers" },
      { path: "/api/agents/tools" },
      { path: "/api/agents/runs" },
      { path: "/api/agents/runs/:id" },
    ],
  }),
);

/** Keys of the query cache. */
export const keys = {
  all: ["agents"] as const,
  providers: ["agents", "providers"] as const,
  models: ["agents", "models"] as const,
  mcpServers: ["agents", "mcp-servers"] as const,
  tools: ["agents", "tools"] as const,
  agents: ["agents", "agents"] as const,
  agent: (id: string) => ["agents", "agent", id] as const,
  versions: (agentId: string) => ["agents", "versions", agentId] as const,
  runs: (agentId: string) => ["agents", "runs", agentId] as const,
  allRuns: (q: string) => ["agents", "all-runs", q] as const,
  compared: (runId: string) => ["agents", "compared", runId] as const,
  schedules: (agentId: string) => ["agents", "schedules", agentId] as const,
  defaults: ["agents", "defaults"] as const,
};
