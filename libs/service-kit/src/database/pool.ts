import type pg from "pg";
import type { Company } from "./flush.ts";
import type { Lease } from "./lease.ts";

/** What the kit needs of a database, embedded or PostgreSQL's. Every error that leaves it is a DatabaseError. */
export interface Pool {
  /** One statement on its own, with what goes along in the same round trip. */
  // biome-ignore lint/suspicious/noExplicitAny: as node-postgres types rows that nobody described
  query<R extends pg.QueryResultRow = any>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
    company?: Company,
  ): Promise<pg.QueryResult<R>>;
  /**
   * A connection for one piece of work; waits up to WAIT_MS for a database that is away.
   * @throws DatabaseError `unavailable`
   */
  connect(): Promise<Lease>;
  end(): Promise<void>;
}

/**
 * How long a request waits for a database that is away, ms: a failover behind a pooler is shorter, a person's patience
 * not much longer.
 */
export const WAIT_MS = 2_000;
