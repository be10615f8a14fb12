import { AsyncLocalStorage } from "node:async_hooks";
import type { LoggerService } from "@nestjs/common";
import { type Logger, pino } from "pino";
import { DatabaseError, isError, withoutValues } from "./database/database-error.ts";
import { mappedStack } from "./mapped-stacks.ts";

/** Id of the request being answered; every line logged meanwhile carries it. */
export const requestScope = new AsyncLocalStorage<{ requestId: string }>();

/** Names whose values never reach a log, wherever they stand in an object (two levels deep). */
const secrets = [
  "password",
  "token",
  "access_token",
  "refresh_token",
  "authorization",
  "cookie",
  "secret",
  "code_verifier",
];
/** A code that lets somebody in is a secret as well; that of an error (ENOSPC, 23505) says what happened and stays. */
const CODE = "code";
const REMOVED = "[removed]";
/** How deep secrets are looked for. */
const MAX_DEPTH = 2;
/** Causes of causes that are logged. */
const MAX_CAUSES = 4;

/** What of an error is logged: never what else its class has put on it, statements and their values among that. */
function describeError(thrown: Error, depth = 0): object {
  const error = withoutValues(thrown) as Error & { code?: unknown; status?: unknown };
  const { name, message, stack, code, status, cause } = error;
  const place = error instanceof DatabaseError ? { table: error.table, constraint: error.constraint } : {};
  return {
    type: name,
    message,
    stack: mappedStack(stack),
    ...(code === undefined ? {} : { code }),
    ...(status === undefined ? {} : { status }),
    ...place,
    ...(isError(cause) && depth < MAX_CAUSES ? { cause: describeError(cause, depth + 1) } : {}),
  };
}

/** Fields with every error in them described, whatever its name, and without codes that are no error's. */
const safeFields = (fields: object, depth = 0): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (isError(value)) return [name, describeError(value)];
      if (name === CODE) return [name, REMOVED];
      const isPlain = typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
      return [name, isPlain && depth < MAX_DEPTH ? safeFields(value, depth + 1) : value];
    }),
  );

/** Structured log of the process: one JSON object a line. Never give it bodies, tokens or addresses of mails. */
export class Log {
  readonly pino: Logger;
  constructor(level: string, destination?: { write(line: string): void }) {
    this.pino = pino(
      {
        level,
        base: undefined,
        redact: {
          paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
          censor: REMOVED,
        },
        formatters: { log: (fields) => safeFields(fields) },
        serializers: { err: (described) => described }, // pino's own would copy every member of an error
        mixin: () => requestScope.getStore() ?? {},
        timestamp: pino.stdTimeFunctions.isoTime,
      },
      destination as never,
    );
  }
  debug(fields: object, message: string) {
    this.pino.debug(fields, message);
  }
  info(fields: object, message: string) {
    this.pino.info(fields, message);
  }
  warn(fields: object, message: string) {
    this.pino.warn(fields, message);
  }
  error(fields: object, message: string) {
    this.pino.error(fields, message);
  }
}

/** Nest's own messages through the same log; its start-up chatter is debug. */
export const nestLogger = (log: Log): LoggerService => ({
  log: (message: unknown, ...rest: unknown[]) => log.debug({ context: rest.at(-1) }, String(message)),
  debug: (message: unknown) => log.debug({}, String(message)),
  verbose: (message: unknown) => log.debug({}, String(message)),
  warn: (message: unknown, ...rest: unknown[]) => log.warn({ context: rest.at(-1) }, String(message)),
  error: (message: unknown, ...rest: unknown[]) =>
    log.error({ err: message instanceof Error ? message : undefined, context: rest.at(-1) }, String(message)),
});
