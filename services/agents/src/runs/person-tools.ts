import { Inject, Injectable } from "@nestjs/common";
import { isMcpTool, type ShownTool } from "@tessera/contracts-agents/tool-names.ts";
import { AGENT_TOOLS, type AgentTool, toolNamed } from "@tessera/contracts-agents/tools.ts";
import { CONFIG, type KitConfig, type Tx } from "@tessera/service-kit";
import { z } from "zod";
import { misfitOf } from "../mcp/argument-schema.ts";
import { type McpServerRow, McpServerStore, type McpToolRow } from "../mcp/mcp-server.store.ts";

/** A tool that a run may be offered, of the catalogue or of one of the person's MCP servers. */
export interface PersonTool extends ShownTool {
  description: string;
  /** JSON Schema of its arguments. */
  inputSchema: Record<string, unknown>;
  /** What it is called with, or what is wrong with it. */
  read(input: unknown): Record<string, unknown> | string;
}

const ofCatalogue = (tool: AgentTool): PersonTool => ({
  ...{ name: tool.name, title: tool.title, effect: tool.effect, description: tool.description },
  inputSchema: z.toJSONSchema(tool.schema, { io: "input" }),
  read: (input) => {
    const read = tool.schema.safeParse(input);
    return read.success ? (read.data as Record<string, unknown>) : issuesOf(read.error);
  },
});
const CATALOGUE = AGENT_TOOLS.map(ofCatalogue);

/** Whatever it says of itself, it reaches out: nobody here knows what it does. */
const ofServer = (server: Pick<McpServerRow, "name">, tool: McpToolRow): PersonTool => ({
  ...{ name: tool.name, title: `${server.name}: ${tool.title}`, effect: "reaches" },
  description: `A tool of the MCP server "${server.name}". In its own words: ${tool.description || tool.title}`,
  inputSchema: tool.input_schema,
  read: (input) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) return "they must be an object";
    return misfitOf(tool.input_schema, input)?.slice(0, 500) ?? (input as Record<string, unknown>);
  },
});

/** The tools that there are for one person. */
@Injectable()
export class PersonTools {
  private readonly ownHost: string;

  constructor(
    private readonly servers: McpServerStore,
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
    if (!tools.length) return CATALOGUE;
    const servers = new Map((await this.servers.list(tx, userId)).map((server) => [server.id, server]));
    const isOwn = (id: string) => new URL(servers.get(id)!.url).host === this.ownHost;
    const offered = tools.filter(({ server_id }) => !isScoped || !isOwn(server_id));
    return [...CATALOGUE, ...offered.map((tool) => ofServer(servers.get(tool.server_id)!, tool))];
  }

  async named(tx: Tx, userId: string, name: string): Promise<PersonTool | undefined> {
    if (!isMcpTool(name)) return CATALOGUE.find((tool) => tool.name === name);
    return (await this.all(tx, userId)).find((tool) => tool.name === name);
  }
}

/** What a person reads of a step's tool. */
export const titleOf = ({ name, title }: { name: string; title: string | null }): string =>
  title ?? toolNamed(name)?.title ?? name;

const issuesOf = ({ issues }: z.ZodError) =>
  issues
    .map(({ path, message }) => `${path.join(".") || "they"}: ${message}`)
    .join("; ")
    .slice(0, 500);
