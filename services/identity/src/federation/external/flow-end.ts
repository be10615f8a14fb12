import { Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { Audit, AuthError, Redirects, type RequestContext, userBanned } from "../../core/index.ts";
import {
  FlowStates,
  type OpenSession,
  type ProviderTokens,
  SessionAnswers,
  SessionStore,
} from "../../sessions/index.ts";
import { type ExternalAccount, isBanned, type UserRow, UserStore } from "../../users/index.ts";
import { ExternalAccounts } from "./external-accounts.ts";
import type { AnsweredFlow } from "./external-flows.ts";

/** Sends the browser back to where a flow through another sign-in service began. */
@Injectable()
export class FlowEnd {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly accounts: ExternalAccounts,
    private readonly flows: FlowStates,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly answers: SessionAnswers,
    private readonly redirects: Redirects,
    private readonly audit: Audit,
  ) {}

  /**
   * The provider has proved an account. With PKCE a code is issued for it; what a linking flow links, it links when the
   * code is redeemed, so that nobody's account is added to a stranger's by opening the stranger's link. Without, the
   * session is opened.
   * @param method what the session's `amr` names ("oauth", "sso/saml")
   * @returns where the browser goes
   */
  async succeed(
    flow: AnsweredFlow,
    account: ExternalAccount,
    method: string,
    from: RequestContext,
    tokens: ProviderTokens = {},
  ): Promise<string> {
    const outcome = await this.database.system(async (tx) => {
      if (flow.links) return this.linked(tx, flow, account, method, from, tokens);
      const user = await this.accounts.person(tx, account, method, from);
      if (user instanceof AuthError) return user;
      return this.signedIn(tx, flow, user, method, from, tokens);
    });
    if (outcome instanceof AuthError) return this.refuse(flow, outcome);
    if (typeof outcome === "string") return this.redirects.with(flow.redirectTo, {}, { code: outcome });
    const { access_token, expires_at, expires_in, refresh_token, token_type } = await this.answers.of(outcome);
    return this.redirects.with(flow.redirectTo, {
      access_token,
      expires_at: String(expires_at),
      expires_in: String(expires_in),
      ...(tokens.providerToken ? { provider_token: tokens.providerToken } : {}),
      ...(tokens.providerRefreshToken ? { provider_refresh_token: tokens.providerRefreshToken } : {}),
      refresh_token,
      token_type,
    });
  }

  /** @returns where the browser goes with the error: to where the flow began, when that is known */
  refuse(flow: AnsweredFlow | null, refused: AuthError): string {
    return this.refuseTo(flow?.redirectTo, refused);
  }

  /** The same before there is a flow. */
  refuseTo(redirectTo: string | undefined, { status, code, message }: AuthError): string {
    const error = status >= 500 ? "server_error" : code.startsWith("bad_oauth") ? "invalid_request" : "access_denied";
    const described = { error, error_code: code, error_description: message };
    return this.redirects.with(this.redirects.choose(redirectTo), described, described);
  }

  private async signedIn(
    tx: Tx,
    flow: AnsweredFlow,
    user: UserRow,
    method: string,
    from: RequestContext,
    tokens: ProviderTokens,
  ) {
    if (flow.codeChallenge)
      return (await this.flows.issueCode(tx, flow.id, user.id, method, { tokens })) ?? forgotten();
    await this.audit.record(tx, "signed_in", from, user.id, { method });
    return this.sessions.open(tx, user, method, from);
  }

  private async linked(
    tx: Tx,
    flow: AnsweredFlow,
    account: ExternalAccount,
    method: string,
    from: RequestContext,
    tokens: ProviderTokens,
  ): Promise<string | OpenSession | AuthError> {
    const user = flow.userId ? await this.users.locked(tx, flow.userId) : null;
    if (!user) return forgotten();
    if (isBanned(user, this.clock.now())) return userBanned(400);
    if (flow.codeChallenge) {
      const taken = await this.accounts.isTaken(tx, user.id, account);
      return (
        taken ?? (await this.flows.issueCode(tx, flow.id, user.id, method, { tokens, link: account })) ?? forgotten()
      );
    }
    const linked = await this.accounts.link(tx, user, account, from);
    return linked instanceof AuthError ? linked : this.signedIn(tx, flow, linked, method, from, tokens);
  }
}

const forgotten = () => new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
