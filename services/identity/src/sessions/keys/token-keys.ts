import type { CryptoKey, JWK, JWTVerifyGetKey } from "jose";

/** What signs access tokens and checks them. */
export abstract class TokenKeys {
  /** The one algorithm that tokens may be signed with. */
  abstract readonly algorithm: string;
  /** @returns the key that signs now */
  abstract signing(): Promise<{ kid: string; privateKey: CryptoKey | Uint8Array }>;
  /** The public keys that other services check with; never a symmetric one. */
  abstract published(): Promise<JWK[]>;
  /** Finds the key that a token names. */
  abstract readonly find: JWTVerifyGetKey;
}
