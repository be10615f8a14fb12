import { Injectable, type OnModuleInit } from "@nestjs/common";
import { MAX_MCP_TOOLS } from "@tessera/contracts-agents/limits.ts";
import type { McpServerCheck } from "@tessera/contracts-agents/mcp-servers.ts";
import { Clock, Database, Jobs, Log } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { listedTools } from "./listed-tool.ts";
import { McpConnection } from "./mcp-connection.ts";
import { McpFailure } from "./mcp-failure.ts";
import { McpServerStore, shownServer } from "./mcp-server.store.ts";
import { found } from "./mcp-servers.service.ts";

const QUEUE = "agents.check-mcp-servers";
/** Hours after which a list of tools is read again, and servers that are asked in one round. */
const OLD_HOURS = 24;
const ROUND = 200;

/** Reads servers' lists of tools: when the person asks, and each day. */
@Injectable()
export class CheckMcpServer implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly servers: McpServerStore,
    private readonly connection: McpConnection,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onModuleInit() {
    this.jobs.define(QUEUE, { retryLimit: 0, timeoutSeconds: 3600 }, ({ signal }) => this.round(signal));
    this.jobs.schedule(QUEUE, "17 * * * *", {
      name: "Read tools of MCP servers",
      does: "Asks people’s MCP servers for their tools once a day. What has changed waits for the person.",
    });
  }

  /**
   * What does not work is reported in the answer (`server.failure`); tools that are known stay then.
   * @throws ProblemException 404 `mcp_server_not_found`, 409 `mcp_secret_lost`
   */
  async check({ userId }: { userId: string }, id: string): Promise<McpServerCheck> {
    const before = found(await this.database.as({ userId }, (tx) => this.servers.get(tx, userId, id)));
    const outcome = await this.connection.list(before).catch((error: unknown) => {
      if (error instanceof McpFailure) return error;
      throw error;
    });
    return this.database.as({ userId }, async (tx) => {
      await this.servers.lock(tx, userId);
      const row = found(await this.servers.get(tx, userId, id));
      let changed = 0;
      // An answer from where the server was before says nothing of where it is now.
      if (row.url === before.url) {
        const read = { checked_at: this.clock.now().toISOString() };
        if (outcome instanceof McpFailure) {
          const needed = outcome.needsSignIn ? ({ sign_in: "needed" } as const) : {};
          await this.servers.update(tx, id, { ...read, ...needed, failure: outcome.message });
        } else {
          const own = await this.servers.tools(tx, userId);
          const others = own.filter(({ server_id }) => server_id !== id).length;
          const { tools, skipped } = listedTools(id, outcome, MAX_MCP_TOOLS - others);
          changed = await this.servers.replaceTools(tx, row, tools, !row.listed);
          await this.servers.update(tx, id, { ...read, listed: true, skipped, failure: null });
        }
      }
      const server = shownServer(
        found(await this.servers.get(tx, userId, id)),
        await this.servers.tools(tx, userId, id),
      );
      return { server, tools: outcome instanceof McpFailure ? null : server.tools.length, changed };
    });
  }

  async round(signal?: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - OLD_HOURS * 3_600_000);
    const { rows } = await this.database.statement((tx) =>
      tx.execute<{ id: string; user_id: string }>(sql`
        select id, user_id from agents.mcp_server
        where checked_at <= ${before.toISOString()} and sign_in <> 'needed' order by checked_at, id limit ${ROUND}`),
    );
    for (const { id, user_id: userId } of rows) {
      signal?.throwIfAborted();
      try {
        await this.check({ userId }, id);
      } catch (error) {
        this.log.warn({ server: id, err: error }, "an MCP server was not asked for its tools");
      }
    }
  }
}
