import { Injectable, type OnApplicationBootstrap } from "@nestjs/common";
import { Database, Log } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { placeOf } from "../providers/provider-key.ts";
import { Keyring } from "./keyring.ts";

/** After the installation's secret was replaced, keys that its predecessor sealed are sealed with the present one. */
@Injectable()
export class SealAgain implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly log: Log,
  ) {}

  async onApplicationBootstrap() {
    await this.with(this.keyring);
  }

  /** Seals with the first secret of `keyring` what any other of them sealed. */
  async with(keyring: Keyring): Promise<void> {
    const { currentId } = keyring;
    if (!currentId) return;
    await this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ id: string; user_id: string; sealed_key: Buffer; key_id: string }>(sql`
        select id, user_id, sealed_key, key_id from agents.provider
        where key_id is not null and key_id <> ${currentId} for update`);
      for (const row of rows) {
        const place = placeOf(row.user_id, row.id);
        const key = keyring.open({ keyId: row.key_id, bytes: Buffer.from(row.sealed_key) }, place);
        if (key === null) {
          this.log.warn({ provider: row.id }, "the secret that sealed a provider's key is not known here");
          continue;
        }
        const { keyId, bytes } = keyring.seal(key, place);
        await tx.execute(sql`update agents.provider set sealed_key = ${bytes}, key_id = ${keyId} where id = ${row.id}`);
      }
    });
  }
}
