import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import type { FastifyInstance } from "fastify";

/**
 * Where other services have browsers post forms: answers of OAuth (Apple) and SAML; and what clients send by
 * RFC 6749 §3.2, proving who they are in the request itself.
 */
const FORMS = new Set(["/auth/v1/callback", "/auth/v1/sso/saml/acs", "/auth/v1/oauth/token", "/auth/v1/oauth/revoke"]);

/**
 * Takes JSON alone: a page of any origin can have browsers post forms and plain text, and so ask for mails, without the
 * preflight that the list of origins (cors.ts) answers.
 */
@Injectable()
export class JsonOnly implements OnModuleInit {
  constructor(@Inject(HttpAdapterHost) private readonly host: HttpAdapterHost) {}

  onModuleInit() {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook("onRequest", (request, _reply, done) => {
      const path = request.url.split("?")[0]!;
      const type = request.headers["content-type"];
      if (!path.startsWith("/auth/v1/") || type === undefined || FORMS.has(path)) return done();
      if (/^application\/json\s*(?:;|$)/i.test(type)) return done();
      done(Object.assign(new Error("The request body must be JSON"), { statusCode: 415 }));
    });
  }
}
