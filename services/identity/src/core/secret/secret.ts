import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { keptIn } from "./kept-secret.ts";

/**
 * What seals and hashes; every use gets a key of its own. The root key, which the database holds sealed with the
 * installation's secret (root-key.ts), so that replacing that secret changes nothing that it protects.
 */
export class Secret {
  private readonly master: Buffer;
  private readonly root: Buffer;
  /** Keys by purpose, of which the code has a few. */
  private readonly keys = new Map<string, KeyObject>();
  /** @param master the installation's secret; the root key as well, where none is given */
  constructor(master: Buffer, root: Buffer = master) {
    this.master = master;
    this.root = root;
  }

  /** The configured secret, else the one kept in the data folder, made at the first start. Its root key is unknown. */
  static load({ secret, dataDir }: { secret?: string; dataDir: string }): Secret {
    return new Secret(secret ? Buffer.from(secret) : keptIn(dataDir));
  }

  /** HMAC-SHA-256 with the key of a purpose. */
  mac(purpose: string, ...parts: (string | Buffer)[]): Buffer {
    const mac = createHmac("sha256", this.keyFor(purpose));
    for (const part of parts) {
      const bytes = Buffer.from(part as string);
      mac.update(`${bytes.length}:`).update(bytes);
    }
    return mac.digest();
  }

  /** The key of a purpose that ends with the installation's secret, for programs that cannot read the root key. */
  keyOfInstallation(purpose: string): Buffer {
    return new Secret(this.master).mac(purpose);
  }

  /** Encrypts with AES-256-GCM: nonce, tag, then the text. */
  seal(purpose: string, text: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.keyFor(purpose), nonce);
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** @returns null when it was sealed with another secret */
  open(purpose: string, sealed: Buffer): string | null {
    const decipher = createDecipheriv("aes-256-gcm", this.keyFor(purpose), sealed.subarray(0, 12), {
      authTagLength: 16,
    });
    decipher.setAuthTag(sealed.subarray(12, 28));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
    } catch {
      return null;
    }
  }

  private keyFor(purpose: string): KeyObject {
    const known = this.keys.get(purpose);
    if (known) return known;
    const key = createSecretKey(Buffer.from(hkdfSync("sha256", this.root, "tessera identity", purpose, 32)));
    this.keys.set(purpose, key);
    return key;
  }
}
