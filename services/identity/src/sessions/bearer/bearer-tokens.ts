import { Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { AuthError, userBanned } from "../../core/index.ts";
import { AccountFactors, isBanned, type UserRow, UserStore } from "../../users/index.ts";
import { SessionStore } from "../session/session-store.ts";
import type { SessionRow } from "../tables.ts";
import { AccessTokens } from "../tokens/access-tokens.ts";

/** The person behind a valid access token whose session still exists. */
export interface SignedIn {
  user: UserRow;
  session: SessionRow;
  /** Half signed in: the account has a second factor, which this token has not been given yet. */
  owesFactor: boolean;
}

/** Checks access tokens and the rows they name: a token of an ended session opens nothing here. */
@Injectable()
export class BearerTokens {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly factors: AccountFactors,
  ) {}

  /**
   * @throws AuthError 403 `bad_jwt`, `user_not_found`, `session_not_found`, `user_banned`; `insufficient_scope` for the
   * token of a client, which administers no account whatever it may do elsewhere
   */
  async check(token: string): Promise<SignedIn> {
    const signedIn = await this.checkAny(token);
    if (signedIn.session.clientId)
      throw new AuthError(403, "insufficient_scope", "Clients may not call this: it takes the person's own session");
    return signedIn;
  }

  /** The same for clients too. @throws as `check`, without `insufficient_scope` */
  async checkAny(token: string): Promise<SignedIn> {
    const { sub, session_id, aal } = await this.accessTokens.verify(token);
    const { user, session, hasFactor } = await this.database.system(async (tx) => ({
      user: await this.users.byId(tx, sub),
      session: session_id ? await this.sessions.find(tx, session_id) : null,
      hasFactor: await this.factors.hasVerified(tx, sub),
    }));
    if (!user) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
    if (!session || session.userId !== user.id)
      throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
    if (isBanned(user, this.clock.now())) throw userBanned(403);
    // A token from before the second factor stays what it was, whatever its session has become.
    const current: SessionRow = aal === "aal2" ? session : { ...session, aal: "aal1" };
    return { user, session: current, owesFactor: hasFactor && current.aal !== "aal2" };
  }
}
