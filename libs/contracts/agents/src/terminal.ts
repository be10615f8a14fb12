/** Where the terminal's socket is. */
export const TERMINAL_PATH = "/api/agents/terminal";
/** The protocol that both sides speak; a page offers its ticket beside it, as no page can set headers of a socket. */
export const TERMINAL_PROTOCOL = "tessera.terminal.1";
export const ticketProtocol = (ticket: string) => `ticket.${ticket}`;

/** The session behind the connection has ended, or its token has expired: with another ticket it may connect again. */
export const SESSION_OVER = 4401;
/** The client broke the protocol or sent too much. */
export const BAD_CLIENT = 1008;
/** The person has as many terminals open as there may be. */
export const TOO_MANY = 4429;

/** How a piece of a line is meant; who shows it chooses the colour. */
export type TerminalTone = "strong" | "dim" | "good" | "warn" | "bad" | "accent";

/**
 * A piece of a line, without control characters. `path`: the page of the product that it leads to. `code`: the line is
 * code of this language, as somebody calls it; with the lines beside it that are of the same, it is one text.
 */
export interface TerminalSpan {
  text: string;
  tone?: TerminalTone;
  path?: string;
  code?: string;
}
export type TerminalLine = TerminalSpan[];

/**
 * What the service sends. `beat` comes every few seconds, so that a dead connection is noticed; `renew` asks for
 * another ticket, as the token ends soon. `words` complete the line from its character `from` on.
 */
export type TerminalMessage =
  | { type: "ready"; email: string }
  | { type: "beat" }
  | { type: "renew" }
  | { type: "lines"; id: number; lines: TerminalLine[] }
  | { type: "end"; id: number; ok: boolean }
  | { type: "completions"; id: number; from: number; words: string[] };
