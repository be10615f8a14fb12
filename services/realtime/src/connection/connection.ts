import { WebSocket } from "ws";
import type { Claims } from "../access/credentials.ts";
import type { Channel } from "../channels/channel.ts";
import { encodeFrame, type Version } from "../protocol/frame.ts";
import type { Frame } from "../protocol/message.ts";
import { TokenBucket } from "./token-bucket.ts";
import type { WaitingBytes } from "./waiting-bytes.ts";

export interface ConnectionOptions {
  version: Version;
  /** Of the API key, or of the access token sent with the upgrade. */
  claims: Claims;
  /** Whose connections are counted together: an address, or the network of one. */
  network: string;
  messagesPerSecond: number;
  maxBufferBytes: number;
  waiting: WaitingBytes;
  now: number;
}

/** Track and untrack calls of one client in 30 s (IDENTITY.md, "Realtime"). */
export const PRESENCE_CALLS = { calls: 5, seconds: 30 };

/** A client for which less than this waits is not slow: bytes. */
const SLOW_BYTES = 65_536;

/** Ms a client has to close its side before the connection is cut. */
const CLOSE_MS = 3_000;

/** One websocket. */
export class Connection {
  readonly version: Version;
  readonly claims: Claims;
  readonly network: string;
  /** By topic, as the client names it. */
  readonly channels = new Map<string, Channel>();
  readonly bucket: TokenBucket;
  readonly presenceBucket: TokenBucket;
  /** Ms since 1970 of the last message. */
  heardAt: number;
  /** Whether a message is in progress, and those that came meanwhile. */
  working = false;
  readonly waiting: { data: Buffer; binary: boolean }[] = [];
  private readonly maxBufferBytes: number;
  private readonly bytes: WaitingBytes;
  private ending = false;

  constructor(
    private readonly socket: WebSocket,
    { version, claims, network, messagesPerSecond, maxBufferBytes, waiting, now }: ConnectionOptions,
  ) {
    this.version = version;
    this.claims = claims;
    this.network = network;
    this.maxBufferBytes = maxBufferBytes;
    this.bytes = waiting;
    this.bucket = new TokenBucket(messagesPerSecond, 2 * messagesPerSecond, now);
    this.presenceBucket = new TokenBucket(PRESENCE_CALLS.calls / PRESENCE_CALLS.seconds, PRESENCE_CALLS.calls, now);
    this.heardAt = now;
  }

  get open(): boolean {
    return !this.ending && this.socket.readyState === WebSocket.OPEN;
  }

  /**
   * Sends what is encoded already; text may come as its bytes, so that many connections share them. A client that does
   * not read as fast as it is sent to is dropped before it costs memory. @returns false for what no buffer has room
   * for: it is not sent
   */
  send(data: string | Buffer, binary = typeof data !== "string"): boolean {
    if (!this.open) return true;
    const bytes = typeof data === "string" ? Buffer.byteLength(data) : data.length;
    if (bytes > this.maxBufferBytes) return false;
    const { bufferedAmount } = this.socket;
    const slow =
      bufferedAmount + bytes > this.maxBufferBytes || (bufferedAmount > SLOW_BYTES && this.bytes.isOver(this.network));
    if (slow) {
      this.drop();
      return true;
    }
    this.bytes.add(this.network, bytes);
    this.socket.send(data, { binary }, () => this.bytes.sent(this.network, bytes));
    return true;
  }

  push(frame: Frame): boolean {
    return this.send(encodeFrame(this.version, frame));
  }

  reply({ topic, ref, joinRef }: Frame, status: "ok" | "error", response: object): void {
    this.push({ topic, ref, joinRef, event: "phx_reply", payload: { status, response } });
  }

  /** Says on every channel why, then closes. @param code of RFC 6455 */
  end(code: number, message: string): void {
    if (!this.open) return;
    for (const channel of this.channels.values()) channel.system("error", message);
    this.close(code, message);
  }

  /** Takes no more messages for now. */
  pause(): void {
    this.socket.pause();
  }
  resume(): void {
    this.socket.resume();
  }

  private drop(): void {
    const message = "Messages wait too long for this connection: it reads more slowly than it is sent to";
    for (const channel of this.channels.values()) this.socket.send(channel.systemText("error", message));
    this.close(1013, "too slow");
  }

  private close(code: number, reason: string): void {
    this.ending = true;
    this.socket.close(code, reason.slice(0, 120));
    setTimeout(() => this.socket.terminate(), CLOSE_MS).unref();
  }
}
