import { Injectable, type OnApplicationBootstrap } from "@nestjs/common";
import { Database, Log } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { mcpPlaceOf } from "../mcp/mcp-secret.ts";
import { placeOf } from "../providers/provider-key.ts";
import { Keyring } from "./keyring.ts";

/** What is sealed: one text a row. */
const KEPT = [
  { name: "provider", table: sql`agents.provider`, column: sql`sealed_key`, placeOf },
  { name: "server", table: sql`agents.mcp_server`, column: sql`sealed`, placeOf: mcpPlaceOf },
];

/** After the installation's secret was replaced, what its predecessor sealed is sealed with the present one. */
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
    for (const kept of KEPT)
      await this.database.system(async (tx) => {
        const { table, column } = kept;
        const { rows } = await tx.execute<{ id: string; user_id: string; sealed: Buffer; key_id: string }>(sql`
          select id, user_id, ${column} as sealed, key_id from ${table}
          where key_id is not null and key_id <> ${currentId} for update`);
        for (const row of rows) {
          const place = kept.placeOf(row.user_id, row.id);
          const text = keyring.open({ keyId: row.key_id, bytes: Buffer.from(row.sealed) }, place);
          if (text === null) {
            this.log.warn(
              { [kept.name]: row.id },
              `the secret that sealed what a ${kept.name} is given is not known here`,
            );
            continue;
          }
          const { keyId, bytes } = keyring.seal(text, place);
          await tx.execute(sql`update ${table} set ${column} = ${bytes}, key_id = ${keyId} where id = ${row.id}`);
        }
      });
  }
}
