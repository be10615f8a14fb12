import { Inject, Injectable } from "@nestjs/common";
import { Clock } from "@tessera/service-kit";
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import { AuthError, Secret } from "../core/index.ts";
import { TokenKeys } from "../sessions/index.ts";
import { SERVICE_KID, serviceKeySecret } from "./service-key.ts";

/** Checks service keys: those of bin/create-service-key.ts, or tokens signed with the key of access tokens. */
@Injectable()
export class ServiceKeys {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    private readonly secret: Secret,
    private readonly keys: TokenKeys,
  ) {}

  /** The algorithm follows from the key, never from the token. @throws AuthError 403 `bad_jwt` */
  async verify(token: string): Promise<JWTPayload> {
    const currentDate = this.clock.now();
    try {
      if (decodeProtectedHeader(token).kid === SERVICE_KID)
        return (
          await jwtVerify(token, serviceKeySecret(this.secret), {
            algorithms: ["HS256"],
            requiredClaims: ["exp"],
            currentDate,
          })
        ).payload;
      return (await jwtVerify(token, this.keys.find, { algorithms: [this.keys.algorithm], currentDate })).payload;
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed)
        throw new AuthError(403, "bad_jwt", "Invalid JWT signature");
      if (error instanceof errors.JOSEError || error instanceof TypeError)
        throw new AuthError(403, "bad_jwt", "invalid JWT: unable to parse or verify signature");
      throw error;
    }
  }
}
