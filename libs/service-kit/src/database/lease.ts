import type pg from "pg";
import { type DatabaseError, fromDriver, isConnectionLost, operationOf } from "./database-error.ts";

type Query = (...args: unknown[]) => Promise<pg.QueryResult>;

/** Statements that leave nothing behind when their answer is lost, where no transaction is around them. */
const READS = new Set(["select", "show", "begin", "rollback", "listen", "set", "checkpoint"]);

/**
 * One connection while one piece of work has it. Its errors carry no values. Statements sent side by side go one after
 * the other, as node-postgres wants it.
 */
export class Lease {
  /** Set once the connection broke; it must not be used again. */
  lost: DatabaseError | null = null;
  private last: Promise<unknown> | null = null;
  private released = false;

  constructor(
    private readonly send: Query,
    private readonly giveBack: (lost: DatabaseError | null) => void,
    /** Each statement is a transaction by itself: a lost answer leaves open whether it was kept. */
    private readonly isAlone = false,
  ) {}

  /** As `pg.Client.query` with promises. @throws DatabaseError */
  async query(...args: unknown[]): Promise<pg.QueryResult> {
    const previous = this.last;
    const sent = previous ? previous.then(() => this.sendNow(args)) : this.sendNow(args);
    const settled = sent.catch(() => undefined);
    this.last = settled;
    try {
      return await sent;
    } finally {
      if (this.last === settled) this.last = null;
    }
  }

  release(): void {
    if (this.released) return;
    this.released = true;
    // What was left running is waited for: the next user of the connection must not find it there.
    if (this.last) void this.last.then(() => this.giveBack(this.lost));
    else this.giveBack(this.lost);
  }

  private async sendNow(args: unknown[]): Promise<pg.QueryResult> {
    if (this.lost) throw this.lost;
    try {
      return await this.send(...args);
    } catch (error) {
      const statement = textOf(args);
      const operation = operationOf(statement);
      const known = fromDriver(error, statement, operation === "commit" || (this.isAlone && !READS.has(operation)));
      if (isConnectionLost(known)) this.lost = known;
      throw known;
    }
  }
}

/** The statement of a call of `query`. */
export const textOf = ([first]: unknown[]): string =>
  typeof first === "string" ? first : ((first as { text?: string } | null)?.text ?? "");
