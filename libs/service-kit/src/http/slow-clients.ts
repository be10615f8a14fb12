import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";

interface Limits {
  /** For a whole body that is no upload. */
  totalMs: number;
  /** Between two pieces of an upload. */
  idleMs: number;
  /** Open at once from one address; realtime lets 500 sockets in of one. */
  maxConnections: number;
}

const LIMITS: Limits = { totalMs: 60_000, idleMs: 60_000, maxConnections: 1_000 };

/**
 * Ends requests whose body does not arrive, and refuses connections of an address that holds too many. Fastify bounds
 * neither.
 */
export function boundSlowClients(
  fastify: FastifyInstance,
  { trustedProxies }: { trustedProxies: string[] },
  limits: Partial<Limits> = {},
): void {
  const { totalMs, idleMs, maxConnections } = { ...LIMITS, ...limits };
  fastify.addHook("onRequest", (request, _reply, done) => {
    const { headers } = request;
    const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
    if (hasBody)
      watchBody(request, isUpload(request) ? { everyMs: idleMs, endless: true } : { everyMs: totalMs, endless: false });
    done();
  });
  // Everything comes from the proxies in front, which bound their own visitors.
  if (!trustedProxies.length) boundConnections(fastify, maxConnections);
}

const isUpload = ({ headers }: FastifyRequest) =>
  /^(?:multipart\/|application\/(?:offset\+)?octet-stream)/i.test(headers["content-type"] ?? "");

/** @param endless continues as long as something arrives in each period; else the first period is the whole time */
function watchBody({ raw }: FastifyRequest, { everyMs, endless }: { everyMs: number; endless: boolean }): void {
  const { socket } = raw;
  let read = socket.bytesRead;
  const timer = setInterval(() => {
    if (raw.complete) return clearInterval(timer);
    const arrived = socket.bytesRead > read;
    read = socket.bytesRead;
    if (endless && arrived) return;
    clearInterval(timer);
    socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", () =>
      socket.destroy(),
    );
  }, everyMs);
  timer.unref();
  // Of the request, not of its connection, on which many follow each other.
  raw.once("close", () => clearInterval(timer));
  raw.once("end", () => clearInterval(timer));
}

function boundConnections(fastify: FastifyInstance, max: number): void {
  const open = new Map<string, number>();
  fastify.server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const count = (open.get(address) ?? 0) + 1;
    if (count > max) return void socket.destroy();
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
