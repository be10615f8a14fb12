import { AsyncLocalStorage } from "node:async_hooks";
import type { SQL } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres/session";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { begins, statementAsOwner } from "./as-owner.ts";
import { callerRole } from "./caller-roles.ts";
import { limitedCards } from "./card-limits.ts";
import { type Claim, claims } from "./claim.ts";
import { isConnectionLost, withoutValues } from "./database-error.ts";
import type { Statement } from "./flush.ts";
import { type Pool, WAIT_MS } from "./pool.ts";
import { timesAsText } from "./times-as-text.ts";
import { AS_OWNER, BEGIN, Transaction } from "./transaction.ts";

/** Handle of one transaction. */
export type Tx = NodePgDatabase;

interface Scope {
  tx: Tx;
  transaction: Transaction;
  /** null for the system's. */
  userId: string | null;
  /** Schema whose caller's role the transaction has; null for the system's. */
  schema: string | null;
  /** False once the transaction has ended: what it left running must not use it. */
  open: boolean;
  /** Others still have work in this transaction, or an answer is to be kept in it: it must not be committed yet. */
  isShared: boolean;
}

/** Whose rights a transaction has. */
type Owner = Pick<Scope, "userId" | "schema">;

const dialect = new PgDialect();

const rowsOf = async <R>(tx: Tx, statement: SQL) => (await tx.execute(statement)) as unknown as { rows: R[] };

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
      this.checkJoin(current, caller);
      return this.join(current, work);
    }
    return this.transaction([this.actAs(caller.userId)], { userId: caller.userId, schema: this.schema }, work);
  }

  /**
   * Runs one statement that reads as the caller: a transaction of its own, read-only, in one round trip. Inside a
   * transaction it joins that. @throws Error as `as`
   */
  async read<R extends Record<string, unknown>>(caller: { userId: string }, statement: SQL): Promise<{ rows: R[] }> {
    if (this.scoped() || claims.getStore()?.isFree) return this.as(caller, (tx) => rowsOf<R>(tx, statement));
    const { sql: text, params } = dialect.sqlToQuery(statement);
    const company = { before: [this.actAs(caller.userId, true)], after: [] };
    const deadline = performance.now() + WAIT_MS;
    for (;;) {
      try {
        return await this.pool.query<R>({ text, types: timesAsText }, params, company);
      } catch (error) {
        // A connection may have broken unnoticed while it was idle.
        if (!isConnectionLost(error) || performance.now() > deadline) throw this.leaving(error);
      }
    }
  }

  /**
   * Runs the last statement of a transaction together with its commit, in one round trip. Nothing can be asked of `tx`
   * afterwards. In a transaction that was joined, or that still keeps an answer, it is a statement like any other.
   */
  async finish<R extends Record<string, unknown>>(tx: Tx, statement: SQL): Promise<{ rows: R[] }> {
    const ending = this.ending(tx);
    if (!ending) return rowsOf<R>(tx, statement);
    const { sql: text, params } = dialect.sqlToQuery(statement);
    return (await ending.finish({ text, types: timesAsText }, params)) as unknown as { rows: R[] };
  }

  /** The same for a statement of another library, as the owner of the tables; times are dates. */
  async finishAsOwner(tx: Tx, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    const ending = this.ending(tx);
    return ending ? ending.finish({ text }, values, [AS_OWNER]) : statementAsOwner(tx, { text, values });
  }

  /** What ends the transaction `tx` with its last statement; null where others still use it. */
  private ending(tx: Tx): Transaction | null {
    const scope = this.scope.getStore();
    return scope?.open && !scope.isShared && scope.tx === tx ? scope.transaction : null;
  }

  /** Runs `work` in one transaction as the owner of the tables. */
  async system<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const current = this.scoped();
    if (current) {
      if (current.userId !== null)
        throw new Error("A transaction of a caller cannot become the system's: it would keep the caller's rights");
      return this.join(current, work);
    }
    return this.transaction([], { userId: null, schema: null }, work);
  }

  /**
   * Runs work of one statement as the owner of the tables. A statement is a transaction of its own: without one around
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

  private checkJoin(current: Scope, caller: { userId: string }): void {
    if (current.userId === null)
      throw new Error("A transaction of the system cannot become a caller's: it would keep the owner's rights");
    if (current.userId !== caller.userId) throw new Error("A transaction of one caller cannot become another's");
    if (current.schema !== this.schema)
      throw new Error(`A caller's transaction of ${current.schema} cannot reach ${this.schema}`);
  }

  /** Gives a transaction the caller's claims and the role that row-level security binds. */
  private actAs(userId: string, readsOnly = false): Statement {
    const role = callerRole(this.schema);
    const cards = limitedCards();
    const jwt = JSON.stringify({ sub: userId, role: "authenticated", ...(cards ? { cards } : {}) });
    const readOnly = readsOnly ? ", set_config('transaction_read_only', 'on', true)" : "";
    const select = (roleAs: string, jwtAs: string) =>
      `select set_config('role', ${roleAs}, true), set_config('request.jwt.claims', ${jwtAs}, true)${readOnly}`;
    return {
      text: select("$1", "$2"),
      values: [role, jwt],
      literal: select(pg.escapeLiteral(role), pg.escapeLiteral(jwt)),
    };
  }

  private transaction<T>(setUp: Statement[], of: Owner, work: (tx: Tx) => Promise<T>): Promise<T> {
    const claim = claims.getStore();
    if (claim?.isFree) return this.claimed(claim, setUp, of, work);
    return this.run([BEGIN, ...setUp], of, (scope) => this.scope.run(scope, () => work(scope.tx)));
  }

  /**
   * The first transaction of a request with an Idempotency-Key. It is joined by later ones, and ends when the answer is
   * known.
   */
  private claimed<T>(claim: Claim, setUp: Statement[], of: Owner, work: (tx: Tx) => Promise<T>): Promise<T> {
    return claim.hold<T>((within) =>
      this.run([BEGIN], of, async (scope) => {
        await claim.take(scope.tx, setUp.map(({ literal }) => literal).join("; "));
        this.joined.set(claim, scope);
        scope.isShared = true;
        await within(
          () => this.scope.run(scope, () => work(scope.tx)),
          ({ text, values }) => scope.transaction.finish({ text }, values, [AS_OWNER]),
        );
      }),
    );
  }

  /** Work of the inner of two transactions that are one. */
  private join<T>(outer: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    // Not a copy: the inner one ends with the outer one.
    const inner: Scope = Object.create(outer, { isShared: { value: true } });
    return this.scope.run(inner, () => work(outer.tx));
  }

  private scoped(): Scope | undefined {
    const claim = claims.getStore();
    const scope = this.scope.getStore() ?? (claim && this.joined.get(claim));
    return scope?.open ? scope : undefined;
  }

  private async run<T>(opening: Statement[], of: Owner, work: (scope: Scope) => Promise<T>): Promise<T> {
    const transaction = new Transaction(this.pool, opening);
    const session = new NodePgSession(transaction as unknown as pg.PoolClient, dialect, undefined);
    const tx = new NodePgTransaction(dialect, session as never, undefined) as unknown as Tx;
    const scope: Scope = { ...of, tx, transaction, open: true, isShared: false };
    begins(tx, { transaction, role: of.schema === null ? "none" : callerRole(of.schema) });
    try {
      const result = await work(scope);
      await transaction.commit();
      return result;
    } catch (error) {
      scope.open = false;
      throw this.leaving(error);
    } finally {
      scope.open = false;
      await transaction.end();
    }
  }
}
