import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { fromDriver, isConnectionLost } from "./database-error.ts";
import { Lease, sender } from "./lease.ts";
import { type Pool, WAIT_MS } from "./pool.ts";

export interface ServerLimits {
  /** Connections of this process, the listening ones not counted. */
  poolSize: number;
  /** Ms until the database gives up on a statement; 0 for never. */
  statementTimeout: number;
  /** Ms until the database ends a transaction in which nothing happens; 0 for never. */
  idleInTransactionTimeout: number;
  /** Ms to wait for a connection: to be made, or to be given back by somebody. */
  connectTimeout: number;
  /** Whether hot statements are prepared under names, which some poolers do not hand on. */
  prepares: boolean;
}

/** Ms between two tries to connect while the server is away. */
const RETRY_MS = 50;

/** Connections to a PostgreSQL server. One that breaks fails the work that has it, nothing else, and is replaced. */
export class ServerPool implements Pool {
  private readonly pool: pg.Pool;

  constructor(
    url: string,
    private readonly limits: ServerLimits,
  ) {
    this.pool = new pg.Pool({
      connectionString: url,
      max: limits.poolSize,
      connectionTimeoutMillis: limits.connectTimeout,
      keepAlive: true,
      // Set by a statement: poolers refuse start-up parameters they do not know.
      onConnect: async (client) => {
        await client.query(
          `set statement_timeout = ${limits.statementTimeout}; set idle_in_transaction_session_timeout = ${limits.idleInTransactionTimeout}`,
        );
      },
    });
    // A connection breaks while idle, or leased between two statements: without listeners either ends the process.
    this.pool.on("error", () => undefined);
    this.pool.on("connect", (client) => void client.on("error", () => undefined));
  }

  connect(): Promise<Lease> {
    return this.lease(false);
  }

  async query(...args: unknown[]) {
    const lease = await this.lease(true);
    try {
      return await lease.query(...args);
    } finally {
      lease.release();
    }
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  private async lease(isAlone: boolean): Promise<Lease> {
    const deadline = performance.now() + WAIT_MS;
    for (;;) {
      try {
        const client = await this.pool.connect();
        // A transaction that was left open ends with its connection.
        const giveBack = (lost: Error | null) => client.release(lost ?? client.getTransactionStatus() !== "I");
        return new Lease(sender(client, this.limits.prepares), giveBack, isAlone);
      } catch (thrown) {
        const error = fromDriver(thrown, "connect");
        if (!isConnectionLost(error) || performance.now() + RETRY_MS > deadline) throw error;
        await wait(RETRY_MS);
      }
    }
  }
}
