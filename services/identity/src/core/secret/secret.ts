import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The installation's secret, which no database holds; every use gets a key of its own from it. */
export class Secret {
  private readonly master: Buffer;
  constructor(master: Buffer) {
    this.master = master;
  }

  /** The configured secret, else the one kept in the data folder, made at the first start. */
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

  private keyFor(purpose: string): Buffer {
    return Buffer.from(hkdfSync("sha256", this.master, "tessera identity", purpose, 32));
  }
}

function keptIn(dataDir: string): Buffer {
  const file = join(dataDir, "identity.secret");
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const kept = readFileSync(file);
  if (kept.length < 32)
    throw new Error(
      `${file} is damaged: remove it (open sessions stay; codes in mails already sent do not work any more)`,
    );
  return kept;
}
