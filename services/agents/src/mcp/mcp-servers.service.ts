import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { MAX_MCP_SERVERS } from "@tessera/contracts-agents/limits.ts";
import type { McpServer, McpServerChange, McpServerList, NewMcpServer } from "@tessera/contracts-agents/mcp-servers.ts";
import {
  keysNotKept,
  mcpAddressRefused,
  mcpHeaderNeeded,
  mcpServerNameTaken,
  mcpServerNotFound,
  mcpToolsChanged,
  tooManyMcpServers,
} from "@tessera/contracts-agents/problems.ts";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import { AddressRefused, type Reach, reachable } from "../reach/provider-address.ts";
import { REACH } from "../reach/reach.ts";
import { type McpServerRow, McpServerStore, shownServer } from "./mcp-server.store.ts";

@Injectable()
export class McpServersService {
  constructor(
    private readonly database: Database,
    private readonly servers: McpServerStore,
    private readonly clock: Clock,
    @Inject(REACH) private readonly reach: Reach,
  ) {}

  async list(caller: Caller): Promise<McpServerList> {
    return this.database.as(caller, async (tx) => {
      const tools = await this.servers.tools(tx, caller.userId);
      const rows = await this.servers.list(tx, caller.userId);
      return {
        items: rows.map((row) =>
          shownServer(
            row,
            tools.filter(({ server_id }) => server_id === row.id),
          ),
        ),
      };
    });
  }

  /**
   * @throws ProblemException 400 `mcp_address_refused`, 409 `mcp_server_name_taken`, `too_many_mcp_servers`, 503
   * `keys_not_kept`; nothing is written
   */
  async create(caller: Caller, { name, url, header }: NewMcpServer): Promise<McpServer> {
    const { userId } = caller;
    if (header && !this.servers.keeps) throw problem(keysNotKept);
    const address = await this.checked(url);
    return this.database.as(caller, async (tx) => {
      await this.servers.lock(tx, userId);
      if ((await this.servers.list(tx, userId)).length >= MAX_MCP_SERVERS)
        throw problem(tooManyMcpServers, { limit: MAX_MCP_SERVERS });
      await this.checkName(tx, userId, name, null);
      const id = randomUUID();
      await this.servers.insert(tx, { id, userId, name, url: address, now: this.clock.now() });
      if (header) await this.servers.seal(tx, { id, user_id: userId }, { header });
      return this.shown(tx, userId, id);
    });
  }

  /** @throws ProblemException as `create`, 404 `mcp_server_not_found`, 409 `mcp_header_needed` */
  async change(caller: Caller, id: string, { name, url, header }: McpServerChange): Promise<McpServer> {
    const { userId } = caller;
    if (header && !this.servers.keeps) throw problem(keysNotKept);
    const address = url === undefined ? undefined : await this.checked(url);
    return this.database.as(caller, async (tx) => {
      await this.servers.lock(tx, userId);
      const row = found(await this.servers.get(tx, userId, id));
      if (name !== undefined) await this.checkName(tx, userId, name, id);
      const isElsewhere = address !== undefined && address !== row.url;
      if (isElsewhere && row.header && header === undefined)
        throw problem(mcpHeaderNeeded, { errors: [{ path: "/header", message: "is needed with another address" }] });
      await this.servers.update(tx, id, { ...(name === undefined ? {} : { name }) });
      if (isElsewhere || header !== undefined) {
        // What opens one address, or was signed in with, goes to no other one.
        await this.servers.seal(tx, row, header ? { header } : {});
        await this.servers.update(tx, id, {
          ...{ url: address ?? row.url, sign_in: "none", checked_at: null, failure: null },
          ...(isElsewhere ? { listed: false } : {}),
        });
      }
      return this.shown(tx, userId, id);
    });
  }

  /** With its tools and what it was signed in with. @throws ProblemException 404 `mcp_server_not_found` */
  async remove(caller: Caller, id: string): Promise<void> {
    const removed = await this.database.as(caller, (tx) => this.servers.remove(tx, caller.userId, id));
    if (!removed) throw problem(mcpServerNotFound);
  }

  /** @throws ProblemException 404 `mcp_server_not_found`, 409 `mcp_tools_changed`: nothing is offered */
  async review(caller: Caller, id: string, revision: string): Promise<McpServer> {
    const { userId } = caller;
    return this.database.as(caller, async (tx) => {
      await this.servers.lock(tx, userId);
      if ((await this.shown(tx, userId, id)).revision !== revision) throw problem(mcpToolsChanged);
      await this.servers.review(tx, id);
      return this.shown(tx, userId, id);
    });
  }

  private async shown(tx: Tx, userId: string, id: string): Promise<McpServer> {
    const row = found(await this.servers.get(tx, userId, id));
    return shownServer(row, await this.servers.tools(tx, userId, id));
  }

  private async checkName(tx: Tx, userId: string, name: string, except: string | null): Promise<void> {
    if (await this.servers.hasName(tx, userId, name, except))
      throw problem(mcpServerNameTaken, { name }, { errors: [{ path: "/name", message: "is taken" }] });
  }

  private async checked(address: string): Promise<string> {
    const url = new URL(address);
    url.hash = "";
    try {
      await reachable(url, this.reach);
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error;
      const { message } = error;
      throw problem(mcpAddressRefused, { reason: message }, { errors: [{ path: "/url", message }] });
    }
    return url.href;
  }
}

export function found(row: McpServerRow | undefined): McpServerRow {
  if (!row) throw problem(mcpServerNotFound);
  return row;
}
