import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { hostIn, isLoopback } from "../config/loopback.ts";

const DETAIL =
  "This is a development set-up: it answers under localhost alone. Set NODE_ENV=production to serve other names.";

const isOwn = ({ headers }: Pick<IncomingMessage, "headers">) => isLoopback(hostIn(headers.host));

/**
 * Answers requests for names of this machine alone: a page of the internet whose name was made to point here (DNS
 * rebinding) must not read a developer's mails.
 */
export function answerLoopbackOnly(fastify: FastifyInstance): void {
  fastify.addHook("onRequest", (request, reply, done) => {
    if (isOwn(request)) return done();
    const problem = {
      type: "about:blank",
      title: "Misdirected Request",
      status: 421,
      code: "not_loopback",
      detail: DETAIL,
    };
    reply.status(421).type("application/problem+json").send(problem);
  });
  fastify.server.prependListener("upgrade", (request, socket) => {
    if (!isOwn(request))
      socket.end("HTTP/1.1 421 Misdirected Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n").destroy();
  });
}
