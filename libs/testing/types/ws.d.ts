/** What is used here of the package ws, which ships no types. */
declare module "ws" {
  import type { EventEmitter } from "node:events";
  import type { IncomingMessage } from "node:http";
  import type { Duplex } from "node:stream";

  export class WebSocket extends EventEmitter {
    constructor(address: string, protocols?: string[], options?: { headers?: Record<string, string>; perMessageDeflate?: boolean });
    static readonly OPEN: 1;
    readonly readyState: 0 | 1 | 2 | 3;
    /** Bytes that wait for the network. */
    readonly bufferedAmount: number;
    /** @param done called when the data has left, or never will */
    send(data: string | Buffer, options?: { binary?: boolean }, done?: (error?: Error) => void): void;
    close(code?: number, reason?: string): void;
    terminate(): void;
    pause(): void;
    resume(): void;
  }
  export class WebSocketServer extends EventEmitter {
    constructor(options: { noServer: true; maxPayload: number; perMessageDeflate: boolean; clientTracking: boolean });
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, done: (socket: WebSocket) => void): void;
  }
}
