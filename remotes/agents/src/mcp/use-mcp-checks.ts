import type { McpServer, McpServerCheck } from "@tessera/contracts-agents/mcp-servers.ts";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useCallback, useState } from "react";
import { agents, keys } from "../api.ts";

export const countedTools = (tools: number) => `${tools.toLocaleString()} tool${tools === 1 ? "" : "s"}`;

/** Says what reading a server's tools found. */
export function tell({ server, tools, changed }: McpServerCheck): void {
  const { name, failure, signIn } = server;
  const news = changed ? `, ${changed} to review` : "";
  shell().notifications.show(
    tools === null
      ? { message: failure ?? `${name} did not answer.`, intent: signIn === "needed" ? "info" : "error" }
      : { message: `${name} works: ${countedTools(tools)}${news}`, intent: "success" },
  );
}

/** Which servers are being asked for their tools, and the act that asks one. */
export function useMcpChecks() {
  const client = useQueryClient();
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const check = useCallback(
    async ({ id, name }: Pick<McpServer, "id" | "name">) => {
      setRunning((before) => new Set(before).add(id));
      try {
        tell(await agents.checkMcpServer(id));
      } catch (error) {
        const message = failureWords(`${name} could not be asked for its tools.`, error);
        shell().notifications.show({ message, intent: "error" });
      } finally {
        setRunning((before) => new Set([...before].filter((one) => one !== id)));
        await client.invalidateQueries({ queryKey: keys.mcpServers });
      }
    },
    [client],
  );
  return { running, check };
}
