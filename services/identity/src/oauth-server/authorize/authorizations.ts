import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { eq } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig, randomToken, Secret } from "../../core/index.ts";
import { type AuthorizationRow, type ClientRow, oauthAuthorizations } from "../tables.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";

/** RFC 6749 §4.1.2 wants ten minutes at most; a client redeems its code at once. */
export const CODE_TTL_MS = 60_000;

/** Requests that wait for a person's answer, and the codes they were answered with. Both are stored as keyed hashes. */
@Injectable()
export class Authorizations {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly secret: Secret,
  ) {}

  /** @returns the id under which the person's browser finds the request */
  async ask(client: ClientRow, redirectUri: string, request: AuthorizationRequest): Promise<string> {
    const id = randomToken();
    await this.database.system((tx) =>
      tx.insert(oauthAuthorizations).values({
        ...request,
        idHash: this.hashOf("id", id),
        clientId: client.id,
        redirectUri,
        askedAt: this.clock.now(),
      }),
    );
    return id;
  }

  /** A request that still waits, locked. @returns null for one that is answered, too old, or another person's */
  async waiting(tx: Tx, id: string, userId: string): Promise<AuthorizationRow | null> {
    const [row] = await tx
      .select()
      .from(oauthAuthorizations)
      .where(eq(oauthAuthorizations.idHash, this.hashOf("id", id)))
      .for("update");
    if (!row || row.answeredAt || (row.userId && row.userId !== userId)) return null;
    const age = this.clock.now().getTime() - row.askedAt.getTime();
    return age > this.config.flowSeconds * 1000 ? null : row;
  }

  async set(tx: Tx, row: AuthorizationRow, change: Partial<AuthorizationRow>): Promise<void> {
    await tx.update(oauthAuthorizations).set(change).where(eq(oauthAuthorizations.idHash, row.idHash));
  }

  /** Answers a request with a code. @param sessionId where the person said yes; the code ends with it */
  async issueCode(tx: Tx, row: AuthorizationRow, sessionId: string): Promise<string> {
    const code = randomToken();
    await this.set(tx, row, { answeredAt: this.clock.now(), sessionId, codeHash: this.hashOf("code", code) });
    return code;
  }

  /** The request that a code answered, locked. */
  async byCode(tx: Tx, code: string): Promise<AuthorizationRow | null> {
    const [row] = await tx
      .select()
      .from(oauthAuthorizations)
      .where(eq(oauthAuthorizations.codeHash, this.hashOf("code", code)))
      .for("update");
    return row ?? null;
  }

  isTooOld({ answeredAt }: AuthorizationRow): boolean {
    return !answeredAt || this.clock.now().getTime() - answeredAt.getTime() > CODE_TTL_MS;
  }

  private hashOf(kind: "id" | "code", token: string): Buffer {
    return this.secret.mac(`oauth authorization ${kind}`, token);
  }
}
