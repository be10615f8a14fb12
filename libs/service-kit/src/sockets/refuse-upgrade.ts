import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { SocketRefused } from "./socket-handler.ts";

/** Answers an upgrade request with an error, and ends its connection. */
export function refuseUpgrade(socket: Duplex, error: unknown): void {
  const refused =
    error instanceof SocketRefused
      ? error
      : new SocketRefused(500, "internal_error", "Something went wrong on our side. Try again.");
  const { status, code, message: detail } = refused;
  const title = STATUS_CODES[status] ?? "Error";
  const own = refused.body?.();
  const body = JSON.stringify(own ?? { type: "about:blank", title, status, code, detail });
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `content-type: ${own ? "application/json" : "application/problem+json"}; charset=utf-8`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...(status === 503 || status === 502 ? ["retry-after: 2"] : []),
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
