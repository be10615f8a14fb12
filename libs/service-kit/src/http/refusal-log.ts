import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Log } from "../log.ts";
import type { Caller } from "./caller.ts";

/** Who may not, and who asks too often. */
const REFUSALS = new Set([401, 403, 429]);
/** Lines of one minute, so that an attack fills no disk; further ones are counted. */
export const MAX_LINES_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/**
 * Writes a line for each request that was refused: which route, how, and whose (ASVS 5.0 §16.3.2 and §16.3.3). The
 * address of the caller and the path, which may hold names, are left out.
 * @param now time in ms
 */
export function logRefusals(fastify: FastifyInstance, log: Log, now: () => number): void {
  let [minute, lines] = [0, 0];
  fastify.addHook("onResponse", (request, reply, done) => {
    if (REFUSALS.has(reply.statusCode)) {
      const current = Math.floor(now() / MINUTE_MS);
      if (current !== minute) {
        if (lines > MAX_LINES_PER_MINUTE)
          log.info({ refusals: lines - MAX_LINES_PER_MINUTE }, "further requests refused");
        [minute, lines] = [current, 0];
      }
      lines += 1;
      if (lines <= MAX_LINES_PER_MINUTE) log.info(describe(request, reply.statusCode), "request refused");
    }
    done();
  });
}

const describe = (request: FastifyRequest & { caller?: Caller }, status: number) => ({
  status,
  method: request.method,
  route: request.routeOptions.url ?? null,
  userId: request.caller?.userId ?? null,
  requestId: request.id,
});
