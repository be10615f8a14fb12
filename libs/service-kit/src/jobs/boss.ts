import { PgBoss } from "pg-boss";
import { statementAsOwner } from "../database/as-owner.ts";
import type { Database } from "../database/database.ts";
import { withoutValues } from "../database/database-error.ts";
import type { OpenDatabase } from "../database/open.ts";
import type { Log } from "../log.ts";

/** Seconds without a sign of life after which a job of a killed process is taken up by another one. */
export const HEARTBEAT_SECONDS = 30;

/** pg-boss, and who in this process wants to know that a queue may have jobs. */
export class Boss extends PgBoss {
  private readonly wakes = new Map<string, () => void>();

  onJobs(queue: string, wake: () => void): void {
    this.wakes.set(queue, wake);
  }

  wake(queue: string): void {
    this.wakes.get(queue)?.();
  }

  wakeAll(): void {
    for (const wake of this.wakes.values()) wake();
  }
}

/**
 * pg-boss over the process's own pool. Inside a transaction of ours it joins that transaction: a job is enqueued with
 * the commit or not at all (and the one session of the embedded database is not waited for from within itself). With
 * the embedded database, jobs of the process before are made ready again.
 */
export async function startBoss(
  opened: OpenDatabase,
  database: Database,
  embedded: boolean,
  log: Log,
  { migrate = true }: { migrate?: boolean } = {},
): Promise<Boss> {
  const boss = new Boss({
    db: {
      executeSql: async (text, values) => {
        const tx = database.current();
        if (tx)
          return statementAsOwner(tx, { text, values: values as unknown[] }).catch((error) => {
            throw withoutValues(error); // pg-boss hands on every member of an error
          });
        return (await opened.pool.query(text, values as unknown[])) as { rows: unknown[] };
      },
      listen: async (channel, received, subscribed) => {
        const told = (queue: string) => {
          boss.wake(queue);
          received(queue);
        };
        // What was sent while the connection was away told nobody.
        const handle = await opened.listen(channel, told, () => boss.wakeAll());
        subscribed();
        return handle;
      },
    },
    backend: embedded ? "pglite" : "postgres",
    migrate,
    useListenNotify: true,
    monitorVacuum: false,
    superviseIntervalSeconds: 15,
  });
  // pg-boss gives the members of an error, not the error: without them the log would not know it for one.
  boss.on("error", ({ message, stack, code }: Error & { code?: string }) =>
    log.error({ err: Object.assign(new Error(message), { stack, code }) }, "jobs: error"),
  );
  // Of a warning the message alone: with it come statements and their values.
  boss.on("warning", ({ message }) => log.debug({}, `jobs: ${message}`));
  await boss.start();
  // The data lock says that no other process works on an embedded database: whatever is active was interrupted.
  if (embedded)
    await opened.pool.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
  return boss;
}
