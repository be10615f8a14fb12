import { createHash, randomBytes } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { terminalTicketOver } from "@tessera/contracts-agents/problems.ts";
import type { TerminalTicket } from "@tessera/contracts-agents/terminal-requests.ts";
import { type Caller, Clock, Database, problem, TokenVerifier } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Keyring } from "../secret/keyring.ts";

/** Ms in which a ticket has to be used. */
const TICKET_MS = 30_000;
const TICKET_BYTES = 32;

interface Row extends Record<string, unknown> {
  user_id: string;
  sealed: Uint8Array;
}

/**
 * Lets a page open a socket, for which it can set no header: it asks for a ticket with its access token, and offers the
 * ticket once. What the database holds opens nothing: the token is sealed with the ticket itself.
 */
@Injectable()
export class TerminalTickets {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly verifier: TokenVerifier,
  ) {}

  async create(caller: Caller): Promise<TerminalTicket> {
    const ticket = randomBytes(TICKET_BYTES).toString("base64url");
    const { bytes } = new Keyring([ticket]).seal(caller.accessToken, caller.userId);
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + TICKET_MS).toISOString();
    await this.database.as(caller, async (tx) => {
      await tx.execute(sql`
        delete from agents.terminal_ticket where user_id = ${caller.userId} and expires_at <= ${now.toISOString()}`);
      await tx.execute(sql`
        insert into agents.terminal_ticket (hash, user_id, sealed, created_at, expires_at)
        values (${hashOf(ticket)}, ${caller.userId}, ${bytes}, ${now.toISOString()}, ${expiresAt})`);
    });
    return { ticket };
  }

  /** Whose ticket it is, with their token. @throws ProblemException 401 `terminal_ticket_over`, and as `verify` */
  async redeem(ticket: string): Promise<Caller> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<Row>(sql`
        delete from agents.terminal_ticket
        where hash = ${hashOf(ticket)} and expires_at > ${this.clock.now().toISOString()}
        returning user_id, sealed`),
    );
    const [row] = rows;
    if (!row) throw problem(terminalTicketOver);
    const keyring = new Keyring([ticket]);
    const token = keyring.open({ keyId: keyring.currentId!, bytes: Buffer.from(row.sealed) }, row.user_id);
    if (!token) throw problem(terminalTicketOver);
    return this.verifier.verify(token);
  }
}

const hashOf = (ticket: string) => createHash("sha256").update(ticket).digest();
