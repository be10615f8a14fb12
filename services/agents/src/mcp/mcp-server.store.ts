import { createHash } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { McpServer, McpSignInState, McpTool } from "@tessera/contracts-agents/mcp-servers.ts";
import { mcpSecretLost } from "@tessera/contracts-agents/problems.ts";
import { problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { Keyring } from "../secret/keyring.ts";
import type { ListedTool } from "./listed-tool.ts";
import { type McpSecret, mcpPlaceOf } from "./mcp-secret.ts";

/** A row of agents.mcp_server as the driver gives it (times as text). */
export interface McpServerRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  name: string;
  url: string;
  sealed: Buffer | null;
  key_id: string | null;
  header: string | null;
  sign_in: McpSignInState;
  listed: boolean;
  skipped: number;
  checked_at: string | null;
  failure: string | null;
  created_at: string;
}

/** A row of agents.mcp_tool. */
export interface McpToolRow extends Record<string, unknown> {
  server_id: string;
  name: string;
  remote_name: string;
  title: string;
  description: string;
  input_schema: Record<string, unknown>;
  fingerprint: string;
  reviewed: boolean;
}

/** People's MCP servers, with what they are reached by, and their tools. */
@Injectable()
export class McpServerStore {
  constructor(private readonly keyring: Keyring) {}

  /** Whether there is anything to seal with. */
  get keeps(): boolean {
    return this.keyring.currentId !== null;
  }

  /** Until the transaction ends, no other one of this person gets past here. */
  async lock(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`agents.mcp ${userId}`}, 0))`);
  }

  async list(tx: Tx, userId: string): Promise<McpServerRow[]> {
    const { rows } = await tx.execute<McpServerRow>(
      sql`select * from agents.mcp_server where user_id = ${userId} order by created_at, id`,
    );
    return rows;
  }

  async get(tx: Tx, userId: string, id: string): Promise<McpServerRow | undefined> {
    const { rows } = await tx.execute<McpServerRow>(
      sql`select * from agents.mcp_server where user_id = ${userId} and id = ${id}`,
    );
    return rows[0];
  }

  /** @returns whether another server of the person has that name */
  async hasName(tx: Tx, userId: string, name: string, except: string | null): Promise<boolean> {
    const { rows } = await tx.execute(sql`
      select from agents.mcp_server
      where user_id = ${userId} and lower(name) = lower(${name}) and id is distinct from ${except}`);
    return rows.length > 0;
  }

  async insert(tx: Tx, row: { id: string; userId: string; name: string; url: string; now: Date }): Promise<void> {
    await tx.execute(sql`
      insert into agents.mcp_server (id, user_id, name, url, created_at)
      values (${row.id}, ${row.userId}, ${row.name}, ${row.url}, ${row.now.toISOString()})`);
  }

  async update(
    tx: Tx,
    id: string,
    values: Partial<Pick<McpServerRow, "name" | "url" | "sign_in" | "listed" | "skipped" | "checked_at" | "failure">>,
  ): Promise<void> {
    const sets: SQL[] = Object.entries(values).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`);
    if (sets.length) await tx.execute(sql`update agents.mcp_server set ${sql.join(sets, sql`, `)} where id = ${id}`);
  }

  /** @returns whether there was one */
  async remove(tx: Tx, userId: string, id: string): Promise<boolean> {
    const { rows } = await tx.execute(
      sql`delete from agents.mcp_server where user_id = ${userId} and id = ${id} returning id`,
    );
    return rows.length > 0;
  }

  /** @throws ProblemException 409 `mcp_secret_lost` */
  opened({ id, user_id, name, sealed, key_id: keyId }: McpServerRow): McpSecret {
    if (!sealed || !keyId) return {};
    const text = this.keyring.open({ keyId, bytes: Buffer.from(sealed) }, mcpPlaceOf(user_id, id));
    if (text === null) throw problem(mcpSecretLost, { server: name });
    return JSON.parse(text);
  }

  async seal(tx: Tx, { id, user_id }: Pick<McpServerRow, "id" | "user_id">, secret: McpSecret): Promise<void> {
    const isEmpty = !secret.header && !secret.signedIn && !secret.pending;
    const sealed = isEmpty ? null : this.keyring.seal(JSON.stringify(secret), mcpPlaceOf(user_id, id));
    await tx.execute(sql`
      update agents.mcp_server set sealed = ${sealed?.bytes ?? null}, key_id = ${sealed?.keyId ?? null},
        header = ${secret.header?.name ?? null}
      where id = ${id}`);
  }

  /** @returns false while another call has the server's token renewed */
  async claimRenewal(tx: Tx, id: string, now: Date, until: Date): Promise<boolean> {
    const { rows } = await tx.execute(sql`
      update agents.mcp_server set renewing_until = ${until.toISOString()}
      where id = ${id} and (renewing_until is null or renewing_until <= ${now.toISOString()}) returning id`);
    return rows.length > 0;
  }

  async endRenewal(tx: Tx, id: string): Promise<void> {
    await tx.execute(sql`update agents.mcp_server set renewing_until = null where id = ${id}`);
  }

  /** Of one server, or of all of a person's; in the order in which they are shown. */
  async tools(tx: Tx, userId: string, serverId?: string): Promise<McpToolRow[]> {
    const { rows } = await tx.execute<McpToolRow>(sql`
      select * from agents.mcp_tool where user_id = ${userId} ${serverId ? sql`and server_id = ${serverId}` : sql``}
      order by lower(title), name`);
    return rows;
  }

  /**
   * Tools that say the same as before stay reviewed; with the first list, all are.
   * @returns how many say something else than what was read
   */
  async replaceTools(
    tx: Tx,
    server: Pick<McpServerRow, "id" | "user_id">,
    tools: readonly ListedTool[],
    isFirst: boolean,
  ): Promise<number> {
    const known = new Map((await this.tools(tx, server.user_id, server.id)).map((tool) => [tool.name, tool]));
    await tx.execute(sql`delete from agents.mcp_tool where server_id = ${server.id}`);
    let changed = 0;
    for (const tool of tools) {
      const before = known.get(tool.name);
      const reviewed = isFirst || (before?.fingerprint === tool.fingerprint && before.reviewed);
      if (!reviewed) changed++;
      await tx.execute(sql`
        insert into agents.mcp_tool (server_id, user_id, name, remote_name, title, description, input_schema,
          fingerprint, reviewed)
        values (${server.id}, ${server.user_id}, ${tool.name}, ${tool.remoteName}, ${tool.title}, ${tool.description},
          ${JSON.stringify(tool.inputSchema)}::jsonb, ${tool.fingerprint}, ${reviewed})`);
    }
    return changed;
  }

  async review(tx: Tx, serverId: string): Promise<void> {
    await tx.execute(sql`update agents.mcp_tool set reviewed = true where server_id = ${serverId} and not reviewed`);
  }
}

/** Names a list of tools by all that it says. */
const revisionOf = (tools: readonly McpToolRow[]): string =>
  createHash("sha256")
    .update(tools.map(({ name, fingerprint }) => `${name} ${fingerprint}\n`).join(""))
    .digest("hex")
    .slice(0, 32);

const iso = (at: string | null) => at && new Date(at).toISOString();
const shownTool = ({ name, title, description, reviewed }: McpToolRow): McpTool => ({
  ...{ name, title, description, reviewed },
});

export const shownServer = (row: McpServerRow, tools: readonly McpToolRow[]): McpServer => ({
  id: row.id,
  name: row.name,
  url: row.url,
  header: row.header,
  signIn: row.sign_in,
  tools: tools.map(shownTool),
  skipped: row.skipped,
  revision: revisionOf(tools),
  checkedAt: iso(row.checked_at),
  failure: row.failure,
  createdAt: iso(row.created_at)!,
});
