import { types } from "node:util";

/**
 * - `unavailable`: no connection, or it broke; trying again helps.
 * - `timeout`: the database gave up on a statement or a lock; trying again may help.
 * - `storage_full`: no room on the disk that holds the data.
 * - `refused`: the statement itself was wrong.
 */
export type DatabaseErrorKind = "unavailable" | "timeout" | "storage_full" | "refused";

interface Facts {
  kind: DatabaseErrorKind;
  /** First word of the statement: "insert", "commit", "connect". */
  operation: string;
  /** SQLSTATE, or the system's name of a network error (ECONNREFUSED). */
  code?: string;
  schema?: string;
  table?: string;
  column?: string;
  constraint?: string;
  policy?: string;
  /** What went wrong in the database's words, where these hold names only. */
  reason?: string;
}

/**
 * What is known of a failed statement without any value it held: the driver's own error carries bound values in its
 * message and detail, and drizzle's carries the whole statement. Only this one leaves `Database`.
 */
export class DatabaseError extends Error {
  override name = "DatabaseError";
  readonly kind: DatabaseErrorKind;
  readonly operation: string;
  readonly code: string | undefined;
  readonly schema: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  readonly constraint: string | undefined;
  /** The policy that a new row violates. */
  readonly policy: string | undefined;
  /** Whether the connection was lost while a change was being committed: it may have been kept. */
  readonly uncertain: boolean;

  constructor(facts: Facts, uncertain = false) {
    super(describe(facts));
    this.kind = facts.kind;
    this.operation = facts.operation;
    this.code = facts.code;
    this.schema = facts.schema;
    this.table = facts.table;
    this.column = facts.column;
    this.constraint = facts.constraint;
    this.policy = facts.policy;
    this.uncertain = uncertain;
  }
}

function describe({ kind, operation, code, schema, table, column, constraint, reason }: Facts): string {
  if (kind === "unavailable") return `The database could not be reached (${operation}${code ? `, ${code}` : ""})`;
  const where = [
    table && `table ${schema ? `${schema}.` : ""}${table}`,
    column && `column ${column}`,
    constraint && `constraint ${constraint}`,
  ];
  const known = [code ?? "no code", ...where.filter(Boolean)].join(", ");
  return `Database: ${operation} failed (${known})${reason ? `: ${reason}` : ""}`;
}

/** As node-postgres gives it: fields of the server's message, or a network error's. */
interface DriverError extends Error {
  code?: string;
  severity?: string;
  schema?: string;
  table?: string;
  column?: string;
  constraint?: string;
}

/** SQLSTATE whose messages name objects of the schema and no value (class 42 but syntax errors, and 3F000). */
const NAMES_ONLY = new Set(["42P01", "42703", "42501", "42883", "42704", "42P07", "42710", "3F000"]);
/** SQLSTATE of a server that is going, coming, or full of connections. */
const AWAY = new Set(["57P01", "57P02", "57P03", "57P05", "53300", "25P03", "25P04"]);
const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
]);
/** node-postgres has no code for these. */
const LOST =
  /^(Connection terminated|timeout e|Client has encountered a connection error|Client was closed|Connection ended|write EPIPE)/;
const TIMED_OUT = new Set(["57014", "55P03"]);
const FULL = new Set(["53100", "ENOSPC", "EDQUOT"]);
/** What PGlite and PostgreSQL say of a full disk where the SQLSTATE is a general one. */
const NO_SPACE = /No space left on device|Disk quota exceeded/i;

function kindOf(error: DriverError): DatabaseErrorKind {
  const { code = "", message } = error;
  if (FULL.has(code) || NO_SPACE.test(message)) return "storage_full";
  if (code.startsWith("08") || AWAY.has(code) || NETWORK.has(code) || LOST.test(message)) return "unavailable";
  // The server calls 57P04 and the like FATAL: it ended the connection with it.
  if (error.severity === "FATAL" || error.severity === "PANIC") return "unavailable";
  return TIMED_OUT.has(code) ? "timeout" : "refused";
}

/** The driver's error without values. @param statement what was sent; only its first word is kept */
export function fromDriver(thrown: unknown, statement: string, uncertain = false): DatabaseError {
  if (thrown instanceof DatabaseError) return thrown;
  const error = (isError(thrown) ? thrown : new Error("unknown")) as DriverError;
  const { code, schema, table, column, constraint } = error;
  const kind = kindOf(error);
  const reason = code && NAMES_ONLY.has(code) ? error.message : undefined;
  const policy = code === "42501" ? /policy "(\w+)"/.exec(error.message)?.[1] : undefined;
  const facts = { kind, operation: operationOf(statement), code, schema, table, column, constraint, policy, reason };
  return new DatabaseError(facts, uncertain && kind === "unavailable");
}

/** Also an error of another realm, as Node.js' own are in tests. */
export const isError = (thrown: unknown): thrown is Error => types.isNativeError(thrown) || thrown instanceof Error;

/** First word of a statement. */
export const operationOf = (statement: string) => /[a-z]+/i.exec(statement)?.[0].toLowerCase() ?? "statement";

/** Whether the connection is gone and the statement may be tried on another one. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof DatabaseError && error.kind === "unavailable";

/**
 * Any error without the values of statements: the driver's and drizzle's errors become a DatabaseError wherever they
 * stand in the chain of causes; other errors are returned as they are.
 */
export function withoutValues(thrown: unknown): unknown {
  if (!isError(thrown) || thrown instanceof DatabaseError) return thrown;
  const query = thrown as Error & { query?: unknown; params?: unknown };
  if (typeof query.query === "string" && "params" in query) {
    const cause = withoutValues(thrown.cause);
    return cause instanceof DatabaseError ? cause : fromDriver(thrown.cause, query.query);
  }
  if (isDriverError(thrown)) return fromDriver(thrown, "statement");
  const cause = withoutValues(thrown.cause);
  if (cause === thrown.cause) return thrown;
  // The outer message may quote the inner one: of such an error the cause is all that is safe.
  return cause;
}

/** An error that the server sent (node-postgres' DatabaseError, of whichever copy of the package). */
const isDriverError = (error: Error & { severity?: unknown; code?: unknown; routine?: unknown }) =>
  typeof error.severity === "string" && typeof error.code === "string" && error.code.length === 5;

/** A sentence that a person may read about any error: what the database refused is never quoted. */
export function publicReason(thrown: unknown): string {
  const error = withoutValues(thrown);
  if (isStorageFull(error)) return "There is no room left on the disk of this installation.";
  if (!(error instanceof DatabaseError)) return isError(error) ? error.message : String(error);
  if (error.kind === "unavailable") return "The database could not be reached.";
  if (error.kind === "timeout") return "The database took too long to answer.";
  return "Something went wrong on our side: the database refused a statement.";
}

/** Also of errors that files give, not only the database. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? error.kind === "storage_full"
    : FULL.has((error as { code?: string } | null)?.code ?? "");
