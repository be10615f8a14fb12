import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from "@nestjs/common";
import { MAX_TERMINALS } from "@tessera/contracts-agents/limits.ts";
import { tooManyTerminals } from "@tessera/contracts-agents/problems.ts";
import { TERMINAL_PROTOCOL, TOO_MANY, ticketProtocol } from "@tessera/contracts-agents/terminal.ts";
import { noAuthorization, subscriptionRequired } from "@tessera/contracts-core/problems.ts";
import {
  type Caller,
  Clock,
  CONFIG,
  EndedSessions,
  type KitConfig,
  Log,
  ProblemException,
  problem,
  type SocketHandler,
  SocketRefused,
  type SocketRequest,
  SubscriptionGate,
  TokenVerifier,
} from "@tessera/service-kit";
import type { WebSocket } from "ws";
import { TerminalConnection } from "./terminal-connection.ts";
import { TerminalTickets } from "./terminal-tickets.ts";

const BEAT_MS = 20_000;
/** What a client with a token of its own may have of the person; each service asks for what it needs. */
const SCOPES = ["tessera:read", "tessera:write"];

/** Takes the sockets of the terminal: people with a subscription, with a ticket of their page or a token. */
@Injectable()
export class TerminalSockets implements SocketHandler, OnApplicationBootstrap, OnModuleDestroy {
  readonly limits = { maxConnections: 2_000, maxConnectionsPerNetwork: 50, maxMessageBytes: 32_768 };
  private readonly connections = new Set<TerminalConnection>();
  /** How many each person has. */
  private readonly counts = new Map<string, number>();
  private beats: NodeJS.Timeout | undefined;
  private follow: (() => void) | undefined;

  constructor(
    private readonly tickets: TerminalTickets,
    private readonly verifier: TokenVerifier,
    private readonly gate: SubscriptionGate,
    @Inject(EndedSessions) private readonly endedSessions: EndedSessions,
    @Inject(CONFIG) private readonly config: KitConfig,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.follow = this.endedSessions.onEnd((news) => {
      const people = new Set(news.map(({ userId }) => userId));
      for (const connection of this.connections) if (people.has(connection.userId)) void connection.check();
    });
    this.beats = setInterval(() => this.beat(), BEAT_MS);
    this.beats.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.beats);
    this.follow?.();
  }

  /** Looks after every connection. */
  beat(): void {
    for (const connection of this.connections) void connection.beat();
  }

  async open({ headers }: SocketRequest) {
    const caller = await this.callerOf(headers).catch(refuse);
    const { active } = await this.gate.subscription(caller).catch(refuse);
    if (!active) refuse(problem(subscriptionRequired));
    if ((this.counts.get(caller.userId) ?? 0) >= MAX_TERMINALS)
      refuse(problem(tooManyTerminals, { limit: MAX_TERMINALS }));
    const device = [headers["user-agent"]].flat()[0]?.slice(0, 500);
    return (socket: WebSocket) => {
      // Counted when it is there, as a handshake may still fail; those that came at the same moment are counted too.
      const open = this.counts.get(caller.userId) ?? 0;
      if (open >= MAX_TERMINALS) {
        socket.close(TOO_MANY, "too many terminals");
        return;
      }
      this.counts.set(caller.userId, open + 1);
      const connection = new TerminalConnection(socket, caller, {
        config: this.config,
        tickets: this.tickets,
        verify: (token) => this.verify(token),
        now: () => this.clock.now().getTime(),
        log: this.log,
        device,
      });
      this.connections.add(connection);
      socket.once("close", () => {
        this.connections.delete(connection);
        const left = (this.counts.get(caller.userId) ?? 1) - 1;
        if (left) this.counts.set(caller.userId, left);
        else this.counts.delete(caller.userId);
      });
    };
  }

  private verify(token: string): Promise<Caller> {
    return this.verifier.verify(token, SCOPES);
  }

  private async callerOf(headers: SocketRequest["headers"]): Promise<Caller> {
    const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
    if (bearer) return this.verify(bearer);
    const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((one) => one.trim());
    const prefix = ticketProtocol("");
    const ticket = offered.find((one) => one.startsWith(prefix))?.slice(prefix.length);
    if (!ticket || offered[0] !== TERMINAL_PROTOCOL) throw problem(noAuthorization);
    return this.tickets.redeem(ticket);
  }
}

/** In the form that upgrades are refused in. @throws SocketRefused, or what is no problem of ours */
function refuse(error: unknown): never {
  if (error instanceof ProblemException) throw new SocketRefused(error.getStatus(), error.code, error.detail);
  throw error;
}
