import { Inject, Injectable } from "@nestjs/common";
import { IDENTITY_CONFIG, type IdentityConfig } from "../../core/index.ts";
import { halfView, sessionView } from "../../users/index.ts";
import { AccessTokens, owesFactor } from "../tokens/access-tokens.ts";
import type { OpenSession } from "./session-store.ts";

/** Writes the Session of auth/v1 for a session that is committed: signing needs no transaction. */
@Injectable()
export class SessionAnswers {
  constructor(
    private readonly accessTokens: AccessTokens,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  async of({ user, identities, factors, session, refreshToken }: OpenSession) {
    const { token, expiresAt } = await this.accessTokens.sign(user, session, factors);
    return {
      access_token: token,
      token_type: "bearer" as const,
      expires_in: this.config.accessTokenSeconds,
      expires_at: expiresAt,
      refresh_token: refreshToken,
      user: owesFactor(session, factors) ? halfView(user, factors) : sessionView(user, identities, factors),
    };
  }
}
export type SessionAnswer = Awaited<ReturnType<SessionAnswers["of"]>>;
