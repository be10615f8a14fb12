import { Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, eq, ne } from "drizzle-orm";
import { AuthError } from "../errors/auth-error.ts";
import { FactorStore } from "../factors/factor-store.ts";
import { sessions } from "../tables.ts";
import { RefreshTokens } from "../tokens/refresh-tokens.ts";
import { UserStore } from "../user/user-store.ts";
import type { OpenSession } from "./session-store.ts";

/** Raising a session to aal2. */
@Injectable()
export class Elevation {
  constructor(
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly factors: FactorStore,
    private readonly refreshTokens: RefreshTokens,
  ) {}

  /**
   * The session's refresh tokens of before are of no more use, so one that leaked does not gain the second factor; the
   * person's sessions of lower assurance end.
   */
  async raise(tx: Tx, sessionId: string, method: string, factorId: string | null): Promise<OpenSession | AuthError> {
    const [current] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for("update");
    const user = current ? await this.users.byId(tx, current.userId) : null;
    if (!current || !user) return new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
    const timestamp = Math.floor(this.clock.now().getTime() / 1000);
    const amr = [{ method, timestamp }, ...current.amr.filter((entry) => entry.method !== method)];
    const [session] = await tx.update(sessions).set({ aal: "aal2", amr, factorId }).where(eq(sessions.id, sessionId)).returning();
    await tx.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, sessionId), eq(sessions.aal, "aal1")));
    return {
      user,
      identities: await this.users.identities(tx, user.id),
      factors: await this.factors.of(tx, user.id),
      session: session!,
      refreshToken: await this.refreshTokens.restart(tx, sessionId),
    };
  }
}
