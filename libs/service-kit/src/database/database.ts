import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

/** Handle of one transaction. */
export type Tx = NodePgDatabase;

/** What the kit needs of a pool, embedded or PostgreSQL's. */
export type Pool = Pick<pg.Pool, "query" | "connect" | "end" | "on">;

/**
 * Every access to the database goes through a transaction of one of two kinds: `as` a caller, where row-level security
 * lets through what is theirs alone, or as the `system`, for jobs and work across people. Inside one, both join it.
 */
export class Database {
  private readonly scope = new AsyncLocalStorage<{ tx: Tx; userId: string | null }>();
  private readonly root: NodePgDatabase;

  constructor(readonly pool: Pool) {
    this.root = drizzle({ client: pool as pg.Pool });
  }

  /** Runs `work` in one transaction with the caller's claims set and the role that row-level security binds. */
  as<T>(caller: { userId: string }, work: (tx: Tx) => Promise<T>): Promise<T> {
    const current = this.scope.getStore();
    if (current) {
      if (current.userId !== null && current.userId !== caller.userId)
        throw new Error("A transaction of one caller cannot become another's");
      return work(current.tx);
    }
    const claims = pg.escapeLiteral(JSON.stringify({ sub: caller.userId, role: "authenticated" }));
    return this.root.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local role tessera_caller; select set_config('request.jwt.claims', ${claims}, true)`));
      return this.scope.run({ tx: tx as unknown as Tx, userId: caller.userId }, () => work(tx as unknown as Tx));
    });
  }

  /** Runs `work` in one transaction as the owner of the tables. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const current = this.scope.getStore();
    if (current) {
      if (current.userId !== null)
        throw new Error("A transaction of a caller cannot become the system's: it would keep the caller's rights");
      return work(current.tx);
    }
    return this.root.transaction((tx) => this.scope.run({ tx: tx as unknown as Tx, userId: null }, () => work(tx as unknown as Tx)));
  }
}
