import { Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { Audit, AuthError, type RequestContext, userBanned } from "../../core/index.ts";
import { FlowStates, type OpenSession, type ProviderTokens, SessionStore } from "../../sessions/index.ts";
import { isBanned, UserStore } from "../../users/index.ts";
import { ExternalAccounts } from "../external/external-accounts.ts";

/** grant_type=pkce: exchanges the code that a mailed link or another sign-in service led to. */
@Injectable()
export class PkceGrant {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly flows: FlowStates,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly accounts: ExternalAccounts,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws AuthError 404 `flow_state_not_found`; 422 `flow_state_expired`, `identity_already_exists`; 400
   * `bad_code_verifier`, `user_banned`
   */
  async exchange(
    code: string,
    verifier: string,
    from: RequestContext,
  ): Promise<OpenSession & { tokens: ProviderTokens }> {
    const outcome = await this.database.system(async (tx) => {
      const redeemed = await this.flows.redeem(tx, code, verifier);
      if (redeemed instanceof AuthError) {
        await this.audit.record(tx, "sign_in_failed", from, null, { method: "pkce", reason: redeemed.code });
        return redeemed;
      }
      const person = await this.users.locked(tx, redeemed.userId);
      if (!person) return new AuthError(404, "user_not_found", "User not found");
      if (isBanned(person, this.clock.now())) return userBanned(400);
      const { link, said, tokens = {} } = redeemed.result;
      // Unless a password was set meanwhile by the person whom the mail signed in.
      if (said && !person.passwordHash)
        await this.users.change(tx, person.id, {
          passwordHash: said.passwordHash,
          userMetadata: { ...said.metadata, ...person.userMetadata },
        });
      const user = link ? await this.accounts.link(tx, person, link, from) : person;
      if (user instanceof AuthError) return user;
      await this.audit.record(tx, "signed_in", from, user.id, { method: redeemed.method });
      const opened = await this.sessions.open(tx, user, redeemed.method, from);
      await this.flows.opened(tx, redeemed.flowId, opened.session.id);
      return { ...opened, tokens };
    });
    if (outcome instanceof AuthError) throw outcome; // after the commit: the code stays spent
    return outcome;
  }
}
