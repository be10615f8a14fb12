import { plainText } from "@tessera/contracts-agents/plain-text.ts";
import type { TerminalLine, TerminalSpan, TerminalTone } from "@tessera/contracts-agents/terminal.ts";

/** What a command prints: a line, and what it says to a program. */
export interface Row {
  line: TerminalLine;
  value?: unknown;
}

/** A piece of a line. Wherever its text came from, a terminal obeys none of it. */
export const span = (text: string, tone?: TerminalTone, path?: string): TerminalSpan => ({
  text: plainText(text),
  ...(tone ? { tone } : {}),
  ...(path?.startsWith("/") && !path.startsWith("//") ? { path } : {}),
});
export const row = (value: unknown, ...line: TerminalLine): Row => ({ line, value });
/** A line for people alone: `--json` leaves it out. */
export const note = (text: string, tone: TerminalTone = "dim"): Row => ({ line: [span(text, tone)] });

export const textOf = ({ line }: Row): string => line.map(({ text }) => text).join("");

/** Lines of a longer text. */
export const linesOf = (text: string, tone?: TerminalTone): Row[] =>
  text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => ({ line: [span(line, tone)] }));

/** Text with blanks behind it up to a width, cut where it is longer. */
export const cell = (text: string, width: number): string => {
  const letters = [...plainText(text)];
  return letters.length > width ? `${letters.slice(0, width - 1).join("")}…` : letters.join("").padEnd(width);
};
