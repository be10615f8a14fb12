import { readFileSync } from "node:fs";
import { ConfigurationError } from "@tessera/service-kit";
import { type CryptoKey, createLocalJWKSet, importJWK, type JWK, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { TokenKeys } from "./token-keys.ts";

const KeyFile = z
  .looseObject({ kty: z.string(), kid: z.string(), alg: z.enum(["RS256", "ES256", "EdDSA"]), d: z.string() })
  .or(
    z
      .array(
        z.looseObject({ kty: z.string(), kid: z.string(), alg: z.enum(["RS256", "ES256", "EdDSA"]), d: z.string() }),
      )
      .length(1),
  );
const PUBLIC_MEMBERS = ["kty", "kid", "alg", "n", "e", "crv", "x", "y"];

/**
 * One private key from a JWK file (the key itself, or an array holding it), for tests of clients that hold the key too.
 */
export class FileKey extends TokenKeys {
  private constructor(
    private readonly jwk: JWK,
    private readonly privateKey: CryptoKey,
  ) {
    super();
    this.algorithm = jwk.alg!;
  }
  readonly algorithm: string;

  /** @throws ConfigurationError that names the variable */
  static async load(file: string): Promise<FileKey> {
    try {
      const parsed = KeyFile.parse(JSON.parse(readFileSync(file, "utf8")));
      const jwk = (Array.isArray(parsed) ? parsed[0]! : parsed) as JWK;
      // A file may restrict the key's use; here it signs.
      return new FileKey(jwk, (await importJWK({ ...jwk, key_ops: ["sign"], use: undefined }, jwk.alg)) as CryptoKey);
    } catch (error) {
      throw new ConfigurationError(
        `IDENTITY_SIGNING_KEY_FILE: ${file} must hold a private JWK with kid and alg (${(error as Error).message}).`,
      );
    }
  }

  async signing() {
    return { kid: this.jwk.kid!, privateKey: this.privateKey };
  }

  async published(): Promise<JWK[]> {
    const members = Object.entries(this.jwk).filter(([name]) => PUBLIC_MEMBERS.includes(name));
    return [{ ...Object.fromEntries(members), use: "sig", key_ops: ["verify"] } as JWK];
  }

  readonly find: JWTVerifyGetKey = async (header, token) =>
    createLocalJWKSet({ keys: await this.published() })(header, token);
}

/** A shared secret (HS256), as old installations of hosted services had: nothing is published. */
export class SharedSecret extends TokenKeys {
  readonly algorithm = "HS256";
  private readonly key: Uint8Array;
  constructor(secret: string) {
    super();
    this.key = new TextEncoder().encode(secret);
  }

  async signing() {
    return { kid: "shared", privateKey: this.key };
  }

  async published(): Promise<JWK[]> {
    return [];
  }

  readonly find: JWTVerifyGetKey = async () => this.key;
}
