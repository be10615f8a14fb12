import type pg from "pg";
import { DatabaseError, isConnectionLost } from "./database-error.ts";
import type { Company, Statement } from "./flush.ts";
import type { Lease } from "./lease.ts";
import { type Pool, WAIT_MS } from "./pool.ts";

export const literally = (text: string): Statement => ({ text, values: [], literal: text });
export const BEGIN = literally("begin");
const COMMIT = literally("commit");
/** Ends the role of a caller within a transaction. */
export const AS_OWNER = literally("set local role none");

/**
 * The connection of one transaction. `begin` and what sets it up go with its first statement, `commit` goes with its
 * last one where that is known: as many round trips as it has statements.
 */
export class Transaction {
  private lease: Lease | null = null;
  private first: Promise<unknown> | null = null;
  private state: "open" | "committed" | "over" = "open";

  constructor(
    private readonly pool: Pool,
    private readonly opening: readonly Statement[],
  ) {}

  /** As `Lease.query`: what drizzle calls. @param company what goes along in the same round trip */
  query(config: unknown, values?: unknown[], company = NOTHING): Promise<pg.QueryResult> {
    return this.send(config, values, company);
  }

  /**
   * Runs a last statement and commits, in one round trip; nothing can be asked of this transaction afterwards.
   * @param before statements that run before it
   */
  async finish(config: unknown, values: unknown[], before: readonly Statement[] = []): Promise<pg.QueryResult> {
    const result = await this.send(config, values, { before, after: [COMMIT] });
    this.state = "committed";
    return result;
  }

  async commit(): Promise<void> {
    if (this.state !== "open" || !this.lease) return;
    const { command } = await this.lease.query("commit");
    // What PostgreSQL answers when a statement before had failed and its error was swallowed.
    if (command === "ROLLBACK") throw new DatabaseError({ kind: "refused", operation: "commit", code: "25P02" });
    this.state = "committed";
  }

  /** Gives the connection back; what was not committed is undone. */
  async end(): Promise<void> {
    const isOpen = this.state === "open";
    this.state = "over";
    await this.first?.catch(() => undefined);
    // A lost connection rolls back on its own.
    if (isOpen) await this.lease?.query("rollback").catch(() => undefined);
    this.lease?.release();
  }

  private async send(config: unknown, values: unknown[] | undefined, company: Company): Promise<pg.QueryResult> {
    // Behind the commit it would be a statement on its own, with the rights of the connection.
    if (this.state !== "open")
      throw new DatabaseError({ kind: "refused", operation: "statement", reason: "The transaction has ended" });
    if (!this.first) {
      const opened = this.open(config, values, { ...company, before: [...this.opening, ...company.before] });
      this.first = opened;
      return opened;
    }
    // What the first one has failed with says whether there is a connection.
    if (!this.lease) await this.first;
    return company === NOTHING ? this.lease!.query(config, values) : this.lease!.query(config, values, company);
  }

  /**
   * A connection may have broken unnoticed while it was idle: as long as nothing was committed, another one will do.
   */
  private async open(config: unknown, values: unknown[] | undefined, company: Company): Promise<pg.QueryResult> {
    const deadline = performance.now() + WAIT_MS;
    for (;;) {
      const lease = await this.pool.connect();
      try {
        const result = await lease.query(config, values, company);
        this.lease = lease;
        return result;
      } catch (error) {
        const isUncertain = error instanceof DatabaseError && error.uncertain;
        if (isConnectionLost(error) && !isUncertain && performance.now() <= deadline) lease.release();
        else {
          this.lease = lease;
          throw error;
        }
      }
    }
  }
}

const NOTHING: Company = { before: [], after: [] };
