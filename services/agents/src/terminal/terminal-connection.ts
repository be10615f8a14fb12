import { MAX_TERMINAL_LINES } from "@tessera/contracts-agents/limits.ts";
import {
  BAD_CLIENT,
  SESSION_OVER,
  type TerminalLine,
  type TerminalMessage,
} from "@tessera/contracts-agents/terminal.ts";
import { TerminalRequest } from "@tessera/contracts-agents/terminal-requests.ts";
import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { type Caller, type KitConfig, type Log, ProblemException } from "@tessera/service-kit";
import { WebSocket } from "ws";
import { apisOf } from "./apis.ts";
import { Numbers } from "./command.ts";
import { LineMistake } from "./command-line.ts";
import { complete } from "./complete.ts";
import { note, type Row } from "./row.ts";
import { runLine } from "./run-line.ts";
import type { TerminalTickets } from "./terminal-tickets.ts";

/** Messages of a client: so many a second, and at once. */
const RATE = { perSecond: 10, burst: 40 };
/** Lines that go out together, and ms that the first of them waits. */
const BATCH = 50;
/** Most characters that one command prints, and one line has. */
const MAX_OUTPUT = 256_000;
const MAX_LINE = 4_000;
/** Ms before a token ends at which another is asked for. */
const RENEW_MS = 60_000;
/** Ms that a client has to close its side. */
const CLOSE_MS = 3_000;

export interface ConnectionParts {
  config: Pick<KitConfig, "originOf">;
  tickets: Pick<TerminalTickets, "redeem">;
  verify(token: string): Promise<Caller>;
  now(): number;
  log: Pick<Log, "error">;
  device: string | undefined;
}

/** One terminal: what its person types, one command at a time, and what that prints. */
export class TerminalConnection {
  private readonly numbers = new Numbers();
  private readonly gone = new AbortController();
  private running: { id: number; stop: AbortController } | null = null;
  private isCompleting = false;
  private allowance = RATE.burst;
  private allowedAt: number;
  private isAlive = true;
  private isRenewing = false;

  constructor(
    private readonly socket: WebSocket,
    private caller: Caller,
    private readonly parts: ConnectionParts,
  ) {
    this.allowedAt = parts.now();
    socket.on("message", (data, isBinary) => this.take(isBinary ? "" : String(data)));
    socket.on("pong", () => {
      this.isAlive = true;
    });
    socket.on("close", () => this.gone.abort());
    void this.send({ type: "ready", email: caller.email });
  }

  get userId(): string {
    return this.caller.userId;
  }

  /** Ends a connection whose client does not answer or whose token counts no more; says to the others that it lives. */
  async beat(): Promise<void> {
    if (!this.isAlive) return this.socket.terminate();
    this.isAlive = false;
    this.socket.ping();
    void this.send({ type: "beat" });
    await this.check();
  }

  /** Closes unless the token still counts. */
  async check(): Promise<void> {
    try {
      await this.parts.verify(this.caller.accessToken);
    } catch (error) {
      // What cannot be found out now is found out at the next beat.
      if (error instanceof ProblemException && error.getStatus() < 500) this.close(SESSION_OVER, error.code);
      return;
    }
    if (!this.isRenewing && endOf(this.caller.accessToken) - this.parts.now() < RENEW_MS) {
      this.isRenewing = true;
      void this.send({ type: "renew" });
    }
  }

  close(code: number, reason: string): void {
    this.gone.abort();
    this.socket.close(code, reason);
    setTimeout(() => this.socket.terminate(), CLOSE_MS).unref();
  }

  private take(text: string): void {
    if (this.gone.signal.aborted) return;
    const message = readRequest(text);
    if (message && this.isAllowed()) this.answer(message);
    else this.close(BAD_CLIENT, message ? "too many messages" : "no such message");
  }

  private answer(message: TerminalRequest): void {
    if (message.type === "run") void this.run(message.id, message.line);
    else if (message.type === "complete") void this.complete(message.id, message.line);
    else if (message.type === "renew") void this.renew(message.ticket);
    else if (this.running?.id === message.id) this.running.stop.abort();
  }

  private isAllowed(): boolean {
    const now = this.parts.now();
    const back = (Math.max(0, now - this.allowedAt) / 1000) * RATE.perSecond;
    this.allowance = Math.min(RATE.burst, this.allowance + back);
    this.allowedAt = now;
    this.allowance -= 1;
    return this.allowance >= 0;
  }

  private async renew(ticket: string): Promise<void> {
    try {
      const caller = await this.parts.tickets.redeem(ticket);
      if (caller.userId !== this.userId) return this.close(SESSION_OVER, "another person");
      this.caller = caller;
      this.isRenewing = false;
    } catch (error) {
      this.close(SESSION_OVER, error instanceof ProblemException ? error.code : "not renewed");
    }
  }

  private apis(signal: AbortSignal) {
    const { config, device } = this.parts;
    return apisOf(config, () => this.caller.accessToken, { signal, device });
  }

  private async run(id: number, line: string): Promise<void> {
    if (this.running) return this.close(BAD_CLIENT, "one command at a time");
    const stop = new AbortController();
    this.running = { id, stop };
    const signal = AbortSignal.any([stop.signal, this.gone.signal]);
    let ok = false;
    try {
      await this.parts.verify(this.caller.accessToken);
      const { apis, caller, numbers } = { apis: this.apis(signal), caller: this.caller, numbers: this.numbers };
      await this.print(id, runLine(line, { apis, caller, numbers, signal }));
      ok = true;
    } catch (error) {
      if (error instanceof ProblemException && error.getStatus() === 401) this.close(SESSION_OVER, error.code);
      else await this.send({ type: "lines", id, lines: [this.failure(error, signal).line] });
    }
    this.running = null;
    await this.send({ type: "end", id, ok });
  }

  private failure(error: unknown, signal: AbortSignal): Row {
    if (signal.aborted) return note("Stopped.", "warn");
    if (error instanceof LineMistake || error instanceof ProblemException || error instanceof ProblemError)
      return note(error.message, "bad");
    this.parts.log.error({ err: error }, "a command of the terminal failed");
    return note("That did not work, for a reason of ours. Nothing more was done; try again.", "bad");
  }

  /** Waits until what was printed has been taken: a client that reads slowly slows the command, and costs no memory. */
  private async print(id: number, rows: AsyncIterable<Row>): Promise<void> {
    let lines: TerminalLine[] = [];
    let printed = 0;
    let characters = 0;
    const flush = async () => {
      if (lines.length) await this.send({ type: "lines", id, lines });
      lines = [];
    };
    const iterator = rows[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = iterator.next();
        // What is there goes out while the next line is waited for.
        const isThere = await Promise.race([next.then(() => true), new Promise((later) => setImmediate(later, false))]);
        if (!isThere || lines.length >= BATCH) await flush();
        const { done, value } = await next;
        if (done) break;
        const line = cut(value.line);
        printed += 1;
        characters += line.reduce((sum, { text }) => sum + text.length, 0);
        if (printed > MAX_TERMINAL_LINES || characters > MAX_OUTPUT) {
          lines.push(note("… The rest is left out: it is too much. Ask for less, or: | head", "warn").line);
          break;
        }
        lines.push(line);
      }
    } finally {
      await flush();
      await iterator.return?.();
    }
  }

  private async complete(id: number, line: string): Promise<void> {
    // One at a time: while one is looked for, others get nothing.
    const nothing = { type: "completions" as const, id, from: line.length, words: [] };
    if (this.isCompleting) return this.send(nothing);
    this.isCompleting = true;
    try {
      const found = await complete(line, this.apis(this.gone.signal));
      await this.send({ type: "completions", id, ...found });
    } catch {
      await this.send(nothing);
    } finally {
      this.isCompleting = false;
    }
  }

  private async send(message: TerminalMessage): Promise<void> {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    await new Promise<void>((sent) => this.socket.send(JSON.stringify(message), () => sent()));
  }
}

function readRequest(text: string): TerminalRequest | null {
  try {
    return TerminalRequest.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function cut(line: TerminalLine): TerminalLine {
  let left = MAX_LINE;
  const kept: TerminalLine = [];
  for (const piece of line) {
    if (!piece.text) continue;
    kept.push(piece.text.length > left ? { ...piece, text: `${piece.text.slice(0, left)}…` } : piece);
    left -= piece.text.length;
    if (left <= 0) break;
  }
  return kept;
}

/** Ms since 1970 at which a token ends that was verified. */
function endOf(token: string): number {
  const { exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { exp: number };
  return exp * 1000;
}
