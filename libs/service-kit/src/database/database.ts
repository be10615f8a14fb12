import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { type Claim, claims } from "./claim.ts";

/** Handle of one transaction. */
export type Tx = NodePgDatabase;

interface Scope {
  tx: Tx;
  /** null for the system's. */
  userId: string | null;
  /** False once the transaction has ended: what it left running must not use it. */
  open: boolean;
}

/** What the kit needs of a pool, embedded or PostgreSQL's. */
export type Pool = Pick<pg.Pool, "query" | "connect" | "end" | "on">;

/**
 * Every access to the database goes through a transaction of one of two kinds: `as` a caller, where row-level security
 * lets through what is theirs alone, or as the `system`, for jobs and work across people. Inside one, both join it.
 */
export class Database {
  private readonly scope = new AsyncLocalStorage<Scope>();
  private readonly joined = new WeakMap<Claim, Scope>();
  private readonly root: NodePgDatabase;

  constructor(readonly pool: Pool) {
    this.root = drizzle({ client: pool as pg.Pool });
  }

  /** The transaction around the running code, or null. */
  current(): Tx | null {
    return this.scoped()?.tx ?? null;
  }

  /** Runs `work` in one transaction with the caller's claims set and the role that row-level security binds. */
  as<T>(caller: { userId: string }, work: (tx: Tx) => Promise<T>): Promise<T> {
    const current = this.scoped();
    if (current) {
      if (current.userId !== null && current.userId !== caller.userId)
        throw new Error("A transaction of one caller cannot become another's");
      return work(current.tx);
    }
    const jwt = pg.escapeLiteral(JSON.stringify({ sub: caller.userId, role: "authenticated" }));
    const setUp = `set local role tessera_caller; select set_config('request.jwt.claims', ${jwt}, true)`;
    return this.transaction(caller.userId, setUp, work);
  }

  /** Runs `work` in one transaction as the owner of the tables. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const current = this.scoped();
    if (current) {
      if (current.userId !== null)
        throw new Error("A transaction of a caller cannot become the system's: it would keep the caller's rights");
      return work(current.tx);
    }
    return this.transaction(null, "", work);
  }

  /**
   * Runs work of one statement as the owner of the tables. A statement is a transaction by itself: without one around it, its
   * two further round trips are saved. Inside a transaction it joins that.
   */
  statement<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.scoped() ? this.system(work) : work(this.root);
  }

  private transaction<T>(userId: string | null, setUp: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const claim = claims.getStore();
    if (claim?.isFree) return this.claimed(claim, userId, setUp, work);
    return this.root.transaction(async (tx) => {
      if (setUp) await tx.execute(setUp);
      return this.within(tx as unknown as Tx, userId, work);
    });
  }

  /** The first transaction of a request with an Idempotency-Key. It is joined by later ones, and ends when the answer is known. */
  private claimed<T>(claim: Claim, userId: string | null, setUp: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return claim.hold<T>((within) =>
      this.root.transaction(async (root) => {
        const tx = root as unknown as Tx;
        await claim.take(tx, setUp);
        const scope: Scope = { tx, userId, open: true };
        this.joined.set(claim, scope);
        try {
          await within(() => this.scope.run(scope, () => work(tx)), tx);
        } finally {
          scope.open = false;
        }
      }),
    );
  }

  private scoped(): Scope | undefined {
    const claim = claims.getStore();
    const scope = this.scope.getStore() ?? (claim && this.joined.get(claim));
    return scope?.open ? scope : undefined;
  }

  private async within<T>(tx: Tx, userId: string | null, work: (tx: Tx) => Promise<T>): Promise<T> {
    const scope: Scope = { tx, userId, open: true };
    try {
      return await this.scope.run(scope, () => work(tx));
    } finally {
      scope.open = false;
    }
  }
}
