import { Inject, Injectable } from "@nestjs/common";
import { isMcpTool } from "@tessera/contracts-agents/tool-names.ts";
import { toolNamed } from "@tessera/contracts-agents/tools.ts";
import { CONFIG, type KitConfig, type Tx } from "@tessera/service-kit";
import { type McpServerRow, McpServerStore, type McpToolRow } from "../mcp/mcp-server.store.ts";
import { type PersonTool, readBy, ToolCatalogue } from "./tool-catalogue.ts";

/** Whatever it says of itself, it reaches out: nobody here knows what it does. */
const ofServer = (server: Pick<McpServerRow, "name">, tool: McpToolRow): PersonTool => ({
  ...{ name: tool.name, title: `${server.name}: ${tool.title}`, effect: "reaches" },
  description: `A tool of the MCP server "${server.name}". In its own words: ${tool.description || tool.title}`,
  inputSchema: tool.input_schema,
  read: (input) => readBy(tool.input_schema, input),
});

/** The tools that there are for one person. */
@Injectable()
export class PersonTools {
  private readonly ownHost: string;

  constructor(
    private readonly servers: McpServerStore,
    private readonly catalogue: ToolCatalogue,
    @Inject(CONFIG) { publicUrl }: KitConfig,
  ) {
    this.ownHost = new URL(publicUrl).host;
  }

  /**
   * Those of MCP servers as the person has read them. The product's own server knows no scopes of agents: one that is
   * given some of the cards does not reach the others by it.
   */
  async all(tx: Tx, userId: string, isScoped = false): Promise<PersonTool[]> {
    const tools = (await this.servers.tools(tx, userId)).filter(({ reviewed }) => reviewed);
    if (!tools.length) return [...this.catalogue.tools];
    const servers = new Map((await this.servers.list(tx, userId)).map((server) => [server.id, server]));
    const isOwn = (id: string) => new URL(servers.get(id)!.url).host === this.ownHost;
    const offered = tools.filter(({ server_id }) => !isScoped || !isOwn(server_id));
    return [...this.catalogue.tools, ...offered.map((tool) => ofServer(servers.get(tool.server_id)!, tool))];
  }

  async named(tx: Tx, userId: string, name: string): Promise<PersonTool | undefined> {
    if (!isMcpTool(name)) return this.catalogue.tools.find((tool) => tool.name === name);
    return (await this.all(tx, userId)).find((tool) => tool.name === name);
  }
}

/** What a person reads of a step's tool. */
export const titleOf = ({ name, title }: { name: string; title: string | null }): string =>
  title ?? toolNamed(name)?.title ?? name;
