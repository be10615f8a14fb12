import type pg from "pg";
import { type DatabaseError, fromDriver, isConnectionLost, operationOf } from "./database-error.ts";
import { type Company, Flush, STALE } from "./flush.ts";

type Query = (...args: unknown[]) => Promise<pg.QueryResult>;

/** How statements with parameters reach a connection: as a Flush, with what goes along in the same round trip. */
export function sender(client: pg.Client | pg.PoolClient, prepares: boolean): Query {
  const send = client.query.bind(client) as unknown as (
    query: unknown,
    done?: (error: Error | null, result: pg.QueryResult) => void,
  ) => Promise<pg.QueryResult>;
  return (config, values, company) => {
    const described = typeof config === "string" ? { text: config } : (config as { text: string; values?: unknown[] });
    const own = (values as unknown[] | undefined) ?? described.values ?? [];
    // Without parameters a text may be several statements, which only the simple protocol takes.
    if (!own.length) return company ? asOneText(send, config, described.text, company as Company) : send(config);
    const together = (company as Company | undefined) ?? ALONE;
    const attempt = () =>
      new Promise<pg.QueryResult>((done, failed) => {
        const flush = new Flush(described, own, together, prepares);
        send(flush, (error, result) => (error ? failed(error) : done(result)));
      });
    const isFirst = client.getTransactionStatus() === "I";
    return attempt().catch(async (error: { code?: string }) => {
      // Within a transaction what came before would be lost.
      if (!isFirst || !error.code || !STALE.has(error.code)) throw error;
      if (together.before.some(({ text }) => text === "begin")) await send("rollback");
      return attempt();
    });
  };
}

/** Texts as one, in one round trip: after an error PostgreSQL skips the rest. */
async function asOneText(
  send: (query: unknown) => Promise<pg.QueryResult>,
  config: unknown,
  text: string,
  { before, after }: Company,
): Promise<pg.QueryResult> {
  const literals = [...before, ...after].map(({ literal }) => literal);
  if (literals.includes(null)) throw new Error("A statement with parameters cannot go along with one without");
  const all = [...literals.slice(0, before.length), text, ...literals.slice(before.length)].join("\n;\n");
  const results = (await send(typeof config === "string" ? all : { ...(config as object), text: all })) as unknown;
  if (!Array.isArray(results)) return results as pg.QueryResult;
  const own = results.slice(before.length, results.length - after.length);
  return own.length === 1 ? own[0] : (own as never);
}

const ALONE: Company = { before: [], after: [] };

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
    /** Each statement is a transaction of its own: a lost answer leaves open whether it was kept. */
    private readonly isAlone = false,
  ) {}

  /**
   * As `pg.Client.query` with promises; the third argument is a `Company`: what goes along in the same round trip.
   * @throws DatabaseError
   */
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
      const commits = operation === "commit" || isCommitting(args[2] as Company | undefined);
      const known = fromDriver(error, statement, commits || (this.isAlone && !READS.has(operation)));
      if (isConnectionLost(known)) this.lost = known;
      throw known;
    }
  }
}

const isCommitting = (company: Company | undefined) => company?.after.some(({ text }) => text === "commit") ?? false;

/** The statement of a call of `query`. */
export const textOf = ([first]: unknown[]): string =>
  typeof first === "string" ? first : ((first as { text?: string } | null)?.text ?? "");
