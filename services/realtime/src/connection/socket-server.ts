import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { BlockList } from "node:net";
import type { Duplex } from "node:stream";
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import { CONFIG, EndedSessions, type KitConfig, Log } from "@tessera/service-kit";
import { WebSocketServer } from "ws";
import { Credentials } from "../access/credentials.ts";
import { Refused } from "../access/refused.ts";
import { REALTIME_CONFIG, type RealtimeConfig } from "../config.ts";
import { VERSIONS, type Version } from "../protocol/frame.ts";
import { clientAddress, networkOf, trustList } from "./client-address.ts";
import { Connections } from "./connections.ts";

const PATH = "/realtime/v1/websocket";
/** Ms between looks for expired tokens and lost connections. */
const SWEEP_MS = 15_000;

/** Turns upgrade requests on the process's own port into connections. */
@Injectable()
export class SocketServer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sockets: WebSocketServer;
  private readonly trusted: BlockList;
  private sweep: NodeJS.Timeout | undefined;
  private closing = false;
  private follow: (() => void) | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly credentials: Credentials,
    private readonly connections: Connections,
    @Inject(EndedSessions) private readonly endedSessions: EndedSessions,
    @Inject(REALTIME_CONFIG) config: RealtimeConfig,
    @Inject(CONFIG) kit: KitConfig,
    @Inject(Log) private readonly log: Log,
  ) {
    this.sockets = new WebSocketServer({
      noServer: true,
      maxPayload: config.maxMessageBytes,
      perMessageDeflate: false,
      clientTracking: false,
    });
    this.trusted = trustList(kit.trustedProxies);
  }

  onApplicationBootstrap(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server & { shouldUpgradeCallback?: (request: IncomingMessage) => boolean };
    server.on("upgrade", (request, socket, head) => void this.upgrade(request, socket, head));
    // Other upgrades (h2c of some clients) are offers that may be ignored: Node answers those requests as usual.
    server.shouldUpgradeCallback = (request) => request.headers.upgrade?.toLowerCase() === "websocket";
    this.follow = this.endedSessions.onEnd((news) => this.connections.dismissEnded(news));
    this.sweep = setInterval(() => this.connections.sweep(), SWEEP_MS);
    this.sweep.unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.closing = true;
    clearInterval(this.sweep);
    this.follow?.();
    await this.connections.endAll();
  }

  private async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const ignore = () => undefined; // a client that leaves meanwhile
    socket.on("error", ignore);
    try {
      const url = new URL(request.url ?? "", "http://realtime");
      if (url.pathname !== PATH) throw new Refused(404, "Nothing answers at this address.");
      if (this.closing) throw new Refused(503, "The server restarts. Try again in a few seconds.");
      const version = url.searchParams.get("vsn") ?? "1.0.0";
      if (!isVersion(version)) throw new Refused(400, `Version ${version.slice(0, 20)} is not spoken here; use 1.0.0 or 2.0.0.`);
      const network = networkOf(clientAddress(request, this.trusted));
      this.connections.checkRoom(network);
      const claims = await this.claims(request, url);
      this.connections.checkRoom(network);
      this.sockets.handleUpgrade(request, socket, head, (accepted) => {
        socket.off("error", ignore);
        this.connections.add(accepted, version, claims, network);
      });
    } catch (error) {
      if (!(error instanceof Refused)) this.log.error({ err: error }, "realtime: an upgrade failed");
      refuse(socket, error instanceof Refused ? error : new Refused(500, "Something went wrong on our side. Try again."));
    }
  }

  /** Of the access token where one is sent along, else of the API key, which is needed either way. */
  private async claims(request: IncomingMessage, url: URL) {
    const key = url.searchParams.get("apikey") ?? header(request, "x-api-key") ?? header(request, "apikey");
    const ofKey = await this.credentials.ofKey(key);
    const token = /^Bearer (\S+)$/i.exec(header(request, "authorization") ?? "")?.[1];
    return token && token !== key && !token.startsWith("sb_") ? this.credentials.ofToken(token) : ofKey;
  }
}

const isVersion = (text: string): text is Version => (VERSIONS as readonly string[]).includes(text);

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function refuse(socket: Duplex, { status, message }: Refused): void {
  const body = JSON.stringify({ error: message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    ...(status === 503 ? ["retry-after: 2"] : []),
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
