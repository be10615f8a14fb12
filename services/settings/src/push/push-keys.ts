import { createECDH } from "node:crypto";
import { Inject, Injectable, type OnApplicationBootstrap } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import webPush from "web-push";
import { PUSH_CONFIG, type PushConfig } from "./push-config.ts";

export interface KeyPair {
  publicKey: string;
  privateKey: string;
}

/** The installation's keys that messages are signed with: PUSH_KEY, or a pair made at the first start and kept. */
@Injectable()
export class PushKeys implements OnApplicationBootstrap {
  private readonly given: KeyPair | null;
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(PUSH_CONFIG) { privateKey }: PushConfig,
  ) {
    this.given = privateKey ? { privateKey, publicKey: publicKeyOf(privateKey) } : null;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.current();
  }

  async current(): Promise<KeyPair> {
    if (this.given) return this.given;
    return this.database.system(async (tx) => (await this.read(tx)) ?? (await this.make(tx)));
  }

  /**
   * Makes the next pair. Browsers take no messages signed with it until they have subscribed again, which each does
   * when the product is opened there.
   * @returns false where PUSH_KEY says which it is
   */
  async rotate(): Promise<boolean> {
    if (this.given) return false;
    await this.database.system(async (tx) => {
      await tx.execute(sql`delete from settings.push_key`);
      await this.make(tx);
    });
    return true;
  }

  private async make(tx: Tx): Promise<KeyPair> {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    await tx.execute(sql`insert into settings.push_key (public_key, private_key, made_at)
      values (${publicKey}, ${privateKey}, ${this.clock.now().toISOString()}) on conflict do nothing`);
    return (await this.read(tx))!;
  }

  private async read(tx: Tx): Promise<KeyPair | null> {
    const { rows } = await tx.execute<{ publicKey: string; privateKey: string }>(
      sql`select public_key as "publicKey", private_key as "privateKey" from settings.push_key`,
    );
    return rows[0] ?? null;
  }
}

function publicKeyOf(privateKey: string): string {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(privateKey, "base64url");
  return curve.getPublicKey("base64url");
}
