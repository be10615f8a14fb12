import type { IncomingHttpHeaders } from "node:http";
import type { WebSocket } from "ws";
import type { Loadable } from "../service-definition.ts";

/** An address at which a service takes websockets. */
export interface SocketDeclaration {
  /** The whole path, below the service's own addresses. */
  path: string;
  /** What handles them: a provider of the service's module. */
  handler: Loadable<SocketHandler>;
}

/** What the kit bounds for a handler. */
export interface SocketLimits {
  /** Connections of this process. */
  maxConnections: number;
  /** Connections of one visitor: an IPv4 address, or the /64 of an IPv6 one. */
  maxConnectionsPerNetwork: number;
  /** Bytes of one message; a client that sends more is cut off. */
  maxMessageBytes: number;
}

/** Takes the websockets of one path. The kit has checked the path, the origin and the number of connections. */
export interface SocketHandler {
  readonly limits: SocketLimits;
  /**
   * Other origins whose pages may connect: only where clients send a token of their own along. Without them a page of
   * another origin is refused, as its visitor's cookies would come with it.
   */
  readonly otherOrigins?: "any" | ReadonlySet<string>;
  /** Decides whether the client may connect. @returns what to do with its connection @throws SocketRefused */
  open(request: SocketRequest): Promise<(socket: WebSocket) => void>;
}

export interface SocketRequest {
  url: URL;
  headers: IncomingHttpHeaders;
  /** Whose connections are counted together. */
  network: string;
}

/** An upgrade that is refused, with the status and the sentence that its client gets. */
export class SocketRefused extends Error {
  override name = "SocketRefused";
  constructor(
    readonly status: number,
    /** What programs know it by. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }

  /** The answer's body where a protocol has its own; problem details (RFC 9457) without. */
  body?(): object;
}
