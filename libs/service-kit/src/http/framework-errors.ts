import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";

/** What Fastify refuses before any route is found, as problem details. */
const SENTENCES: Record<string, [number, string, string]> = {
  FST_ERR_BAD_URL: [400, "invalid_request", "The address has a percent sign that does not begin a byte of UTF-8."],
  FST_ERR_MAX_PARAM_LENGTH: [414, "uri_too_long", "A part of the address is longer than any that exists here."],
};

export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 500;
  const [known, code, detail] = SENTENCES[error.code] ?? [status, "invalid_request", "The request could not be read."];
  const body = {
    type: "about:blank",
    title: STATUS_CODES[known] ?? "Error",
    status: known,
    code,
    detail,
    instance: request.id,
  };
  void reply.status(known).type("application/problem+json").send(JSON.stringify(body));
}
