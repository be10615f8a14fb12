import { Injectable } from "@nestjs/common";
import { Clock, Database, type Tx, withoutValues } from "@tessera/service-kit";
import { eq, sql } from "drizzle-orm";
import { Audit, AuthError, type RequestContext, userBanned } from "../../core/index.ts";
import { AccountFactors, isBanned, UserStore } from "../../users/index.ts";
import { type OpenSession, SessionStore } from "../session/session-store.ts";
import { sessions } from "../tables.ts";
import { RefreshTokens } from "./refresh-tokens.ts";

/** SQLSTATE of a lock not granted within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = "55P03";

/** grant_type=refresh_token: rotation. A replayed token ends its session. */
@Injectable()
export class RefreshGrant {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tokens: RefreshTokens,
    private readonly sessionStore: SessionStore,
    private readonly users: UserStore,
    private readonly factors: AccountFactors,
    private readonly audit: Audit,
  ) {}

  /**
   * @param clientId the client that asks, having proved who it is; a token of another, or of a person's own session, is
   * unknown to it
   * @throws AuthError 400 `refresh_token_not_found`, `refresh_token_already_used`, `session_expired`, `user_banned`;
   * 409 `conflict`
   */
  async refresh(token: string, from: RequestContext, clientId: string | null = null): Promise<OpenSession> {
    const outcome = await this.database.system((tx) => this.renew(tx, token, from, clientId)).catch(conflict);
    // Refusals are returned, not thrown, within the transaction: what they revoke must stay revoked.
    if (outcome instanceof AuthError) throw outcome;
    return outcome;
  }

  private async renew(
    tx: Tx,
    token: string,
    from: RequestContext,
    clientId: string | null,
  ): Promise<OpenSession | AuthError> {
    const known = await this.tokens.find(tx, token);
    if (!known) return new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
    await tx.execute(sql`set local lock_timeout = '5s'`);
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, known.sessionId)).for("update");
    if (!session || session.clientId !== clientId)
      return new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
    if (this.sessionStore.isOver(session)) {
      await this.sessionStore.end(tx, session.id);
      if (session.endsAt)
        return new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
      return new AuthError(400, "session_expired", "Invalid Refresh Token: Session Expired");
    }
    const user = await this.users.byId(tx, session.userId);
    if (!user) return new AuthError(400, "session_not_found", "Invalid Refresh Token: Session Not Found");
    if (isBanned(user, this.clock.now())) return userBanned(400);
    const active = await this.tokens.advance(tx, token);
    if (!active) {
      await this.sessionStore.end(tx, session.id);
      await this.audit.record(tx, "token_reused", from, user.id, { session: session.id });
      return new AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
    }
    const refreshedAt = this.clock.now();
    await tx
      .update(sessions)
      .set({ refreshedAt, endsAt: null, ...from })
      .where(eq(sessions.id, session.id));
    return {
      user,
      identities: await this.users.identities(tx, user.id),
      factors: await this.factors.of(tx, user.id),
      session: { ...session, refreshedAt, endsAt: null },
      refreshToken: active,
    };
  }
}

function conflict(error: unknown): never {
  if ((withoutValues(error) as { code?: string }).code === LOCK_NOT_AVAILABLE)
    throw new AuthError(
      409,
      "conflict",
      "Too many concurrent token refresh requests on the same session or refresh token",
    );
  throw error;
}
