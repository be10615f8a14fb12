import type { WebSocket } from "ws";
import { RealtimeConfigSchema } from "../config.ts";
import { Connection } from "./connection.ts";
import { SocketServer } from "./socket-server.ts";
import { WaitingBytes } from "./waiting-bytes.ts";

/** A socket whose client reads nothing: what is sent to it waits, until `flush`. */
function unread() {
  const waiting: { bytes: number; done: () => void }[] = [];
  const socket = {
    readyState: 1,
    closed: null as number | null,
    get bufferedAmount() {
      return waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    send(data: string | Buffer, _options: unknown, done: () => void) {
      waiting.push({ bytes: Buffer.byteLength(data), done });
    },
    close(code: number) {
      socket.closed = code;
    },
    terminate() {},
    flush() {
      for (const { done } of waiting.splice(0)) done();
    },
  };
  return socket;
}

function connect(waiting: WaitingBytes, network = "203.0.113.7") {
  const socket = unread();
  const claims = { sub: null, role: "anon", exp: null, sessionId: null, generation: 0, administrator: false } as const;
  const options = {
    version: "2.0.0",
    claims,
    network,
    messagesPerSecond: 1,
    maxBufferBytes: 1_000_000,
    waiting,
    now: 0,
  } as const;
  return { socket, connection: new Connection(socket as unknown as WebSocket, options) };
}
const limits = (all: number, address: number) =>
  new WaitingBytes(
    RealtimeConfigSchema.parse({ REALTIME_MAX_WAITING_BYTES: all, REALTIME_MAX_WAITING_BYTES_PER_ADDRESS: address }),
  );

it("in production pages connect that get sessions, and any page does while one develops", () => {
  const config = RealtimeConfigSchema.parse({
    IDENTITY_REDIRECT_URLS: "https://app.example/welcome,com.app://callback",
  });
  const others = (production: boolean) =>
    new SocketServer({} as never, {} as never, {} as never, config, { production }).otherOrigins;
  expect(others(true)).toEqual(new Set(["https://app.example"]));
  expect(others(false)).toBe("any");
});

it("does not take what no buffer has room for, and lives on", () => {
  const { socket, connection } = connect(limits(1e9, 1e9));
  expect(connection.send("x".repeat(1_000_001))).toBe(false);
  expect([socket.bufferedAmount, connection.open]).toEqual([0, true]);
});

it("is dropped before a frame would fill its buffer over, not after", () => {
  const { socket, connection } = connect(limits(1e9, 1e9));
  connection.send("x".repeat(600_000));
  expect(connection.open).toBe(true);
  connection.send("x".repeat(600_000));
  expect([socket.bufferedAmount, socket.closed]).toEqual([600_000, 1013]);
});

it.each([
  ["one address", limits(1e9, 500_000), "203.0.113.7"],
  ["all addresses", limits(500_000, 1e9), "203.0.113.8"],
])("is dropped when too much waits for %s and it reads slowly", (_of, waiting, network) => {
  const [first, second] = [connect(waiting), connect(waiting, network)];
  first.connection.send("x".repeat(400_000));
  second.connection.send("x".repeat(200_000));
  second.connection.send("x");
  expect(second.socket.closed).toBe(1013);
  const quick = connect(waiting);
  quick.connection.send("x");
  expect(quick.connection.open).toBe(true);
  for (const { socket } of [first, second, quick]) socket.flush();
  expect(waiting.bytes).toBe(0);
});
