import { createHash, randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { eq } from "drizzle-orm";
import { Audit, AuthError, type RequestContext, sameBytes } from "../../core/index.ts";
import { type OpenSession, RefreshTokens, refreshTokens, SessionStore, sessions } from "../../sessions/index.ts";
import { AccountFactors, isBanned, UserStore } from "../../users/index.ts";
import { Authorizations } from "../authorize/authorizations.ts";
import { OAuthGrants } from "../grants/grants.ts";
import { invalidGrant, invalidTarget } from "../oauth-error.ts";
import type { AuthorizationRow, ClientRow } from "../tables.ts";

export interface CodeRequest {
  code: string;
  verifier: string;
  redirectUri: string | null;
  resource: string | null;
}

const UNKNOWN = "The code is unknown, was used, is too old, or was made for another client";

/** grant_type=authorization_code: opens the client's session. */
@Injectable()
export class CodeGrant {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    private readonly authorizations: Authorizations,
    private readonly grants: OAuthGrants,
    private readonly sessionStore: SessionStore,
    private readonly refreshTokens: RefreshTokens,
    private readonly users: UserStore,
    private readonly factors: AccountFactors,
    private readonly audit: Audit,
  ) {}

  /** @throws AuthError 400 `invalid_grant` or `invalid_target`; the code is spent all the same */
  async exchange(
    client: ClientRow,
    request: CodeRequest,
    from: RequestContext,
  ): Promise<OpenSession & { nonce: string | null }> {
    const outcome = await this.database.system((tx) => this.redeem(tx, client, request, from));
    // Refusals are returned, not thrown, within the transaction: what they end must stay ended.
    if (outcome instanceof AuthError) throw outcome;
    return outcome;
  }

  private async redeem(tx: Tx, client: ClientRow, request: CodeRequest, from: RequestContext) {
    const row = await this.authorizations.byCode(tx, request.code);
    if (!row) return invalidGrant(UNKNOWN);
    if (row.redeemedAt) return this.endReused(tx, row, from);
    await this.authorizations.set(tx, row, { redeemedAt: this.clock.now() });
    if (row.clientId !== client.id || this.authorizations.isTooOld(row)) return invalidGrant(UNKNOWN);
    if (request.redirectUri !== row.redirectUri)
      return invalidGrant("redirect_uri is not the one that the code was asked for with");
    const computed = createHash("sha256").update(request.verifier).digest("base64url");
    if (!sameBytes(Buffer.from(computed), Buffer.from(row.codeChallenge)))
      return invalidGrant("code_verifier does not belong to the code_challenge");
    if (request.resource !== null && request.resource !== row.resource)
      return invalidTarget("resource is not the one that was asked for");
    return this.open(tx, row, from);
  }

  /** The session takes over how strongly the person had proved who they are where they said yes. */
  private async open(tx: Tx, row: AuthorizationRow, from: RequestContext) {
    const asked = row.sessionId ? await this.sessionStore.find(tx, row.sessionId) : null;
    const user = asked && (await this.users.byId(tx, asked.userId));
    const granted = user ? await this.grants.scopes(tx, user.id, row.clientId) : [];
    // Signed out, locked, or taken back in the minute since.
    if (!asked || !user || isBanned(user, this.clock.now()) || !row.scopes.every((scope) => granted.includes(scope)))
      return invalidGrant(UNKNOWN);
    const now = this.clock.now();
    const [session] = await tx
      .insert(sessions)
      .values({
        id: randomUUID(),
        userId: user.id,
        aal: asked.aal,
        amr: asked.amr,
        factorId: asked.factorId,
        ip: from.ip,
        userAgent: from.userAgent,
        place: from.place ?? null,
        clientId: row.clientId,
        scopes: row.scopes,
        resource: row.resource,
        createdAt: now,
        refreshedAt: now,
      })
      .returning();
    const { token, hash } = this.refreshTokens.begin();
    await tx.insert(refreshTokens).values({ sessionId: session!.id, tokenHash: hash, createdAt: now });
    await this.authorizations.set(tx, row, { clientSessionId: session!.id });
    return {
      user,
      identities: [],
      factors: await this.factors.of(tx, user.id),
      session: session!,
      refreshToken: token,
      nonce: row.nonce,
    };
  }

  /** RFC 6749 §4.1.2: one of the two who used it stole it, so neither keeps what it gave. */
  private async endReused(tx: Tx, row: AuthorizationRow, from: RequestContext): Promise<AuthError> {
    if (row.clientSessionId) await tx.delete(sessions).where(eq(sessions.id, row.clientSessionId));
    await this.audit.record(tx, "oauth_code_reused", from, row.userId, { client: row.clientId });
    return invalidGrant(UNKNOWN);
  }
}
