import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { and, desc, eq } from "drizzle-orm";
import { Audit, AuthError, type RequestContext } from "../../core/index.ts";
import type { SignedIn } from "../../sessions/index.ts";
import { shownClient } from "../clients/client-view.ts";
import type { Scope } from "../scopes.ts";
import { oauthClients, oauthGrants } from "../tables.ts";

/** What a person lets which client do. Deleting the row ends the client's sessions with it (migration 020). */
@Injectable()
export class OAuthGrants {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** Adds to what was granted before: consent is remembered by client and scopes. */
  async grant(tx: Tx, userId: string, clientId: string, scopes: Scope[]): Promise<void> {
    const before = await this.scopes(tx, userId, clientId);
    const all = [...new Set([...before, ...scopes])];
    const grantedAt = this.clock.now();
    await tx
      .insert(oauthGrants)
      .values({ userId, clientId, scopes: all, grantedAt })
      .onConflictDoUpdate({ target: [oauthGrants.userId, oauthGrants.clientId], set: { scopes: all, grantedAt } });
  }

  /** What was granted, locked until the transaction ends; nothing where there is no grant. */
  async scopes(tx: Tx, userId: string, clientId: string): Promise<Scope[]> {
    const [row] = await tx.select().from(oauthGrants).where(own(userId, clientId)).for("update");
    return row?.scopes ?? [];
  }

  /** Newest first. */
  async list({ user }: SignedIn) {
    const rows = await this.database.system((tx) =>
      tx
        .select()
        .from(oauthGrants)
        .innerJoin(oauthClients, eq(oauthClients.id, oauthGrants.clientId))
        .where(eq(oauthGrants.userId, user.id))
        .orderBy(desc(oauthGrants.grantedAt)),
    );
    return rows.map(({ oauth_clients: client, oauth_grants: grant }) => ({
      client: shownClient(client),
      scopes: grant.scopes,
      granted_at: grant.grantedAt.toISOString(),
    }));
  }

  /** @throws AuthError 404 `oauth_consent_not_found` */
  async revoke({ user }: SignedIn, clientId: string, from: RequestContext): Promise<void> {
    await this.database.system(async (tx) => {
      const gone = await tx.delete(oauthGrants).where(own(user.id, clientId)).returning();
      if (!gone.length) throw new AuthError(404, "oauth_consent_not_found", "No active grant found for this client");
      await this.audit.record(tx, "oauth_disconnected", from, user.id, { client: clientId });
    });
  }
}

const own = (userId: string, clientId: string) =>
  and(eq(oauthGrants.userId, userId), eq(oauthGrants.clientId, clientId));
