import {
  SESSION_OVER,
  TERMINAL_PATH,
  TERMINAL_PROTOCOL,
  type TerminalMessage,
  TOO_MANY,
  ticketProtocol,
} from "@tessera/contracts-agents/terminal.ts";
import type { TerminalRequest } from "@tessera/contracts-agents/terminal-requests.ts";
import { ProblemError } from "@tessera/contracts-core/problem-error.ts";

/** Ms before each attempt, as realtime has them (specification §4); the last one repeats. */
const DELAYS = [1_000, 2_000, 5_000, 10_000];
/** The service says something every 20 s: after this many ms the connection is dead, whatever the browser thinks. */
const SILENCE_MS = 50_000;
/** Refusals after which another attempt may do. */
const PASSING = new Set([408, 425, 429]);

/** `refused`: there are no more attempts until somebody asks for one. */
export type LinkState =
  | { name: "connecting" }
  | { name: "open" }
  | { name: "waiting"; ms: number }
  | { name: "offline" }
  | { name: "refused"; why: string };

export interface LinkParts {
  ticket(signal: AbortSignal): Promise<string>;
  onMessage(message: TerminalMessage): void;
  onState(state: LinkState): void;
}

/** The connection of a page to the terminal; it comes back on its own. */
export class TerminalLink {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private readonly ended = new AbortController();
  private isOpen = false;
  private isTrying = false;

  constructor(private readonly parts: LinkParts) {
    const { signal } = this.ended;
    window.addEventListener("online", () => this.now(), { signal });
    window.addEventListener("offline", () => this.lost(), { signal });
    void this.connect();
  }

  /** @returns false where nothing is connected: it was not sent */
  send(request: TerminalRequest): boolean {
    if (!this.isOpen || !this.socket) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }

  /** Tries at once. */
  now(): void {
    if (this.isOpen || this.isTrying || this.ended.signal.aborted) return;
    this.attempt = 0;
    void this.connect();
  }

  end(): void {
    this.ended.abort();
    clearTimeout(this.timer);
    this.drop();
  }

  private async connect(): Promise<void> {
    clearTimeout(this.timer);
    this.isTrying = true;
    this.parts.onState({ name: "connecting" });
    try {
      const ticket = await this.parts.ticket(this.ended.signal);
      if (!this.ended.signal.aborted) this.open(ticket);
    } catch (error) {
      this.isTrying = false;
      if (this.ended.signal.aborted) return;
      const isFinal = error instanceof ProblemError && error.status < 500 && !PASSING.has(error.status);
      if (isFinal) this.parts.onState({ name: "refused", why: error.message });
      else this.again();
    }
  }

  private open(ticket: string): void {
    const url = new URL(TERMINAL_PATH, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url, [TERMINAL_PROTOCOL, ticketProtocol(ticket)]);
    this.socket = socket;
    this.listen();
    socket.onmessage = ({ data }) => {
      if (this.socket !== socket) return;
      this.listen();
      const message = JSON.parse(String(data)) as TerminalMessage;
      if (message.type === "ready") {
        this.attempt = 0;
        this.isOpen = true;
        this.isTrying = false;
        this.parts.onState({ name: "open" });
      }
      if (message.type === "renew") void this.renew();
      this.parts.onMessage(message);
    };
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return;
      this.drop();
      if (code === TOO_MANY)
        this.parts.onState({ name: "refused", why: "Too many terminals are open. Close one, then connect again." });
      else if (code === SESSION_OVER && this.attempt === 0) {
        this.attempt = 1;
        void this.connect();
      } else this.again();
    };
  }

  private async renew(): Promise<void> {
    try {
      this.send({ type: "renew", ticket: await this.parts.ticket(this.ended.signal) });
    } catch {
      // The service closes when the token has ended; another attempt says why.
    }
  }

  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.lost(), SILENCE_MS);
  }

  private lost(): void {
    if (this.ended.signal.aborted) return;
    const had = this.socket !== null;
    this.drop();
    if (had || !navigator.onLine) this.again();
  }

  private again(): void {
    clearTimeout(this.timer);
    if (!navigator.onLine) {
      this.parts.onState({ name: "offline" });
      return;
    }
    const ms = DELAYS[Math.min(this.attempt, DELAYS.length - 1)]!;
    this.attempt += 1;
    this.parts.onState({ name: "waiting", ms });
    this.timer = setTimeout(() => void this.connect(), ms);
  }

  private drop(): void {
    const { socket } = this;
    this.socket = null;
    this.isOpen = false;
    this.isTrying = false;
    clearTimeout(this.silence);
    socket?.close();
  }
}
