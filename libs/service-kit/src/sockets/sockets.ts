import type { IncomingMessage, Server } from "node:http";
import type { BlockList } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { KitConfig } from "../config/kit-config.ts";
import { clientAddress, trustList } from "../http/client-address.ts";
import { networkOf } from "../http/network.ts";
import type { Log } from "../log.ts";
import { owns } from "../service-definition.ts";
import { refuseUpgrade } from "./refuse-upgrade.ts";
import { type SocketHandler, SocketRefused } from "./socket-handler.ts";

/** Passes upgrade requests on to another process. @throws SocketRefused */
export type Tunnel = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;

/** Ms that a client has to close its side when the process ends. */
const CLOSE_MS = 3_000;

const closing = () => new SocketRefused(503, "restarting", "The server restarts. Try again in a few seconds.");

/** Routes upgrade requests of the process's port by their path, and bounds what they become. */
export class Sockets {
  private readonly routes = new Map<string, Route>();
  private readonly tunnels: { under: string; tunnel: Tunnel }[] = [];
  private readonly trusted: BlockList;
  private closing = false;

  constructor(
    private readonly config: Pick<KitConfig, "trustedProxies" | "publicUrl">,
    private readonly log: Log,
  ) {
    this.trusted = trustList(config.trustedProxies);
  }

  /** Takes websockets of exactly this path. */
  add(path: string, handler: SocketHandler): void {
    this.routes.set(path, new Route(handler));
  }

  /** Hands on every upgrade request below an address. */
  forward(under: string, tunnel: Tunnel): void {
    this.tunnels.push({ under, tunnel });
  }

  listen(server: Server & { shouldUpgradeCallback?: (request: IncomingMessage) => boolean }): void {
    server.on("upgrade", (request, socket, head) => void this.upgrade(request, socket, head));
    // Other upgrades (h2c of some clients) are offers that may be ignored: Node answers those requests as usual.
    server.shouldUpgradeCallback = (request) => request.headers.upgrade?.toLowerCase() === "websocket";
  }

  /** Where an upgrade request comes from, as the proxies that are trusted say. */
  clientOf(request: IncomingMessage): string {
    return clientAddress(request, this.trusted);
  }

  /** Refuses upgrades from now on. */
  refuse(): void {
    this.closing = true;
  }

  /** Of Nest, when the services have ended theirs: closes the connections that are left. @returns when all have gone */
  async beforeApplicationShutdown(): Promise<void> {
    this.refuse();
    await Promise.all([...this.routes.values()].map((route) => route.closeAll()));
  }

  private async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (socket.destroyed) return; // refused before, for the name it was sent to
    const ignore = () => undefined; // a client that leaves meanwhile
    socket.on("error", ignore);
    try {
      const url = new URL(request.url ?? "", "http://socket");
      const route = this.routes.get(url.pathname);
      const tunnel = route ? undefined : this.tunnels.find(({ under }) => owns(under, url.pathname));
      if (!route && !tunnel) throw new SocketRefused(404, "not_found", "Nothing takes connections at this address.");
      if (this.closing) throw closing();
      if (tunnel) return await tunnel.tunnel(request, socket, head);
      this.requireOrigin(request, route!.handler.otherOrigins);
      const network = networkOf(this.clientOf(request));
      const place = route!.reserve(network);
      try {
        const taken = await route!.handler.open({ url, headers: request.headers, network });
        if (this.closing) throw closing();
        socket.off("error", ignore);
        route!.server.handleUpgrade(request, socket, head, (accepted) => {
          route!.keep(accepted, place);
          taken(accepted);
        });
        // A request that is no handshake is answered and closed by the protocol's own code.
        socket.once("close", place);
      } catch (error) {
        place();
        throw error;
      }
    } catch (error) {
      if (!(error instanceof SocketRefused)) this.log.error({ err: error }, "an upgrade failed");
      refuseUpgrade(socket, error);
    }
  }

  /** A page sends its visitor's cookies wherever it connects to. */
  private requireOrigin({ headers }: IncomingMessage, others: SocketHandler["otherOrigins"]): void {
    const { origin, host } = headers;
    if (!origin || others === "any" || others?.has(origin) || origin === new URL(this.config.publicUrl).origin) return;
    if (URL.canParse(origin) && new URL(origin).host === host) return;
    throw new SocketRefused(403, "origin_refused", "Pages of other origins may not connect here.");
  }
}

/** The connections of one handler. */
class Route {
  readonly server: WebSocketServer;
  private readonly open = new Set<WebSocket>();
  private readonly byNetwork = new Map<string, number>();
  private count = 0;

  constructor(readonly handler: SocketHandler) {
    const maxPayload = handler.limits.maxMessageBytes;
    this.server = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false, clientTracking: false });
  }

  /** Counts a connection that is about to be. @returns what gives its place back, once @throws SocketRefused 429 */
  reserve(network: string): () => void {
    const { maxConnections, maxConnectionsPerNetwork } = this.handler.limits;
    const own = this.byNetwork.get(network) ?? 0;
    if (this.count >= maxConnections)
      throw new SocketRefused(429, "too_many_connections", "Too many connections. Try again in a minute.");
    if (own >= maxConnectionsPerNetwork)
      throw new SocketRefused(429, "too_many_connections", "Too many connections from your address.");
    this.count += 1;
    this.byNetwork.set(network, own + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.count -= 1;
      const left = this.byNetwork.get(network)! - 1;
      if (left) this.byNetwork.set(network, left);
      else this.byNetwork.delete(network);
    };
  }

  keep(socket: WebSocket, place: () => void): void {
    this.open.add(socket);
    socket.on("error", () => undefined); // it closes then
    socket.on("close", () => {
      this.open.delete(socket);
      place();
    });
  }

  async closeAll(): Promise<void> {
    await Promise.all(
      [...this.open].map(async (socket) => {
        const gone = new Promise((done) => socket.once("close", done));
        socket.close(1012, "The server restarts");
        const cut = setTimeout(() => socket.terminate(), CLOSE_MS);
        await gone;
        clearTimeout(cut);
      }),
    );
  }
}
