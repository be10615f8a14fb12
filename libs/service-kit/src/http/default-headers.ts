import type { FastifyInstance } from "fastify";

/**
 * Two years and for all names below it, as hstspreload.org wants; ASVS 5.0 §3.4.1 wants a year at least, on every
 * answer.
 */
const HSTS = "max-age=63072000; includeSubDomains";
/** For answers that are no pages: opened as one they run and show nothing, in no frame. */
const NO_PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A worker takes the policy of its script, so scripts are kept out of frames alone. */
const SCRIPT_POLICY = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * What every answer carries unless its handler says otherwise. Nothing is kept by a browser or a proxy: handlers of
 * what is public or never changes set `cache-control` themselves.
 */
export function addDefaultHeaders(fastify: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const https = publicUrl.startsWith("https:");
  fastify.addHook("onRequest", (_request, reply, done) => {
    reply.header("x-content-type-options", "nosniff");
    if (https) reply.header("strict-transport-security", HSTS);
    done();
  });
  fastify.addHook("onSend", (_request, reply, payload, done) => {
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    if (!reply.hasHeader("content-security-policy")) {
      const isScript = String(reply.getHeader("content-type") ?? "").includes("javascript");
      reply.header("content-security-policy", isScript ? SCRIPT_POLICY : NO_PAGE_POLICY);
    }
    done(null, payload);
  });
}
