import { SignJWT } from "jose";
import type { Secret } from "../core/index.ts";

/** Names the key in the header of service keys; access tokens name a thumbprint. */
export const SERVICE_KID = "service";

/** Service keys have a secret of their own, which is never published and signs no access token. */
export const serviceKeySecret = (secret: Secret): Uint8Array => secret.keyOfInstallation("service keys");

/** A service key. It expires, and changing IDENTITY_SECRET ends all of them. */
export function createServiceKey(secret: Secret, now: Date, days: number): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256", kid: SERVICE_KID, typ: "JWT" })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + Math.round(days * 86_400))
    .sign(serviceKeySecret(secret));
}
