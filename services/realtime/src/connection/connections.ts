import { Inject, Injectable } from "@nestjs/common";
import { Clock, Log } from "@tessera/service-kit";
import type { WebSocket } from "ws";
import type { Claims } from "../access/credentials.ts";
import { Refused } from "../access/refused.ts";
import { Membership } from "../channels/membership.ts";
import { REALTIME_CONFIG, type RealtimeConfig } from "../config.ts";
import type { Version } from "../protocol/frame.ts";
import { Connection } from "./connection.ts";
import { Conversation } from "./conversation.ts";

/** Ms of silence after which a connection counts as lost: clients send a heartbeat every 25 s. */
const SILENT_MS = 60_000;

/** The websockets of this process. */
@Injectable()
export class Connections {
  private readonly open = new Set<Connection>();
  private readonly byAddress = new Map<string, number>();
  private gone: (() => void) | undefined;

  constructor(
    private readonly conversation: Conversation,
    private readonly membership: Membership,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Log) private readonly log: Log,
    @Inject(REALTIME_CONFIG) private readonly config: RealtimeConfig,
  ) {}

  get count(): number {
    return this.open.size;
  }

  /** @throws Refused 429 when no more fit */
  checkRoom(address: string): void {
    if (this.open.size >= this.config.maxConnections) throw new Refused(429, "Too many connections. Try again in a minute.");
    if ((this.byAddress.get(address) ?? 0) >= this.config.maxConnectionsPerAddress)
      throw new Refused(429, "Too many connections from your address.");
  }

  add(socket: WebSocket, version: Version, claims: Claims, address: string): void {
    const { messagesPerSecond, maxBufferBytes } = this.config;
    const now = this.clock.now().getTime();
    const connection = new Connection(socket, { version, claims, address, messagesPerSecond, maxBufferBytes, now });
    this.open.add(connection);
    this.byAddress.set(address, (this.byAddress.get(address) ?? 0) + 1);
    socket.on("message", (data: Buffer, binary: boolean) => this.take(connection, data, binary));
    socket.on("error", (error: Error) => this.log.debug({ err: error }, "realtime: a connection failed"));
    socket.on("close", () => this.remove(connection));
  }

  /** One message at a time, in order; while one is under way the socket is not read. */
  private take(connection: Connection, data: Buffer, binary: boolean): void {
    if (connection.working) {
      connection.waiting.push({ data, binary });
      return;
    }
    if (!connection.open) return;
    const underWay = this.conversation.receive(connection, data, binary);
    if (underWay) void this.workOff(connection, underWay);
  }

  private async workOff(connection: Connection, underWay: Promise<void>): Promise<void> {
    connection.working = true;
    connection.pause();
    await underWay;
    for (let next = connection.waiting.shift(); next; next = connection.waiting.shift())
      if (connection.open) await this.conversation.receive(connection, next.data, next.binary);
    connection.working = false;
    connection.resume();
  }

  /** Ends what has expired or fallen silent. */
  sweep(): void {
    const now = this.clock.now().getTime();
    for (const connection of this.open) {
      if (now - connection.heardAt > SILENT_MS) connection.end(1001, "No heartbeat for a minute");
      else this.membership.dismissExpired(connection);
    }
  }

  /** Tells everybody that the server ends; their clients connect anew. @returns when all have gone */
  async endAll(): Promise<void> {
    for (const connection of this.open) connection.end(1012, "The server restarts");
    if (this.open.size) await new Promise<void>((gone) => (this.gone = gone));
  }

  private remove(connection: Connection): void {
    this.open.delete(connection);
    const left = this.byAddress.get(connection.address)! - 1;
    if (left) this.byAddress.set(connection.address, left);
    else this.byAddress.delete(connection.address);
    for (const channel of [...connection.channels.values()]) this.membership.leave(channel);
    if (!this.open.size) this.gone?.();
  }
}
