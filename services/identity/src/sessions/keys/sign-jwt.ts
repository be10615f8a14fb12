import { createSecretKey, KeyObject, sign } from "node:crypto";
import { type CryptoKey, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const keys = new WeakMap<CryptoKey, KeyObject>();

function keyOf(key: CryptoKey): KeyObject {
  const known = keys.get(key);
  if (known) return known;
  const made = KeyObject.from(key as Parameters<typeof KeyObject.from>[0]);
  keys.set(key, made);
  return made;
}

/**
 * Signs claims as a JWT. A signature by ES256 takes 25 µs, less than to wake another thread for it and to be woken when
 * it is done, as Web Crypto does behind jose: the threads hash passwords meanwhile.
 */
export function signJwt(
  header: JWTHeaderParameters,
  claims: JWTPayload,
  key: CryptoKey | Uint8Array,
): string | Promise<string> {
  if (header.alg !== "ES256" || key instanceof Uint8Array)
    return new SignJWT(claims).setProtectedHeader(header).sign(key instanceof Uint8Array ? createSecretKey(key) : key);
  const signed = `${encoded(header)}.${encoded(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: keyOf(key), dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}
