import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { Duplex } from "node:stream";
import { type ServiceElsewhere, SocketRefused } from "@tessera/service-kit";
import { awayOf } from "./away.ts";
import { answeredHeaders, forwardedHeaders, type Visitor } from "./forwarded.ts";

/** Ms until another process has to have answered an upgrade request. */
const ANSWER_TIMEOUT_MS = 10_000;

/** The websocket connections that go through to other processes. */
export class Tunnels {
  private readonly open = new Set<Duplex>();

  /**
   * Sends an upgrade request on; once it is granted, bytes go both ways as fast as the slower side reads.
   * @throws SocketRefused
   */
  through(
    service: Pick<ServiceElsewhere, "title" | "origin">,
    visitor: Visitor,
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): Promise<void> {
    const { pathname, search } = new URL(request.url ?? "", service.origin);
    const headers = forwardedHeaders(request.headers, visitor);
    delete headers["content-length"]; // an upgrade request has no body
    const options = {
      headers: { ...headers, connection: "Upgrade", upgrade: "websocket" },
      agent: false,
      timeout: ANSWER_TIMEOUT_MS,
    };
    return new Promise((answered, refused) => {
      const { request: send } = service.origin.startsWith("https:") ? https : http;
      const upstream = send(service.origin + pathname + search, options);
      const leave = () => upstream.destroy();
      socket.once("close", leave);
      upstream.once("timeout", () =>
        upstream.destroy(Object.assign(new Error("No answer"), { code: "ANSWER_TIMEOUT" })),
      );
      upstream.once("error", (error) => {
        const { status, code, detail } = awayOf(error, service.title);
        refused(new SocketRefused(status, code, detail));
      });
      upstream.once("response", (answer) => {
        socket.write(headOf(answer, { ...answeredHeaders(answer.headers), connection: "close" }));
        answer.pipe(socket);
        answered();
      });
      upstream.once("upgrade", (answer, other, first) => {
        socket.off("close", leave);
        other.setTimeout(0);
        socket.write(headOf(answer, answer.headers));
        socket.write(first);
        other.write(head);
        this.join(socket, other);
        answered();
      });
      upstream.end();
    });
  }

  closeAll(): void {
    for (const socket of this.open) socket.destroy();
  }

  private join(one: Duplex, other: Duplex): void {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      this.open.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.once("close", () => {
        this.open.delete(from);
        to.destroy();
      });
    }
  }
}

function headOf({ statusCode, statusMessage }: IncomingMessage, headers: IncomingMessage["headers"]): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}`),
  );
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join("\r\n")}\r\n\r\n`;
}
