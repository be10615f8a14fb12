import pg from "pg";
// @ts-expect-error: without types; how node-postgres writes a JavaScript value as a parameter
import driver from "pg/lib/utils.js";
import { nameOf } from "./statement-names.ts";

/** One statement with its parameters. */
export interface Statement {
  text: string;
  values: unknown[];
  /** The same without parameters, for the simple protocol; null where only the other one takes it. */
  literal: string | null;
}

/** What goes along with a statement in the same round trip. */
export interface Company {
  /** Statements that run first; their answers are left out. */
  before: readonly Statement[];
  /** Statements that run after it; their answers are left out. */
  after: readonly Statement[];
}

/**
 * SQLSTATE of prepared statements that are to be parsed again: their columns changed (a migration of another process),
 * or the connection behind a pooler does not have them.
 */
export const STALE = new Set(["0A000", "26000"]);

/** What is used of the driver's connection, which has no types. */
interface Connection {
  stream: { cork?(): void; uncork?(): void };
  parse(message: { name: string; text: string; types: never[] }): void;
  bind(message: { portal: string; statement: string; values: unknown[]; valueMapper: unknown }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: { portal: string }): void;
  close(message: { type: "S"; name: string }): void;
  sync(): void;
}

/** What a connection holds of named statements. */
interface Known {
  /** Parsed on the server, by name; with the columns of their answers once those were described. */
  parsed: Map<string, { columns: unknown | null }>;
  /** Sent in a flush that failed: the server may hold them or not. */
  doubtful: Set<string>;
}

const known = new WeakMap<Connection, Known>();

function knownOf(connection: Connection): Known {
  const found = known.get(connection) ?? { parsed: new Map(), doubtful: new Set() };
  known.set(connection, found);
  return found;
}

/** The driver's query, whose methods are called as its messages arrive. */
const Query = pg.Query as unknown as new (
  config: unknown,
  values: unknown[],
) => {
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
};

/**
 * Statements of one round trip: sent together up to a single Sync, so that after an error PostgreSQL skips the rest. No
 * statement ever runs without those before it having succeeded. Without `begin` among them they are one transaction by
 * themselves. Hot statements are prepared under a name, once a connection.
 */
export class Flush extends Query {
  private at = 0;
  private known: Known | undefined;
  /** Names that this flush parses. */
  private readonly sent: string[] = [];
  private ownName = "";
  private columns: unknown = null;
  /** Why it could not be written. */
  private failure: Error | null = null;

  /** @param config text, `types` and `rowMode` as node-postgres takes them @param prepares whether names may be used */
  constructor(
    private readonly config: { text: string; types?: unknown; rowMode?: string },
    private readonly own: unknown[],
    private readonly company: Company,
    private readonly prepares: boolean,
  ) {
    super({ ...config, name: undefined }, own);
  }

  /** Called by the driver when it is this one's turn. */
  submit(connection: Connection): Error | null {
    this.known = knownOf(connection);
    connection.stream.cork?.();
    try {
      const { before, after } = this.company;
      for (const statement of before) this.write(connection, statement, false);
      this.write(connection, { text: this.config.text, values: this.own }, true);
      for (const statement of after) this.write(connection, statement, false);
    } catch (error) {
      // A value that cannot be written: nothing of what is sent may be kept.
      this.write(connection, REFUSED, false);
      this.failure = error as Error;
    } finally {
      connection.sync();
      connection.stream.uncork?.();
    }
    return null;
  }

  private write(connection: Connection, { text, values }: Omit<Statement, "literal">, isOwn: boolean): void {
    const { parsed, doubtful } = this.known!;
    const name = (this.prepares && nameOf(text)) || "";
    const there = name ? parsed.get(name) : undefined;
    if (!there) {
      if (doubtful.has(name)) connection.close({ type: "S", name });
      connection.parse({ name, text, types: [] });
      if (name) this.sent.push(name);
    }
    connection.bind({ portal: "", statement: name, values, valueMapper: driver.prepareValue });
    if (isOwn) {
      this.ownName = name;
      // The columns of a prepared statement never change: PostgreSQL refuses it when they would.
      if (there?.columns) super.handleRowDescription(there.columns);
      else connection.describe({ type: "P", name: "" });
    }
    connection.execute({ portal: "" });
  }

  override handleRowDescription(message: unknown): void {
    this.columns = message;
    super.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    if (this.at === this.company.before.length) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.at === this.company.before.length) super.handleCommandComplete(message, connection);
    this.at += 1;
  }

  override handleReadyForQuery(connection: Connection): void {
    const { parsed, doubtful } = this.known!;
    for (const name of this.sent) {
      doubtful.delete(name);
      parsed.set(name, { columns: null });
    }
    const own = parsed.get(this.ownName);
    if (own && this.columns) own.columns = this.columns;
    super.handleReadyForQuery(connection);
  }

  override handleError(error: Error, connection: Connection): void {
    for (const name of this.sent) this.known?.doubtful.add(name);
    if (STALE.has((error as { code?: string }).code ?? "")) this.forget();
    super.handleError(this.failure ?? error, connection);
  }

  private forget(): void {
    const { parsed, doubtful } = this.known!;
    for (const name of parsed.keys()) doubtful.add(name);
    parsed.clear();
  }
}

/** Fails wherever it runs. */
const REFUSED = { text: "select 1/0", values: [] };
