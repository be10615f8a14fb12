import type pg from "pg";
import type { KitConfig } from "../config/kit-config.ts";
import type { Log } from "../log.ts";
import { openDatabaseFolder, prepareDataFolder } from "./data-folder.ts";
import { lockDataFolder } from "./data-lock.ts";
import { withoutValues } from "./database-error.ts";
import { EmbeddedPool } from "./embedded-pool.ts";
import { listenOnServer } from "./listen-on-server.ts";
import type { Pool } from "./pool.ts";
import { type ServerLimits, ServerPool } from "./server-pool.ts";
import { StartError } from "./start-error.ts";

export interface OpenDatabase {
  pool: Pool;
  /** Receives notifications on a channel until closed. @param resumed called after a lost connection was made again */
  listen(
    channel: string,
    received: (payload: string) => void,
    resumed?: () => void,
  ): Promise<{ close(): Promise<void> }>;
  close(): Promise<void>;
}

/** Minutes between checkpoints of the embedded database, which has neither checkpointer nor autovacuum. */
const MAINTENANCE_MINUTES = 5;

/** Opens the database that the configuration names. @throws DataFolderInUse, StartError with what to do */
export async function openDatabase(
  config: Pick<KitConfig, "databaseUrl" | "dataDir"> & { databaseLimits?: ServerLimits },
  log?: Log,
): Promise<OpenDatabase> {
  return config.databaseUrl ? openServer(config.databaseUrl, config.databaseLimits) : openEmbedded(config.dataDir, log);
}

async function openEmbedded(dataDir: string, log?: Log): Promise<OpenDatabase> {
  prepareDataFolder(dataDir, log);
  const unlock = lockDataFolder(dataDir);
  try {
    const pool = await openDatabaseFolder(dataDir);
    pool.on("crashed", (reason) =>
      log?.error({ err: withoutValues(reason) }, "The embedded database crashed; it is opened again"),
    );
    pool.on("reopened", () => log?.warn({}, "The embedded database is open again"));
    const maintenance = setInterval(
      () => void pool.query("checkpoint").catch(() => undefined),
      MAINTENANCE_MINUTES * 60_000,
    );
    const vacuum = setInterval(
      () => void pool.query("vacuum analyze").catch(() => undefined),
      12 * MAINTENANCE_MINUTES * 60_000,
    );
    maintenance.unref();
    vacuum.unref();
    return {
      ...embedded(pool),
      close: async () => {
        clearInterval(maintenance);
        clearInterval(vacuum);
        await pool.query("checkpoint").catch(() => undefined); // else the log of changes is read at the next start
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
    pool,
    listen: async (channel, received, resumed = () => undefined) => {
      const listener = (notification: pg.Notification) => {
        if (notification.channel === channel) received(notification.payload ?? "");
      };
      pool.on("notification", listener);
      pool.on("reopened", resumed);
      await pool.listen(channel);
      return {
        close: async () => {
          pool.off("notification", listener);
          pool.off("reopened", resumed);
        },
      };
    },
    close: () => pool.end(),
  };
}

const DEFAULTS: ServerLimits = {
  poolSize: 10,
  statementTimeout: 120_000,
  idleInTransactionTimeout: 60_000,
  connectTimeout: 5_000,
  prepares: true,
};

async function openServer(url: string, limits = DEFAULTS): Promise<OpenDatabase> {
  const pool = new ServerPool(url, limits);
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    throw new StartError(serverSentence(url, error as Error & { code?: string }), { cause: error });
  }
  return {
    pool,
    listen: (channel, received, resumed) => listenOnServer(url, channel, received, resumed),
    close: () => pool.end(),
  };
}

/** What the refusal of the server means to the person who starts the process; never the password. */
function serverSentence(url: string, { code = "no answer", message }: Error & { code?: string }): string {
  const { hostname, port, pathname, username } = new URL(url);
  const place = `The database ${pathname.slice(1)} on ${hostname}:${port || 5432} (DATABASE_URL)`;
  if (code === "28P01" || code === "28000")
    return `${place} refuses the user ${username}. Check the user and the password in DATABASE_URL.`;
  if (code === "3D000") return `${place} does not exist. Create it, or name another one in DATABASE_URL.`;
  if (code === "53300")
    return `${place} has no connection left. End other programs on it, or lower DATABASE_POOL_SIZE.`;
  return `${place} cannot be reached: ${message}. Check that the server runs and that DATABASE_URL names it.`;
}
