import { Inject, Injectable } from "@nestjs/common";
import { Clock } from "@tessera/service-kit";
import { SignJWT } from "jose";
import { IDENTITY_CONFIG, type IdentityConfig } from "../../core/index.ts";
import { type SessionRow, TokenKeys } from "../../sessions/index.ts";
import type { UserRow } from "../../users/index.ts";
import { claimsOf } from "./person-claims.ts";

/**
 * Tells a client who signed in (OpenID Connect Core §2). Its audience is the client: no service of ours takes it for an
 * access token, and it names no role.
 */
@Injectable()
export class IdTokens {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly keys: TokenKeys,
  ) {}

  async sign(user: UserRow, session: SessionRow, nonce: string | null): Promise<string> {
    const { kid, privateKey } = await this.keys.signing();
    const now = Math.floor(this.clock.now().getTime() / 1000);
    const proved = session.amr.map(({ timestamp }) => timestamp);
    return new SignJWT({
      ...claimsOf(user, session.scopes ?? []),
      ...(proved.length ? { auth_time: Math.max(...proved) } : {}),
      ...(nonce === null ? {} : { nonce }),
    })
      .setProtectedHeader({ alg: this.keys.algorithm, kid, typ: "JWT" })
      .setIssuer(this.config.issuer)
      .setSubject(user.id)
      .setAudience(session.clientId!)
      .setIssuedAt(now)
      .setExpirationTime(now + this.config.accessTokenSeconds)
      .sign(privateKey);
  }
}
