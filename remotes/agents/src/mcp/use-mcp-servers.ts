import { useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { agents, keys } from "../api.ts";
import { POLL_MS } from "../frame/use-models.ts";

/** The person's MCP servers with their tools, as they change on any device. */
export function useMcpServers() {
  const client = useQueryClient();
  const live = useLive("agents.mcp_server", () => void client.invalidateQueries({ queryKey: keys.mcpServers }));
  const query = useQuery({
    queryKey: keys.mcpServers,
    queryFn: ({ signal }) => agents.mcpServers(signal),
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  return { live, query };
}
