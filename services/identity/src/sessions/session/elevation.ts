import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, eq, ne } from "drizzle-orm";
import { AuthError, IDENTITY_CONFIG, type IdentityConfig } from "../../core/index.ts";
import { AccountFactors, UserStore } from "../../users/index.ts";
import { type SessionRow, sessions } from "../tables.ts";
import { RefreshTokens } from "../tokens/refresh-tokens.ts";
import type { OpenSession } from "./session-store.ts";

/** Raises a session to aal2. */
@Injectable()
export class Elevation {
  constructor(
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly factors: AccountFactors,
    private readonly refreshTokens: RefreshTokens,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /**
   * Earlier refresh tokens gain nothing from the second factor, so a leaked one does not either: while an answer may be
   * lost they belong to a session of the old assurance, then they are useless. The person's other sessions of lower
   * assurance end.
   */
  async raise(tx: Tx, sessionId: string, method: string, factorId: string | null): Promise<OpenSession | AuthError> {
    const [current] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for("update");
    const user = current ? await this.users.byId(tx, current.userId) : null;
    if (!current || !user)
      return new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
    const timestamp = Math.floor(this.clock.now().getTime() / 1000);
    const amr = [{ method, timestamp }, ...current.amr.filter((entry) => entry.method !== method)];
    const [session] = await tx
      .update(sessions)
      .set({ aal: "aal2", amr, factorId })
      .where(eq(sessions.id, sessionId))
      .returning();
    await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, user.id), ne(sessions.id, sessionId), eq(sessions.aal, "aal1")));
    return {
      user,
      identities: await this.users.identities(tx, user.id),
      factors: await this.factors.of(tx, user.id),
      session: session!,
      refreshToken: await this.restart(tx, current),
    };
  }

  /** A new chain of refresh tokens; the old one stays with what the session was. @returns the first of the new chain */
  private async restart(tx: Tx, before: SessionRow): Promise<string> {
    const endsAt = new Date(this.clock.now().getTime() + this.config.refreshReuseMs);
    const id = randomUUID();
    await tx.insert(sessions).values({ ...before, id, endsAt });
    return this.refreshTokens.restart(tx, before.id, id);
  }
}
