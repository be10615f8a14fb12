import { Injectable, type OnModuleInit } from "@nestjs/common";
import type { toolCalled } from "@tessera/contracts-agents/events.ts";
import { MAX_TOOL_OUTPUT } from "@tessera/contracts-agents/limits.ts";
import { isMcpTool } from "@tessera/contracts-agents/tool-names.ts";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { AgentTools, Clock, Database, ToolFailure, type ToolOutput } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { RunSignals } from "../runs/run-signals.ts";
import { type McpAnswer, McpConnection } from "./mcp-connection.ts";
import { McpFailure } from "./mcp-failure.ts";
import { McpServerStore } from "./mcp-server.store.ts";

type Called = EventPayload<typeof toolCalled>;

/** Uses tools of MCP servers for runs: each call is sent at most once, and is given up when its run is stopped. */
@Injectable()
export class McpToolCalls implements OnModuleInit {
  constructor(
    private readonly tools: AgentTools,
    private readonly database: Database,
    private readonly servers: McpServerStore,
    private readonly connection: McpConnection,
    private readonly signals: RunSignals,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.tools.serveOthers("agents.mcp", this.database, isMcpTool, (call, signal) => this.use(call, signal));
  }

  private async use(call: Called, timeout: AbortSignal): Promise<ToolOutput> {
    const { userId, callId, tool, runId } = call;
    const { server, remoteName } = await this.database.as({ userId }, async (tx) => {
      const row = (await this.servers.tools(tx, userId)).find(({ name }) => name === tool);
      const server = row && (await this.servers.get(tx, userId, row.server_id));
      if (!row?.reviewed || !server) throw new ToolFailure("This tool is not offered any more.");
      return { server, remoteName: row.remote_name };
    });
    const left = new AbortController();
    const look = async () => {
      if (await this.isStopped(userId, callId)) left.abort();
    };
    const end = runId ? this.signals.follow(runId, () => void look().catch(() => undefined)) : () => undefined;
    try {
      const answer = await this.connection.call(server, {
        ...{ name: remoteName, values: call.arguments, signal: AbortSignal.any([timeout, left.signal]) },
        sending: () => this.claim(userId, callId),
      });
      return { output: outputOf(answer), outside: true };
    } catch (error) {
      if (left.signal.aborted) throw new ToolFailure("The run was stopped.");
      if (timeout.aborted) throw new ToolFailure(`${server.name} did not answer in time. Its work may be done or not.`);
      if (error instanceof McpFailure) throw new ToolFailure(error.message);
      throw error;
    } finally {
      end();
    }
  }

  /** What the server does cannot be undone by us: a call whose answer was lost is not sent again. */
  private async claim(userId: string, callId: string): Promise<void> {
    const isFirst = await this.database.as({ userId }, async (tx) => {
      const { rows } = await tx.execute(sql`
        update agents.step set sent_at = ${this.clock.now().toISOString()}
        where user_id = ${userId} and call_id = ${callId} and sent_at is null returning number`);
      return rows.length > 0;
    });
    if (!isFirst)
      throw new McpFailure(
        "The service ended while the tool worked. It is not known whether its work is done; look before using it again.",
      );
  }

  private async isStopped(userId: string, callId: string): Promise<boolean> {
    return this.database.as({ userId }, async (tx) => {
      const { rows } = await tx.execute(
        sql`select from agents.step where user_id = ${userId} and call_id = ${callId} and state = 'running'`,
      );
      return rows.length === 0;
    });
  }
}

/** What a model is given of an answer: texts and values; of pictures and files, that they are there. */
function outputOf({ content, structuredContent, isError }: McpAnswer): Record<string, unknown> {
  const texts = content.map((part) => (part.type === "text" ? (part.text ?? "") : `(${wordsFor(part)})`));
  const whole = texts.join("\n\n");
  const text = whole.slice(0, MAX_TOOL_OUTPUT).toWellFormed().replaceAll("\0", "");
  const values = structuredContent && JSON.stringify(structuredContent);
  const isValue = values !== undefined && values.length <= MAX_TOOL_OUTPUT && !/\\u(?:0000|d[89a-f])/i.test(values);
  return {
    ...(isError ? { failed: true } : {}),
    // Servers repeat their values as text for models that read no others.
    ...(isValue ? { values: structuredContent } : { text }),
    ...(!isValue && whole.length > MAX_TOOL_OUTPUT ? { cut: true } : {}),
  };
}

function wordsFor(part: McpAnswer["content"][number]): string {
  if (part.type === "resource_link" && typeof part.uri === "string") return `a link: ${part.uri.slice(0, 500)}`;
  const { resource } = part as { resource?: { text?: unknown } };
  if (part.type === "resource" && typeof resource?.text === "string") return resource.text;
  return part.type === "image" ? "a picture, which is not shown" : "something that is no text, which is not shown";
}
