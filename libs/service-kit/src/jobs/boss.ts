import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Tx } from "../database/database.ts";
import type { OpenDatabase } from "../database/open.ts";
import type { Log } from "../log.ts";

/** Seconds without a sign of life after which a job of a killed process is taken up by another one. */
export const HEARTBEAT_SECONDS = 30;

/** pg-boss over the process's own pool; with the embedded database, jobs of the process before are made ready again. */
export async function startBoss(database: OpenDatabase, embedded: boolean, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => (await database.pool.query(text, values as unknown[])) as { rows: unknown[] },
      listen: async (channel, heard, subscribed) => {
        const handle = await database.listen(channel, heard);
        subscribed();
        return handle;
      },
    },
    backend: embedded ? "pglite" : "postgres",
    useListenNotify: true,
    monitorVacuum: false,
    superviseIntervalSeconds: 15,
  });
  boss.on("error", (error) => log.error({ err: error }, "jobs: error"));
  boss.on("warning", (warning) => log.debug({ warning }, "jobs: warning"));
  await boss.start();
  // The data lock says that no other process works on an embedded database: whatever is active was interrupted.
  if (embedded) await database.pool.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
  return boss;
}

/** Options that make pg-boss write within a transaction of ours. */
export const within = (tx: Tx) => ({ db: fromDrizzle(tx, sql) });
