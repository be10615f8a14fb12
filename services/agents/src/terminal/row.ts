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

/** What a language is called by: nothing else of a fence is taken for one. */
const LANGUAGE = /^[\w+#.-]{1,40}$/;
/** The beginning or the end of code in Markdown, and its language (CommonMark 4.5). */
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)/;

/** Lines of code, whose colours the page knows. A tab is as wide as four blanks: a terminal's line has none. */
export const codeOf = (text: string, language: string): Row[] =>
  linesOf(text.replaceAll("\t", "    ")).map(({ line: [one] }) => ({
    line: [LANGUAGE.test(language) ? { ...one!, code: language } : one!],
  }));

/** Lines of a text in Markdown, those between fences as code. */
export function markdownOf(text: string): Row[] {
  let fence: { marks: string; language: string } | null = null;
  return text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .flatMap((line) => {
      const [, marks, language = ""] = FENCE.exec(line) ?? [];
      if (!fence && marks) {
        fence = { marks, language };
        return note(line);
      }
      if (fence && marks?.startsWith(fence.marks) && !language) {
        fence = null;
        return note(line);
      }
      return fence ? codeOf(line, fence.language) : linesOf(line);
    });
}
