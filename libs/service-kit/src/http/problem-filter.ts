import { STATUS_CODES } from "node:http";
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { withoutValues } from "../database/database-error.ts";
import type { Health } from "../database/health.ts";
import type { Log } from "../log.ts";
import { databaseProblem } from "./database-problem.ts";
import { filesProblem } from "./files-problem.ts";
import { ProblemException } from "./problem.ts";

/** Turns whatever a handler throws into problem details. What was not foreseen is logged with its cause and answered without it. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly dialects: { under: string; filter: ExceptionFilter }[] = [];
  constructor(
    private readonly log: Log,
    private readonly health: Health,
  ) {}

  /** Leaves the errors of addresses that begin with `under` to a filter that words them as their clients expect, also those without a handler. */
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
    const { status, code, detail, extra } = describe(error);
    if (status >= 500) this.log.error({ err: error, method: request.method, path: request.url.split("?")[0] }, "request failed");
    const { headers, ...members } = extra;
    reply
      .status(status)
      .headers(headers ?? {})
      .type("application/problem+json")
      .send({ type: "about:blank", title: STATUS_CODES[status] ?? "Error", status, code, detail, instance: request.id, ...members });
  }
}

function describe(thrown: unknown): { status: number; code: string; detail: string; extra: ProblemException["extra"] } {
  const error = databaseProblem(thrown) ?? filesProblem(thrown) ?? thrown;
  if (error instanceof ProblemException) return { status: error.getStatus(), code: error.code, detail: error.detail, extra: error.extra };
  if (error instanceof HttpException)
    return { status: error.getStatus(), code: codeOf(error.getStatus()), detail: error.message, extra: {} };
  const fastify = error as { statusCode?: number; code?: string; message?: string };
  if (fastify.statusCode && fastify.statusCode >= 400 && fastify.statusCode < 500) {
    return { status: fastify.statusCode, code: codeOf(fastify.statusCode), detail: sentenceOf(fastify), extra: {} };
  }
  return {
    status: 500,
    code: "internal_error",
    detail: "Something went wrong on our side. Nothing of this request was kept; it is safe to try again.",
    extra: {},
  };
}

const codeOf = (status: number) => (STATUS_CODES[status] ?? "error").toLowerCase().replaceAll(/[^a-z]+/g, "_");

/** Fastify's own refusals in words of ours. */
function sentenceOf(error: { statusCode?: number; code?: string; message?: string }): string {
  if (error.statusCode === 413) return "The request is larger than this address takes. Send it in smaller parts.";
  if (error.statusCode === 415) return "The content type of the body is not one this address takes.";
  return error.message ?? "The request could not be read.";
}
