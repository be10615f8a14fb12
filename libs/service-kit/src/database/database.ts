import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres/session";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { callerRole } from "./caller-roles.ts";
import { type Claim, claims } from "./claim.ts";
import { DatabaseError, isConnectionLost, withoutValues } from "./database-error.ts";
import type { Lease } from "./lease.ts";
import { type Pool, WAIT_MS } from "./pool.ts";

/** Handle of one transaction. */
export type Tx = NodePgDatabase;

interface Scope {
  tx: Tx;
  /** null for the system's. */
  userId: string | null;
  /** Schema whose caller's role the transaction has; null for the system's. */
  schema: string | null;
  /** False once the transaction has ended: what it left running must not use it. */
  open: boolean;
}

/** Whose rights a transaction has. */
type Owner = Pick<Scope, "userId" | "schema">;

const dialect = new PgDialect();

/**
 * Every access to the database goes through a transaction of one of two kinds: `as` a caller, where row-level security
 * lets through what is theirs alone and the role reaches the tables of one service alone, or as the `system`, for jobs
 * and work across people. Inside one, calls of the same kind join it.
 *
 * Errors leave as DatabaseError: nothing of a statement's values goes along.
 */
export class Database {
  private readonly root: NodePgDatabase;

  private constructor(
    readonly pool: Pool,
    /** Schema of the service that this is handed to: a caller's transaction reaches no other. */
    private readonly schema: string,
    private readonly scope: AsyncLocalStorage<Scope>,
    private readonly joined: WeakMap<Claim, Scope>,
    private readonly failed: (error: unknown) => void,
  ) {
    this.root = drizzle({ client: pool as unknown as pg.Pool });
  }

  /** @param failed is given every error before it leaves */
  static over(pool: Pool, schema: string, failed: (error: unknown) => void = () => undefined): Database {
    return new Database(pool, schema, new AsyncLocalStorage(), new WeakMap(), failed);
  }

  /** The same database, as the service that owns `schema` is given it. */
  of(schema: string): Database {
    return new Database(this.pool, schema, this.scope, this.joined, this.failed);
  }

  /** The transaction around the running code, or null. */
  current(): Tx | null {
    return this.scoped()?.tx ?? null;
  }

  /**
   * Runs `work` in one transaction with the caller's claims set and the role that row-level security binds.
   * @throws Error inside a transaction of the system, of another caller or of another service: it would have their
   * rights
   */
  async as<T>(caller: { userId: string }, work: (tx: Tx) => Promise<T>): Promise<T> {
    const current = this.scoped();
    if (current) {
      if (current.userId === null)
        throw new Error("A transaction of the system cannot become a caller's: it would keep the owner's rights");
      if (current.userId !== caller.userId) throw new Error("A transaction of one caller cannot become another's");
      if (current.schema !== this.schema)
        throw new Error(`A caller's transaction of ${current.schema} cannot reach ${this.schema}`);
      return work(current.tx);
    }
    const jwt = pg.escapeLiteral(JSON.stringify({ sub: caller.userId, role: "authenticated" }));
    const role = pg.escapeIdentifier(callerRole(this.schema));
    const setUp = `set local role ${role}; select set_config('request.jwt.claims', ${jwt}, true)`;
    return this.transaction(setUp, { userId: caller.userId, schema: this.schema }, work);
  }

  /** Runs `work` in one transaction as the owner of the tables. */
  async system<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const current = this.scoped();
    if (current) {
      if (current.userId !== null)
        throw new Error("A transaction of a caller cannot become the system's: it would keep the caller's rights");
      return work(current.tx);
    }
    return this.transaction("", { userId: null, schema: null }, work);
  }

  /**
   * Runs work of one statement as the owner of the tables. A statement is a transaction by itself: without one around
   * it, its two further round trips are saved. Inside a transaction it joins that.
   */
  async statement<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.scoped()) return this.system(work);
    try {
      return await work(this.root);
    } catch (error) {
      throw this.leaving(error);
    }
  }

  private leaving(thrown: unknown): unknown {
    const error = withoutValues(thrown);
    this.failed(error);
    return error;
  }

  private transaction<T>(setUp: string, of: Owner, work: (tx: Tx) => Promise<T>): Promise<T> {
    const claim = claims.getStore();
    if (claim?.isFree) return this.claimed(claim, setUp, of, work);
    return this.run(setUp ? `begin; ${setUp}` : "begin", of, (scope) => this.scope.run(scope, () => work(scope.tx)));
  }

  /**
   * The first transaction of a request with an Idempotency-Key. It is joined by later ones, and ends when the answer is
   * known.
   */
  private claimed<T>(claim: Claim, setUp: string, of: Owner, work: (tx: Tx) => Promise<T>): Promise<T> {
    return claim.hold<T>((within) =>
      this.run("begin", of, async (scope) => {
        await claim.take(scope.tx, setUp);
        this.joined.set(claim, scope);
        await within(() => this.scope.run(scope, () => work(scope.tx)), scope.tx);
      }),
    );
  }

  private scoped(): Scope | undefined {
    const claim = claims.getStore();
    const scope = this.scope.getStore() ?? (claim && this.joined.get(claim));
    return scope?.open ? scope : undefined;
  }

  private async run<T>(begin: string, of: Owner, work: (scope: Scope) => Promise<T>): Promise<T> {
    const lease = await this.begin(begin);
    const session = new NodePgSession(lease as unknown as pg.PoolClient, dialect, undefined);
    const scope: Scope = {
      ...of,
      tx: new NodePgTransaction(dialect, session as never, undefined) as unknown as Tx,
      open: true,
    };
    try {
      const result = await work(scope);
      const { command } = await lease.query("commit");
      // What PostgreSQL answers when a statement before had failed and its error was swallowed.
      if (command === "ROLLBACK") throw new DatabaseError({ kind: "refused", operation: "commit", code: "25P02" });
      return result;
    } catch (error) {
      scope.open = false;
      await lease.query("rollback").catch(() => undefined); // a lost connection rolls back by itself
      throw this.leaving(error);
    } finally {
      scope.open = false;
      lease.release();
    }
  }

  /** A connection may have broken unnoticed while it was idle: as long as nothing was done, another one will do. */
  private async begin(statement: string): Promise<Lease> {
    const deadline = performance.now() + WAIT_MS;
    for (;;) {
      const lease = await this.pool.connect();
      try {
        await lease.query(statement);
        return lease;
      } catch (error) {
        if (!isConnectionLost(error)) await lease.query("rollback").catch(() => undefined);
        lease.release();
        if (!isConnectionLost(error) || performance.now() > deadline) throw error;
      }
    }
  }
}
