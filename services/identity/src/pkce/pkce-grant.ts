import { Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { Audit } from "../audit/audit.ts";
import { AuthError, userBanned } from "../errors/auth-error.ts";
import type { RequestContext } from "../http/request-context.ts";
import { type OpenSession, SessionStore } from "../sessions/session-store.ts";
import { isBanned, UserStore } from "../user/user-store.ts";
import { FlowStates } from "./flow-states.ts";

/** grant_type=pkce: exchanges the code that a mailed link led to. */
@Injectable()
export class PkceGrant {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly flows: FlowStates,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly audit: Audit,
  ) {}

  /** @throws AuthError 404 `flow_state_not_found`; 422 `flow_state_expired`; 400 `bad_code_verifier`, `user_banned` */
  async exchange(code: string, verifier: string, from: RequestContext): Promise<OpenSession> {
    const outcome = await this.database.system(async (tx) => {
      const redeemed = await this.flows.redeem(tx, code, verifier);
      if (redeemed instanceof AuthError) {
        await this.audit.record(tx, "sign_in_failed", from, null, { method: "pkce", reason: redeemed.code });
        return redeemed;
      }
      const user = await this.users.locked(tx, redeemed.userId);
      if (!user) return new AuthError(404, "user_not_found", "User not found");
      if (isBanned(user, this.clock.now())) return userBanned(400);
      await this.audit.record(tx, "signed_in", from, user.id, { method: redeemed.method });
      return this.sessions.open(tx, user, redeemed.method, from);
    });
    if (outcome instanceof AuthError) throw outcome; // after the commit: the code stays spent
    return outcome;
  }
}
