import { createParamDecorator, type ExecutionContext } from "@nestjs/common";
import type { FastifyRequest } from "fastify";

/** From where a request came, for the audit log, the session list and the limits. */
export interface RequestContext {
  ip: string;
  userAgent: string;
}

export const contextOf = (request: FastifyRequest): RequestContext => ({
  ip: request.ip,
  userAgent: String(request.headers["user-agent"] ?? "").slice(0, 300),
});

export const From = createParamDecorator((_: unknown, context: ExecutionContext) =>
  contextOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
