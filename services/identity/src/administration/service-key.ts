import { SignJWT } from "jose";
import type { Secret } from "../core/index.ts";

/** Names the key in the header of service keys; access tokens name a thumbprint. */
export const SERVICE_KID = "service";

/**
 * Service keys are checked with a secret of their own: it is never published, and no access token is signed with it.
 */
export const serviceKeySecret = (secret: Secret): Uint8Array => secret.mac("service keys");

/** A key for the calls of administration. It ends with its time, or for all at once when IDENTITY_SECRET is changed. */
export function createServiceKey(secret: Secret, now: Date, days: number): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256", kid: SERVICE_KID, typ: "JWT" })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + Math.round(days * 86_400))
    .sign(serviceKeySecret(secret));
}
