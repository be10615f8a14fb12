import { Inject, Injectable } from "@nestjs/common";
import { Clock } from "@tessera/service-kit";
import { errors, jwtVerify } from "jose";
import { z } from "zod";
import { AuthError, IDENTITY_CONFIG, type IdentityConfig } from "../../core/index.ts";
import type { FactorRow, UserRow } from "../../users/index.ts";
import { signJwt } from "../keys/sign-jwt.ts";
import { TokenKeys } from "../keys/token-keys.ts";
import type { SessionRow } from "../tables.ts";
import { audienceOf, claimsAbout } from "./token-claims.ts";

/**
 * Our own addition, as is `generation`: services refuse a token whose person still owes their second factor
 * (service-kit, caller.ts).
 */
export const owesFactor = (session: SessionRow, factors: FactorRow[]) =>
  session.aal !== "aal2" && factors.some(({ status }) => status === "verified");

const Claims = z.object({ sub: z.uuid(), session_id: z.uuid().optional(), aal: z.string().optional() });
export type AccessClaims = z.infer<typeof Claims>;

/** Signs and checks the JWTs that every service verifies by the published keys. */
@Injectable()
export class AccessTokens {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly keys: TokenKeys,
  ) {}

  /** @returns the token and when it expires, in seconds since 1970 */
  async sign(user: UserRow, session: SessionRow, factors: FactorRow[]): Promise<{ token: string; expiresAt: number }> {
    const { kid, privateKey } = await this.keys.signing();
    const now = Math.floor(this.clock.now().getTime() / 1000);
    const expiresAt = now + this.config.accessTokenSeconds;
    const owes = owesFactor(session, factors);
    const claims = {
      ...claimsAbout(user, session, owes),
      role: "authenticated",
      aal: session.aal,
      amr: session.amr,
      session_id: session.id,
      is_anonymous: user.isAnonymous,
      ...(!owes && user.email && !user.emailConfirmedAt ? { email_confirmed: false } : {}),
      // From the row that this session's transaction read: if another transaction has raised it since, the token is
      // refused.
      ...(user.tokenGeneration > 0 ? { generation: user.tokenGeneration } : {}),
      ...(owes ? { next_aal: "aal2" } : {}),
      iss: this.config.issuer,
      sub: user.id,
      aud: audienceOf(session),
      iat: now,
      exp: expiresAt,
    };
    const token = await signJwt({ alg: this.keys.algorithm, kid, typ: "JWT" }, claims, privateKey);
    return { token, expiresAt };
  }

  /** @throws AuthError 403 `bad_jwt` */
  async verify(token: string): Promise<AccessClaims> {
    try {
      const { payload } = await jwtVerify(token, this.keys.find, {
        algorithms: [this.keys.algorithm],
        issuer: this.config.issuer,
        audience: "authenticated",
        requiredClaims: ["sub", "exp", "iat"],
        currentDate: this.clock.now(),
      });
      return Claims.parse(payload);
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed)
        throw new AuthError(403, "bad_jwt", "Invalid JWT signature");
      if (error instanceof errors.JWTExpired) throw new AuthError(403, "bad_jwt", "invalid JWT: token has expired");
      if (error instanceof errors.JOSEError || error instanceof z.ZodError)
        throw new AuthError(403, "bad_jwt", "invalid JWT: unable to parse or verify signature");
      throw error;
    }
  }
}
