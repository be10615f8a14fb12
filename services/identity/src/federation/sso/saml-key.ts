import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { selfSignedCertificate } from "@tessera/service-kit/self-signed-certificate.ts";
import { Secret } from "../../core/index.ts";
import { samlKeys } from "../tables.ts";

/** Providers keep the certificate they were given, so it must not expire soon. */
const CERTIFICATE_YEARS = 20;
/**
 * 128 bits of security (NIST SP 800-57); keys of 2048 bits that were made before stay, their certificates are with
 * companies.
 */
const MODULUS_BITS = 3072;
const PURPOSE = "saml key";
const ONLY = 1;

/** In PEM. */
export interface SigningPair {
  privateKey: string;
  certificate: string;
}

/**
 * The key that signs our requests to companies' identity providers: made when first needed, the same for all processes.
 */
@Injectable()
export class SamlKey {
  private kept: Promise<SigningPair> | null = null;
  constructor(
    private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    private readonly secret: Secret,
  ) {}

  get(): Promise<SigningPair> {
    this.kept ??= this.load().catch((error) => {
      this.kept = null;
      throw error;
    });
    return this.kept;
  }

  private async load(): Promise<SigningPair> {
    const known = await this.database.system((tx) => this.read(tx));
    if (known) return known;
    const pair = await promisify(generateKeyPair)("rsa", { modulusLength: MODULUS_BITS });
    const now = this.clock.now();
    const until = new Date(now);
    until.setUTCFullYear(now.getUTCFullYear() + CERTIFICATE_YEARS);
    const certificate = selfSignedCertificate("Tessera", pair, now, until);
    return this.database.system(async (tx) => {
      await tx.execute("lock table identity.saml_keys in exclusive mode");
      return (await this.read(tx)) ?? this.keep(tx, pair.privateKey, certificate);
    });
  }

  /** @returns null when there is none, or it was sealed with another secret of the installation */
  private async read(tx: Tx): Promise<SigningPair | null> {
    const [row] = await tx.select().from(samlKeys);
    const privateKey = row && this.secret.open(PURPOSE, row.sealedPrivateKey);
    return privateKey ? { privateKey, certificate: row.certificate } : null;
  }

  private async keep(tx: Tx, key: KeyObject, certificate: string): Promise<SigningPair> {
    const privateKey = key.export({ type: "pkcs8", format: "pem" }) as string;
    await tx.delete(samlKeys);
    const sealedPrivateKey = this.secret.seal(PURPOSE, privateKey);
    await tx.insert(samlKeys).values({ id: ONLY, certificate, sealedPrivateKey, createdAt: this.clock.now() });
    return { privateKey, certificate };
  }
}
