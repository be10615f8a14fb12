import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** What was sealed, and the id of the key that did it. */
export interface Sealed {
  keyId: string;
  bytes: Buffer;
}

interface Key {
  id: string;
  bytes: Buffer;
}

/**
 * Seals with AES-256-GCM: nonce (12 bytes), tag (16), then the text. Keys are derived from the installation's secrets;
 * the first one seals, any of them opens.
 */
export class Keyring {
  private readonly keys: Key[];

  /** @param secrets the present one first */
  constructor(secrets: readonly string[]) {
    this.keys = secrets.map((secret) => ({
      id: derived(secret, "key id", 8).toString("hex"),
      bytes: derived(secret, "seal", 32),
    }));
  }

  /** Id of the key that seals; null where there is no secret. */
  get currentId(): string | null {
    return this.keys[0]?.id ?? null;
  }

  /**
   * @param place what the text belongs to: it opens there alone
   * @throws Error without a secret
   */
  seal(text: string, place: string): Sealed {
    const [key] = this.keys;
    if (!key) throw new Error("There is no secret to seal with");
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key.bytes, nonce).setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return { keyId: key.id, bytes: Buffer.concat([nonce, cipher.getAuthTag(), body]) };
  }

  /** @returns null when it was sealed with an unknown secret, for another place, or was changed since */
  open({ keyId, bytes }: Sealed, place: string): string | null {
    const key = this.keys.find(({ id }) => id === keyId);
    if (!key) return null;
    try {
      const decipher = createDecipheriv("aes-256-gcm", key.bytes, bytes.subarray(0, 12), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    } catch {
      return null;
    }
  }
}

const derived = (secret: string, purpose: string, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, "tessera agents", purpose, length));
