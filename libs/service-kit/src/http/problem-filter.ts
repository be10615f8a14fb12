import { STATUS_CODES } from "node:http";
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from "@nestjs/common";
import { badRequest, internalError, refusals } from "@tessera/contracts-core/problems.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { withoutValues } from "../database/database-error.ts";
import type { Health } from "../database/health.ts";
import type { Log } from "../log.ts";
import { databaseProblem } from "./database-problem.ts";
import { filesProblem } from "./files-problem.ts";
import { ProblemException, problem } from "./problem.ts";

/**
 * Turns whatever a handler throws into problem details. What was not foreseen is logged with its cause and answered
 * without it.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly dialects: { under: string; filter: ExceptionFilter }[] = [];
  constructor(
    private readonly log: Log,
    private readonly health: Health,
  ) {}

  /**
   * Leaves the errors of addresses that begin with `under` to a filter that words them as their clients expect, also
   * those without a handler.
   */
  leave(under: string, filter: ExceptionFilter): void {
    this.dialects.push({ under, filter });
  }

  catch(thrown: unknown, host: ArgumentsHost) {
    const error = withoutValues(thrown);
    this.health.note(error);
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    if (reply.sent || reply.raw.headersSent) return;
    const dialect = this.dialects.find(({ under }) => request.url.startsWith(under));
    if (dialect) return dialect.filter.catch(error, host);
    const { definition, detail, extra } = problemOf(error);
    const { status, code } = definition;
    if (status >= 500)
      this.log.error({ err: error, method: request.method, path: request.url.split("?")[0] }, "request failed");
    const { headers, ...members } = extra;
    reply
      .status(status)
      .headers(headers ?? {})
      .type("application/problem+json")
      .send({
        type: "about:blank",
        title: STATUS_CODES[status] ?? "Error",
        status,
        code,
        detail,
        instance: request.id,
        ...members,
      });
  }
}

function problemOf(thrown: unknown): ProblemException {
  const error = databaseProblem(thrown) ?? filesProblem(thrown) ?? thrown;
  if (error instanceof ProblemException) return error;
  // The framework's own refusals: of a request that reached no handler, or that could not be read.
  const { statusCode, message } = (error ?? {}) as { statusCode?: number; message?: string };
  const status = error instanceof HttpException ? error.getStatus() : (statusCode ?? 500);
  const refusal = refusals[status];
  if (refusal) return problem(refusal);
  if (status >= 400 && status < 500)
    return problem(badRequest, { reason: message ?? "The request could not be read." });
  return problem(internalError);
}
