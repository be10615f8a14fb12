import { createParamDecorator, type ExecutionContext, Inject, Injectable, type PipeTransform } from "@nestjs/common";
import type { FastifyRequest } from "fastify";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { deviceOf, type KnownDevice } from "../limits/known-device.ts";
import { Secret } from "../secret/secret.ts";
import { placeIn } from "./place-headers.ts";

/** Where a request came from, for the audit log, the session list and the limits. */
export interface RequestContext {
  ip: string;
  userAgent: string;
  /** As the trusted proxy in front names it. */
  place?: string | null;
  /** The browser, where somebody has signed in with it before. */
  device?: KnownDevice | null;
}

@Injectable()
class ReadContext implements PipeTransform<FastifyRequest, RequestContext> {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    @Inject(Secret) private readonly secret: Secret,
  ) {}

  transform(request: FastifyRequest): RequestContext {
    // Fastify lists more than the peer's own address only where that peer is a trusted proxy.
    const proxied = (request.ips?.length ?? 0) > 1;
    return {
      ip: request.ip,
      userAgent: String(request.headers["user-agent"] ?? "").slice(0, 300),
      place: proxied ? placeIn(request.headers, this.config.placeHeaders) : null,
      device: deviceOf(request, this.secret, this.config.secure),
    };
  }
}

const Request = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<FastifyRequest>(),
);
export const From = () => Request(ReadContext);
