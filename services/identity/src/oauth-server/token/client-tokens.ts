import { Inject, Injectable } from "@nestjs/common";
import { AuthError, IDENTITY_CONFIG, type IdentityConfig, type RequestContext } from "../../core/index.ts";
import { AccessTokens, type OpenSession, RefreshGrant } from "../../sessions/index.ts";
import { invalidGrant, invalidScope } from "../oauth-error.ts";
import { scopesOf } from "../scopes.ts";
import type { ClientRow } from "../tables.ts";
import { CodeGrant, type CodeRequest } from "./code-grant.ts";
import { IdTokens } from "./id-tokens.ts";

/** The answers of the token endpoint (RFC 6749 §5.1). */
@Injectable()
export class ClientTokens {
  constructor(
    private readonly codes: CodeGrant,
    private readonly refreshes: RefreshGrant,
    private readonly accessTokens: AccessTokens,
    private readonly idTokens: IdTokens,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** @throws what `CodeGrant.exchange` throws */
  async ofCode(client: ClientRow, request: CodeRequest, from: RequestContext) {
    const { nonce, ...opened } = await this.codes.exchange(client, request, from);
    const answer = await this.answer(client, opened);
    if (!opened.session.scopes?.includes("openid")) return answer;
    return { ...answer, id_token: await this.idTokens.sign(opened.user, opened.session, nonce) };
  }

  /**
   * Tokens rotate as people's do; a replayed one ends the client's session (decisions/001).
   * @param scope for this access token alone: a part of what was granted (RFC 6749 §6)
   * @throws AuthError 400 `invalid_grant`, `invalid_scope`; 409 `conflict`
   */
  async ofRefreshToken(client: ClientRow, token: string, scope: string | null, from: RequestContext) {
    const asked = scope === null ? null : scopesOf(scope);
    if (scope !== null && !asked?.length) throw invalidScope("scope names what this server does not know");
    const renewed = await this.refreshes.refresh(token, from, client.id).catch((error: unknown) => {
      if (error instanceof AuthError && error.status === 400)
        throw invalidGrant("The refresh token is unknown, was used, or its session has ended");
      throw error;
    });
    const granted = renewed.session.scopes ?? [];
    if (asked && !asked.every((one) => granted.includes(one))) throw invalidScope("scope is more than was granted");
    return this.answer(client, asked ? { ...renewed, session: { ...renewed.session, scopes: asked } } : renewed);
  }

  private async answer(client: ClientRow, { user, session, factors, refreshToken }: OpenSession) {
    const { token } = await this.accessTokens.sign(user, session, factors);
    return {
      access_token: token,
      token_type: "bearer" as const,
      expires_in: this.config.accessTokenSeconds,
      scope: (session.scopes ?? []).join(" "),
      ...(client.grantTypes.includes("refresh_token") ? { refresh_token: refreshToken } : {}),
    };
  }
}
