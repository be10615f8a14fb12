import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Ended, EndedTokens, Log } from "@tessera/service-kit";
import type { WebSocket } from "ws";
import type { Claims } from "../access/credentials.ts";
import { Membership } from "../channels/membership.ts";
import { REALTIME_CONFIG, type RealtimeConfig } from "../config.ts";
import type { Version } from "../protocol/frame.ts";
import { Connection } from "./connection.ts";
import { Conversation } from "./conversation.ts";
import { WaitingBytes } from "./waiting-bytes.ts";

/** Ms of silence after which a connection counts as lost: clients send a heartbeat every 25 s. */
const SILENT_MS = 60_000;

/** The websockets of this process. */
@Injectable()
export class Connections {
  private readonly open = new Set<Connection>();
  private gone: (() => void) | undefined;

  constructor(
    private readonly conversation: Conversation,
    private readonly membership: Membership,
    private readonly waiting: WaitingBytes,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Log) private readonly log: Log,
    @Inject(REALTIME_CONFIG) private readonly config: RealtimeConfig,
  ) {}

  get count(): number {
    return this.open.size;
  }

  add(socket: WebSocket, version: Version, claims: Claims, network: string): void {
    const { messagesPerSecond, maxBufferBytes } = this.config;
    const now = this.clock.now().getTime();
    const connection = new Connection(socket, {
      version,
      claims,
      network,
      messagesPerSecond,
      maxBufferBytes,
      waiting: this.waiting,
      now,
    });
    this.open.add(connection);
    socket.on("message", (data: Buffer, binary: boolean) => this.take(connection, data, binary));
    socket.on("error", (error: Error) => this.log.debug({ err: error }, "realtime: a connection failed"));
    socket.on("close", () => this.remove(connection));
  }

  /** One message at a time, in order; while one is in progress the socket is not read. */
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

  /** Lets go of the channels whose tokens have ended. */
  dismissEnded(news: Ended[]): void {
    const ended = new EndedTokens();
    for (const entry of news) ended.add(entry, Number.POSITIVE_INFINITY);
    for (const connection of this.open) this.membership.dismissEnded(connection, ended);
  }

  /** Says to everybody that the server ends; their clients connect again. @returns when all have gone */
  async endAll(): Promise<void> {
    for (const connection of this.open) connection.end(1012, "The server restarts");
    if (this.open.size) await new Promise<void>((gone) => (this.gone = gone));
  }

  private remove(connection: Connection): void {
    this.open.delete(connection);
    for (const channel of [...connection.channels.values()]) this.membership.leave(channel);
    if (!this.open.size) this.gone?.();
  }
}
