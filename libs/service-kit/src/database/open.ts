import { join } from "node:path";
import pg from "pg";
import type { KitConfig } from "../config/kit-config.ts";
import { lockDataFolder } from "./data-lock.ts";
import type { Pool } from "./database.ts";
import { EmbeddedPool } from "./embedded-pool.ts";
import { listenOnServer } from "./listen-on-server.ts";

export interface OpenDatabase {
  pool: Pool;
  /** Receives notifications on a channel until closed. @param resumed called after a lost connection was made again */
  listen(channel: string, heard: (payload: string) => void, resumed?: () => void): Promise<{ close(): Promise<void> }>;
  close(): Promise<void>;
}

/** Minutes between checkpoints of the embedded database, which has neither checkpointer nor autovacuum. */
const UPKEEP_MINUTES = 5;

/** Opens the database that the configuration names. @throws DataFolderInUse */
export async function openDatabase(config: Pick<KitConfig, "databaseUrl" | "dataDir">): Promise<OpenDatabase> {
  return config.databaseUrl ? openServer(config.databaseUrl) : openEmbedded(config.dataDir);
}

async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const unlock = lockDataFolder(dataDir);
  try {
    const pool = await EmbeddedPool.open(join(dataDir, "database"));
    const upkeep = setInterval(() => void pool.query("checkpoint").catch(() => undefined), UPKEEP_MINUTES * 60_000);
    const vacuum = setInterval(() => void pool.query("vacuum analyze").catch(() => undefined), 12 * UPKEEP_MINUTES * 60_000);
    upkeep.unref();
    vacuum.unref();
    return {
      ...embedded(pool),
      close: async () => {
        clearInterval(upkeep);
        clearInterval(vacuum);
        await pool.query("checkpoint");
        await pool.end();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The database over an embedded pool that is already open (tests open theirs from a template). */
export function embedded(pool: EmbeddedPool): OpenDatabase {
  return {
    pool: pool as unknown as Pool,
    listen: async (channel, heard) => {
      const listener = (notification: pg.Notification) => {
        if (notification.channel === channel) heard(notification.payload ?? "");
      };
      pool.on("notification", listener);
      await pool.query(`listen ${pg.escapeIdentifier(channel)}`);
      return { close: async () => void pool.off("notification", listener) };
    },
    close: () => pool.end(),
  };
}

function openServer(url: string): OpenDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  return {
    pool,
    listen: (channel, heard, resumed) => listenOnServer(url, channel, heard, resumed),
    close: () => pool.end(),
  };
}
