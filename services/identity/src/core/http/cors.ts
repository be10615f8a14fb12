import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";

/** IDENTITY.md, "CORS". */
const ALLOWED = "apikey, authorization, content-type, x-client-info, x-supabase-api-version";
const EXPOSED = "X-Total-Count, Link, X-Supabase-Api-Version";
const METHODS = "GET, POST, PUT, PATCH, DELETE";
/** Seconds for which browsers may cache a preflight. */
const MAX_AGE = "3600";

/**
 * Lets pages of other origins use auth/v1, never with cookies: nothing here is given for a cookie alone, and the
 * browser's binding (federation/external/browser-binding.ts) belongs to navigations. Answers hold sessions, so ASVS 5.0
 * §3.4.2 wants a list of origins instead of upstream's `*`: in production those whose pages get sessions anyway, by the
 * list of redirects. A development set-up lets any origin in, as a front end may run on any port.
 */
@Injectable()
export class Cors implements OnModuleInit {
  constructor(
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  onModuleInit() {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook("onRequest", (request, reply, done) => {
      if (!request.url.startsWith("/auth/v1/")) return done();
      this.describe(request, reply);
      const isPreflight =
        request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
      if (!isPreflight) return done();
      reply
        .status(204)
        .headers({
          "access-control-allow-methods": METHODS,
          "access-control-allow-headers": ALLOWED,
          "access-control-max-age": MAX_AGE,
        })
        .send();
    });
  }

  private describe({ headers: { origin } }: FastifyRequest, reply: FastifyReply): void {
    reply.header("access-control-expose-headers", EXPOSED);
    const { origins } = this.config;
    if (!origins) return void reply.header("access-control-allow-origin", "*");
    reply.header("vary", "Origin");
    if (origin && origins.has(origin)) reply.header("access-control-allow-origin", origin);
  }
}
