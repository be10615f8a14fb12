import type { CryptoKey, JWK, JWTVerifyGetKey } from "jose";

/** Signs and checks access tokens. */
export abstract class TokenKeys {
  /** The only algorithm that tokens may be signed with. */
  abstract readonly algorithm: string;
  /** @returns the key that signs now */
  abstract signing(): Promise<{ kid: string; privateKey: CryptoKey | Uint8Array }>;
  /** The public keys for other services; never a symmetric one. */
  abstract published(): Promise<JWK[]>;
  /** Finds the key that a token names. */
  abstract readonly find: JWTVerifyGetKey;
}
