import { TOOL_ARGUMENTS } from "@tessera/contracts-agents/tool-arguments.ts";
import type { ListedTool } from "@tessera/contracts-agents/tool-list.ts";
import { SHOWN_TOOLS } from "@tessera/contracts-agents/tool-names.ts";
import { useQuery } from "@tessera/query";
import { agents, keys } from "../api.ts";
import { useMcpServers } from "../mcp/use-mcp-servers.ts";

/** Those of the product, until it is known what other areas offer. */
const PRODUCT: readonly ListedTool[] = SHOWN_TOOLS.map((tool) => ({
  ...tool,
  arguments: [...TOOL_ARGUMENTS[tool.name]],
}));

/** The tools of the product and of its areas. */
export function useTools(): readonly ListedTool[] {
  const { data } = useQuery({ queryKey: keys.tools, queryFn: ({ signal }) => agents.tools(signal) });
  return data?.items ?? PRODUCT;
}

/** What people read of tools, also of those of their MCP servers. */
export function useToolTitles(): readonly Pick<ListedTool, "name" | "title">[] {
  const servers = useMcpServers().query.data?.items ?? [];
  return [...useTools(), ...servers.flatMap(({ tools }) => tools)];
}
