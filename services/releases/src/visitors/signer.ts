import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** Signs what visitors carry, with a key of the installation that is made at first use and kept in its database. */
@Injectable()
export class Signer {
  private key: Promise<Buffer> | null = null;
  constructor(private readonly database: Database) {}

  /** `purpose` parts the uses: what is signed for one is worth nothing to another. @returns `value.signature` */
  async sign(purpose: string, value: string): Promise<string> {
    return `${value}.${await this.signature(purpose, value)}`;
  }

  /** The value; null when the signature is not ours. */
  async open(purpose: string, signed: string): Promise<string | null> {
    const dot = signed.lastIndexOf(".");
    const value = signed.slice(0, Math.max(dot, 0));
    const [given, expected] = [Buffer.from(signed.slice(dot + 1)), Buffer.from(await this.signature(purpose, value))];
    return given.byteLength === expected.byteLength && timingSafeEqual(given, expected) ? value : null;
  }

  private async signature(purpose: string, value: string): Promise<string> {
    this.key ??= this.load();
    this.key.catch(() => {
      this.key = null;
    });
    return createHmac("sha256", await this.key)
      .update(`${purpose}\0${value}`)
      .digest("base64url");
  }

  private load(): Promise<Buffer> {
    return this.database.system(async (tx) => {
      const known = await this.read(tx);
      if (known) return known; // nothing is written then: a full disk does not stop pages
      await tx.execute(sql`insert into releases.signing_key (name, key) values ('visitors', decode(${randomBytes(32).toString("hex")}, 'hex'))
        on conflict (name) do nothing`);
      return (await this.read(tx))!;
    });
  }

  private async read(tx: Tx): Promise<Buffer | null> {
    const { rows } = await tx.execute<{ key: string }>(
      sql`select encode(key, 'hex') as key from releases.signing_key where name = 'visitors'`,
    );
    return rows[0] ? Buffer.from(rows[0].key, "hex") : null;
  }
}
