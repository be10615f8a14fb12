import { AsyncLocalStorage } from "node:async_hooks";
import type { LoggerService } from "@nestjs/common";
import { type Logger, pino } from "pino";

/** Id of the request being answered; every line logged meanwhile carries it. */
export const requestScope = new AsyncLocalStorage<{ requestId: string }>();

/** Names whose values never reach a log, wherever they stand in an object (two levels deep). */
const secrets = ["password", "token", "access_token", "refresh_token", "authorization", "cookie", "secret", "code", "code_verifier"];

/** Structured log of the process: one JSON object a line. Never give it bodies, tokens or addresses of mails. */
export class Log {
  readonly pino: Logger;
  constructor(level: string, destination?: { write(line: string): void }) {
    this.pino = pino(
      {
        level,
        base: undefined,
        redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[removed]" },
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
