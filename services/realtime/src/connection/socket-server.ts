import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from "@nestjs/common";
import { CONFIG, EndedSessions, type KitConfig, type SocketHandler, type SocketRequest } from "@tessera/service-kit";
import type { WebSocket } from "ws";
import { Credentials } from "../access/credentials.ts";
import { Refused } from "../access/refused.ts";
import { REALTIME_CONFIG, type RealtimeConfig } from "../config.ts";
import { VERSIONS, type Version } from "../protocol/frame.ts";
import { Connections } from "./connections.ts";

/** Ms between looks for expired tokens and lost connections. */
const SWEEP_MS = 15_000;

/** Takes the websockets of realtime/v1. */
@Injectable()
export class SocketServer implements SocketHandler, OnApplicationBootstrap, OnModuleDestroy {
  readonly limits;
  /**
   * A client is known by its key and token, never by a cookie; in production only pages that get sessions connect all
   * the same. A development set-up lets any page in, as a front end may run on any port.
   */
  readonly otherOrigins;
  private sweep: NodeJS.Timeout | undefined;
  private follow: (() => void) | undefined;

  constructor(
    private readonly credentials: Credentials,
    private readonly connections: Connections,
    @Inject(EndedSessions) private readonly endedSessions: EndedSessions,
    @Inject(REALTIME_CONFIG) config: RealtimeConfig,
    @Inject(CONFIG) { production }: Pick<KitConfig, "production">,
  ) {
    this.otherOrigins = production ? config.pageOrigins : ("any" as const);
    const { maxConnections, maxConnectionsPerAddress, maxMessageBytes } = config;
    this.limits = { maxConnections, maxConnectionsPerNetwork: maxConnectionsPerAddress, maxMessageBytes };
  }

  onApplicationBootstrap(): void {
    this.follow = this.endedSessions.onEnd((news) => this.connections.dismissEnded(news));
    this.sweep = setInterval(() => this.connections.sweep(), SWEEP_MS);
    this.sweep.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.sweep);
    this.follow?.();
    await this.connections.endAll();
  }

  async open(request: SocketRequest) {
    const version = request.url.searchParams.get("vsn") ?? "1.0.0";
    if (!isVersion(version))
      throw new Refused(400, `Version ${version.slice(0, 20)} is not spoken here; use 1.0.0 or 2.0.0.`);
    const claims = await this.claims(request);
    return (socket: WebSocket) => this.connections.add(socket, version, claims, request.network);
  }

  /** Of the access token where one is sent along, else of the API key, which is needed either way. */
  private async claims({ url, headers }: SocketRequest) {
    const header = (name: string) => [headers[name]].flat()[0];
    const key = url.searchParams.get("apikey") ?? header("x-api-key") ?? header("apikey");
    const ofKey = await this.credentials.ofKey(key);
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
    return token && token !== key && !token.startsWith("sb_") ? this.credentials.ofToken(token) : ofKey;
  }
}

const isVersion = (text: string): text is Version => (VERSIONS as readonly string[]).includes(text);
