import { WebSocket } from "ws";
import type { Claims } from "../access/credentials.ts";
import type { Channel } from "../channels/channel.ts";
import { encodeFrame, type Version } from "../protocol/frame.ts";
import type { Frame } from "../protocol/message.ts";
import { Allowance } from "./allowance.ts";

export interface ConnectionOptions {
  version: Version;
  /** Of the API key, or of the access token sent with the upgrade. */
  claims: Claims;
  address: string;
  messagesPerSecond: number;
  maxBufferBytes: number;
  now: number;
}

/** Ms a client has to close its side before the connection is cut. */
const CLOSE_MS = 3_000;

/** One websocket. */
export class Connection {
  readonly version: Version;
  readonly claims: Claims;
  readonly address: string;
  /** By topic, as the client names it. */
  readonly channels = new Map<string, Channel>();
  readonly allowance: Allowance;
  /** Ms since 1970 of the last message. */
  heardAt: number;
  /** Whether a message is under way, and those that came meanwhile. */
  working = false;
  readonly waiting: { data: Buffer; binary: boolean }[] = [];
  private readonly maxBufferBytes: number;
  private ending = false;

  constructor(
    private readonly socket: WebSocket,
    { version, claims, address, messagesPerSecond, maxBufferBytes, now }: ConnectionOptions,
  ) {
    this.version = version;
    this.claims = claims;
    this.address = address;
    this.maxBufferBytes = maxBufferBytes;
    this.allowance = new Allowance(messagesPerSecond, 2 * messagesPerSecond, now);
    this.heardAt = now;
  }

  get open(): boolean {
    return !this.ending && this.socket.readyState === WebSocket.OPEN;
  }

  /** Sends what is encoded already. A client that does not read as fast as it is sent to is dropped before it costs memory. */
  send(data: string | Buffer): void {
    if (!this.open) return;
    if (this.socket.bufferedAmount > this.maxBufferBytes) {
      this.drop();
      return;
    }
    this.socket.send(data, { binary: typeof data !== "string" });
  }

  push(frame: Frame): void {
    this.send(encodeFrame(this.version, frame));
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
