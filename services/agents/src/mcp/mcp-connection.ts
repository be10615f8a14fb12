import { setTimeout as pause } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport, StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema, ListToolsResultSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { Inject, Injectable } from "@nestjs/common";
import { MAX_MCP_TOOLS } from "@tessera/contracts-agents/limits.ts";
import { Clock, Database } from "@tessera/service-kit";
import type { Reach } from "../reach/provider-address.ts";
import { providerFetch } from "../reach/provider-fetch.ts";
import { REACH } from "../reach/reach.ts";
import { McpFailure, mcpFailureOf } from "./mcp-failure.ts";
import { type McpServerRow, McpServerStore } from "./mcp-server.store.ts";
import { isDue, renew } from "./oauth.ts";

/** Bytes of one answer: what is parsed on the event loop is bounded. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Ms for one request, and for a tool's work. */
export const REQUEST_MS = 20_000;
export const CALL_MS = 40_000;
/** Ms for which one process may renew a token before another tries. */
const RENEWAL_MS = REQUEST_MS + 5_000;
/** Ms for the last words to a server. */
const GOODBYE_MS = 1_000;
/** Pages of a list of tools. */
const MAX_PAGES = 10;

/** Compiles nothing: a schema is code that a stranger wrote. The library's own compiles schemas of answers. */
const TRUSTS_NOTHING = {
  getValidator: () => (value: unknown) => ({ valid: true as const, data: value as never, errorMessage: undefined }),
};

export interface McpAnswer {
  content: { type: string; text?: string; [member: string]: unknown }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** Speaks to MCP servers with the protocol's own library. Each conversation is one connection, closed at its end. */
@Injectable()
export class McpConnection {
  constructor(
    private readonly database: Database,
    private readonly servers: McpServerStore,
    private readonly clock: Clock,
    @Inject(REACH) private readonly reach: Reach,
  ) {}

  /** @throws McpFailure */
  async list(server: McpServerRow): Promise<Tool[]> {
    return this.with(server, REQUEST_MS, undefined, async (client) => {
      const tools: Tool[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES && tools.length <= MAX_MCP_TOOLS; page++) {
        const params = cursor === undefined ? {} : { cursor };
        const { tools: some, nextCursor } = await client.request(
          { method: "tools/list", params },
          ListToolsResultSchema,
          { timeout: REQUEST_MS },
        );
        tools.push(...some);
        cursor = nextCursor;
        if (cursor === undefined) break;
      }
      return tools;
    });
  }

  /**
   * Uses a tool once: what was sent is not sent again. @param sending called before it is
   * @throws McpFailure, and the signal's reason when it is aborted: the server is told then
   */
  async call(server: McpServerRow, { name, values, sending, signal }: CalledTool): Promise<McpAnswer> {
    return this.with(server, CALL_MS, signal, async (client) => {
      await sending();
      const params = { name, arguments: values };
      const options = { timeout: CALL_MS, signal };
      return (await client.request({ method: "tools/call", params }, CallToolResultSchema, options)) as McpAnswer;
    });
  }

  /** For conversations with a server and with those whom it names for signing in. */
  fetch(timeoutMs: number): typeof globalThis.fetch {
    const reached = providerFetch(this.reach, MAX_ANSWER_BYTES);
    return async (input, init) => {
      // Nothing that a server begins is listened to.
      if ((init?.method ?? "GET") === "GET" && new Headers(init?.headers).get("accept") === "text/event-stream")
        return new Response(null, { status: 405 });
      const signals = [AbortSignal.timeout(timeoutMs), ...(init?.signal ? [init.signal] : [])];
      return reached(input, { ...init, signal: AbortSignal.any(signals) });
    };
  }

  private async with<T>(
    server: McpServerRow,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    talk: (client: Client) => Promise<T>,
  ): Promise<T> {
    const { header } = this.servers.opened(server);
    const sent = header ? "header" : server.sign_in === "done" ? "sign-in" : "nothing";
    try {
      const connection = await this.connect(server, timeoutMs, signal);
      try {
        return await talk(connection.client);
      } finally {
        await connection.close();
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw mcpFailureOf(server.name, error, sent);
    }
  }

  /** A token that is refused although it should count is renewed once. */
  private async connect(server: McpServerRow, timeoutMs: number, signal?: AbortSignal) {
    const headers = await this.headers(server, false);
    try {
      return await this.open(server.url, headers, timeoutMs, signal);
    } catch (error) {
      const isRefused = error instanceof StreamableHTTPError && error.code === 401;
      if (!isRefused || server.sign_in !== "done") throw error;
      return this.open(server.url, await this.headers(server, true), timeoutMs, signal);
    }
  }

  private async open(url: string, headers: Record<string, string>, timeoutMs: number, signal?: AbortSignal) {
    const client = new Client({ name: "tessera", version: "1" }, { jsonSchemaValidator: TRUSTS_NOTHING });
    const fetch = this.fetch(timeoutMs);
    let last: Promise<unknown> | undefined;
    const followed: typeof fetch = (...request) => {
      const response = fetch(...request);
      last = response.catch(() => undefined);
      return response;
    };
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      ...{ fetch: followed, requestInit: { headers, redirect: "error" } },
      reconnectionOptions: {
        ...{ maxRetries: 0, initialReconnectionDelay: 1_000 },
        ...{ maxReconnectionDelay: 1_000, reconnectionDelayGrowFactor: 1 },
      },
    });
    try {
      await client.connect(transport, { timeout: REQUEST_MS });
      signal?.throwIfAborted();
    } catch (error) {
      await client.close();
      throw error;
    }
    const close = async () => {
      // The library tells a server that a call was given up, and does not wait until that is sent.
      await pause(0);
      const told = transport.sessionId ? transport.terminateSession().catch(() => undefined) : undefined;
      // A server that does not answer is not waited for.
      await Promise.race([Promise.all([last, told]), pause(GOODBYE_MS, undefined, { ref: false })]);
      await client.close();
    };
    return { client, close };
  }

  private async headers(server: McpServerRow, isRefused: boolean): Promise<Record<string, string>> {
    const { header, signedIn } = this.servers.opened(server);
    if (header) return { [header.name]: header.value };
    if (server.sign_in !== "done" || !signedIn) return {};
    const now = this.clock.now();
    const access = isRefused || isDue(signedIn, now) ? await this.renewed(server, signedIn.tokens?.access) : undefined;
    return { authorization: `Bearer ${access ?? signedIn.tokens?.access}` };
  }

  /**
   * Another access token in place of one. A server may take back all tokens when one for renewal is used twice: one
   * call renews it, in any process, and others wait for that. @throws McpFailure
   */
  private async renewed(server: McpServerRow, before: string | undefined): Promise<string> {
    const { id, user_id: userId } = server;
    const until = Date.now() + RENEWAL_MS;
    while (Date.now() < until) {
      const found = await this.database.as({ userId }, async (tx) => {
        const row = await this.servers.get(tx, userId, id);
        const signedIn = row && this.servers.opened(row).signedIn;
        if (!row || !signedIn?.tokens) return "signed out" as const;
        if (signedIn.tokens.access !== before) return { access: signedIn.tokens.access };
        const now = this.clock.now();
        const isOurs = await this.servers.claimRenewal(tx, id, now, new Date(now.getTime() + RENEWAL_MS));
        return isOurs ? { row, signedIn } : null;
      });
      if (found === "signed out") break;
      if (found && "access" in found && found.access) return found.access;
      if (found && "row" in found) return this.renewNow(found.row!, found.signedIn!);
      await pause(100);
    }
    throw new McpFailure(`${server.name} wants you to sign in again.`, true);
  }

  private async renewNow(row: McpServerRow, signedIn: Parameters<typeof renew>[0]): Promise<string> {
    const { id, user_id: userId } = row;
    const again = new McpFailure(`${row.name} wants you to sign in again. Do so under Settings, MCP servers.`, true);
    try {
      if (!signedIn.tokens?.refresh) throw again;
      const renewed = await renew(signedIn, this.fetch(REQUEST_MS), this.clock.now());
      await this.database.as({ userId }, async (tx) => {
        const now = await this.servers.get(tx, userId, id);
        if (now) await this.servers.seal(tx, now, { ...this.servers.opened(now), signedIn: renewed });
      });
      return renewed.tokens!.access;
    } finally {
      await this.database.as({ userId }, (tx) => this.servers.endRenewal(tx, id));
    }
  }
}

export interface CalledTool {
  name: string;
  values: Record<string, unknown>;
  sending: () => Promise<void>;
  signal: AbortSignal;
}
