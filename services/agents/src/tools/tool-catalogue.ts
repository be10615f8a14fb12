import { Injectable, type OnModuleDestroy, type OnModuleInit } from "@nestjs/common";
import type { ListedTool } from "@tessera/contracts-agents/tool-list.ts";
import { isMcpTool, type ShownTool } from "@tessera/contracts-agents/tool-names.ts";
import { AGENT_TOOLS, type AgentTool, toolNamed } from "@tessera/contracts-agents/tools.ts";
import { OFFERED_TOOLS, OfferedTool } from "@tessera/contracts-core/offered-tools.ts";
import { Contributions, Log } from "@tessera/service-kit";
import { z } from "zod";
import { misfitOf } from "../mcp/argument-schema.ts";

/** A tool that a run may be offered: of the product, of an area, or of one of the person's MCP servers. */
export interface PersonTool extends ShownTool {
  description: string;
  /** JSON Schema of its arguments. */
  inputSchema: Record<string, unknown>;
  /** What it is called with, or what is wrong with it. */
  read(input: unknown): Record<string, unknown> | string;
}

/**
 * The tools of the product, and those that areas offer to assistants (`OFFERED_TOOLS`), whichever process declares them
 * and when: one catalogue, for agents as for programs over MCP.
 */
@Injectable()
export class ToolCatalogue implements OnModuleInit, OnModuleDestroy {
  /** In the order in which they are shown. */
  tools: readonly PersonTool[] = AGENT_TOOLS.map(ofProduct);
  private following: { close(): Promise<void> } | undefined;
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly contributions: Contributions,
    private readonly log: Log,
  ) {}

  async onModuleInit(): Promise<void> {
    this.following = await this.contributions.follow(() => {
      this.reading = this.reading
        .then(() => this.read())
        .catch((error) => this.log.error({ err: error }, "the tools of other areas could not be read"));
    });
    this.reading = this.reading.then(() => this.read());
    await this.reading;
  }

  async onModuleDestroy(): Promise<void> {
    await this.following?.close();
    await this.reading;
  }

  list(): ListedTool[] {
    return this.tools.map(({ name, title, effect, inputSchema }) => ({
      ...{ name, title, effect, arguments: Object.keys((inputSchema.properties as object | undefined) ?? {}) },
    }));
  }

  private async read(): Promise<void> {
    const declared = (await this.contributions.of(OFFERED_TOOLS)).flatMap(({ entries }) =>
      entries.flatMap((entry) => OfferedTool.safeParse(entry).data ?? []),
    );
    this.tools = [...AGENT_TOOLS.map(ofProduct), ...declared.filter(isNew).map(ofArea)];
  }
}

/** What areas offer of the product's own is one tool. */
const isNew = ({ name }: OfferedTool) => !toolNamed(name) && !isMcpTool(name);

function ofProduct(tool: AgentTool): PersonTool {
  return {
    ...{ name: tool.name, title: tool.title, effect: tool.effect, description: tool.description },
    inputSchema: z.toJSONSchema(tool.schema, { io: "input" }),
    read: (input) => {
      const read = tool.schema.safeParse(input);
      return read.success ? (read.data as Record<string, unknown>) : issuesOf(read.error);
    },
  };
}

/** What does more than read counts as writing. Its service checks the arguments again. */
const ofArea = ({ name, title, description, effect, inputSchema }: OfferedTool): PersonTool => ({
  ...{ name, title, description, inputSchema, effect: effect === "reads" ? "reads" : "writes" },
  read: (input) => readBy(inputSchema, input),
});

/** What fits a schema that is not of zod. */
export function readBy(schema: Record<string, unknown>, input: unknown): Record<string, unknown> | string {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return "they must be an object";
  return misfitOf(schema, input)?.slice(0, 500) ?? (input as Record<string, unknown>);
}

const issuesOf = ({ issues }: z.ZodError) =>
  issues
    .map(({ path, message }) => `${path.join(".") || "they"}: ${message}`)
    .join("; ")
    .slice(0, 500);
