import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { MCP_SIGN_IN_MINUTES } from "@tessera/contracts-agents/limits.ts";
import {
  MCP_RETURN_PATH,
  type McpServerCheck,
  type McpSignIn,
  type McpSignInStart,
} from "@tessera/contracts-agents/mcp-servers.ts";
import { keysNotKept, mcpSignInFailed, mcpSignInOver } from "@tessera/contracts-agents/problems.ts";
import { type Caller, Clock, CONFIG, Database, type KitConfig, ProblemException, problem } from "@tessera/service-kit";
import { CheckMcpServer } from "./check-mcp-server.ts";
import { McpConnection, REQUEST_MS } from "./mcp-connection.ts";
import { mcpFailureOf } from "./mcp-failure.ts";
import { McpServerStore } from "./mcp-server.store.ts";
import { found } from "./mcp-servers.service.ts";
import { beginSignIn, exchange } from "./oauth.ts";

const ID_LENGTH = 36;

/** Signing in at an MCP server by OAuth 2.1: the person's browser goes there and comes back to a page of ours. */
@Injectable()
export class McpSignIns {
  private readonly redirectUrl: string;

  constructor(
    private readonly database: Database,
    private readonly servers: McpServerStore,
    private readonly connection: McpConnection,
    private readonly checks: CheckMcpServer,
    private readonly clock: Clock,
    @Inject(CONFIG) { publicUrl }: KitConfig,
  ) {
    this.redirectUrl = new URL(MCP_RETURN_PATH, publicUrl).href;
  }

  /** @throws ProblemException 404 `mcp_server_not_found`, 409 `mcp_sign_in_failed`, 503 `keys_not_kept` */
  async start(caller: Caller, id: string): Promise<McpSignInStart> {
    const { userId } = caller;
    if (!this.servers.keeps) throw problem(keysNotKept);
    const server = found(await this.database.as(caller, (tx) => this.servers.get(tx, userId, id)));
    // It names the server, so that only its own row is looked at; the rest cannot be guessed.
    const state = `${id}.${randomBytes(32).toString("base64url")}`;
    const began = await beginSignIn(server, {
      ...{ redirectUrl: this.redirectUrl, state, fetch: this.connection.fetch(REQUEST_MS) },
    }).catch((error: unknown) => this.refuse(server.name, error));
    const until = new Date(this.clock.now().getTime() + MCP_SIGN_IN_MINUTES * 60_000).toISOString();
    await this.database.as(caller, async (tx) => {
      await this.servers.lock(tx, userId);
      const row = found(await this.servers.get(tx, userId, id));
      if (row.url !== server.url) throw problem(mcpSignInOver);
      const pending = { ...began.with, state: hashOf(state), verifier: began.verifier, until };
      await this.servers.seal(tx, row, { ...this.servers.opened(row), pending });
    });
    return { url: began.url };
  }

  /**
   * Once, by the person who began it. @throws ProblemException 404 `mcp_server_not_found`, 409 `mcp_sign_in_over`,
   * `mcp_sign_in_failed`
   */
  async finish(caller: Caller, { state, code, iss }: McpSignIn): Promise<McpServerCheck> {
    const { userId } = caller;
    const id = state.slice(0, ID_LENGTH);
    if (!/^[0-9a-f-]{36}$/.test(id)) throw problem(mcpSignInOver);
    const { row, pending } = await this.database.as(caller, async (tx) => {
      await this.servers.lock(tx, userId);
      const row = found(await this.servers.get(tx, userId, id));
      const { pending, ...secret } = this.servers.opened(row);
      if (!pending || !isSame(pending.state, hashOf(state)) || Date.parse(pending.until) < this.clock.now().getTime())
        throw problem(mcpSignInOver);
      await this.servers.seal(tx, row, secret);
      return { row, pending };
    });
    const { name } = row;
    // Another server's answer, mixed up with this one's (RFC 9207).
    if (iss !== undefined && iss !== pending.metadata.issuer)
      throw problem(mcpSignInFailed, { reason: `The answer came from another server than the one of ${name}.` });
    const answer = { code, redirectUrl: this.redirectUrl, fetch: this.connection.fetch(REQUEST_MS) };
    const signedIn = await exchange(pending, answer, this.clock.now()).catch((error) => this.refuse(name, error));
    await this.database.as(caller, async (tx) => {
      await this.servers.lock(tx, userId);
      const now = found(await this.servers.get(tx, userId, id));
      if (now.url !== row.url) throw problem(mcpSignInOver);
      await this.servers.seal(tx, now, { signedIn });
      await this.servers.update(tx, id, { sign_in: "done", failure: null });
    });
    return this.checks.check(caller, id);
  }

  private refuse(name: string, error: unknown): never {
    if (error instanceof ProblemException) throw error;
    throw problem(mcpSignInFailed, { reason: mcpFailureOf(name, error, "sign-in").message });
  }
}

const hashOf = (state: string) => createHash("sha256").update(state).digest("base64url");
const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
