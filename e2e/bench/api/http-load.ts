import { connect, type Socket } from "node:net";

/** One request as its bytes stand on the wire. */
export function requestOf(
  method: string,
  path: string,
  { token, headers = {}, body }: { token?: string; headers?: Record<string, string>; body?: unknown } = {},
): Buffer {
  const content = body === undefined ? "" : JSON.stringify(body);
  const all: Record<string, string> = {
    host: "localhost",
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(content)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${content}`);
}

export interface Measured {
  answered: number;
  /** Requests answered in a second. */
  perSecond: number;
  /** Milliseconds that one of two answers, and 99 of 100, took at most. */
  p50: number;
  p99: number;
}

export interface Load {
  port: number;
  connections: number;
  milliseconds: number;
  /** @param connection its number @param sent how many it has sent before */
  next(connection: number, sent: number): Buffer;
}

/**
 * Sends one request after the other on each connection. Raw sockets: a client's own work would count against the server
 * on a machine with few cores.
 * @throws Error when an answer is not a success
 */
export async function load({ port, connections, milliseconds, next }: Load): Promise<Measured> {
  const times: number[] = [];
  const began = performance.now();
  const end = began + milliseconds;
  const one = async (connection: number) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    try {
      await new Promise<void>((ready, failed) => void socket.once("connect", ready).once("error", failed));
      const answers = new Answers(socket);
      for (let sent = 0; performance.now() < end; sent += 1) {
        const at = performance.now();
        const answered = answers.next();
        socket.write(next(connection, sent));
        await answered;
        times.push(performance.now() - at);
      }
    } finally {
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => one(connection)));
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  return {
    answered: times.length,
    perSecond: times.length / seconds,
    p50: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
  };
}

const HEAD_END = Buffer.from("\r\n\r\n");

/** Reads answers that say their length, or whose chunks end with an empty one. */
class Answers {
  private held: Buffer = Buffer.alloc(0);
  private waiting: { done(): void; failed(error: Error): void } | null = null;

  constructor(socket: Socket) {
    socket.on("data", (chunk) => {
      this.held = this.held.length ? Buffer.concat([this.held, chunk]) : chunk;
      this.take();
    });
    socket.on("error", (error) => this.waiting?.failed(error));
    socket.on("close", () => this.waiting?.failed(new Error("The server closed the connection")));
  }

  next(): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting = { done, failed };
    });
  }

  private take(): void {
    const headEnd = this.held.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.held.toString("latin1", 0, headEnd);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    const bodyAt = headEnd + HEAD_END.length;
    if (
      length === undefined ? !this.held.toString("latin1").endsWith("0\r\n\r\n") : this.held.length < bodyAt + +length
    )
      return;
    const answer = this.held.toString("utf8", 0, 600);
    this.held = length === undefined ? Buffer.alloc(0) : this.held.subarray(bodyAt + Number(length));
    const { waiting } = this;
    this.waiting = null;
    if (/^HTTP\/1\.1 2\d\d/.test(head)) waiting?.done();
    else waiting?.failed(new Error(`Not a success: ${answer}`));
  }
}
