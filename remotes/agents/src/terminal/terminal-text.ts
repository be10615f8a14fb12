import { plainText } from "@tessera/contracts-agents/plain-text.ts";
import type { TerminalLine, TerminalSpan, TerminalTone } from "@tessera/contracts-agents/terminal.ts";

/** Parameters of "select graphic rendition" (ECMA-48, 8.3.117); the theme says what colours they are. */
const TONES: Record<TerminalTone, string> = {
  ...{ strong: "1", dim: "90", good: "32", warn: "33", bad: "31", accent: "36" },
};
const [CSI, OSC, END] = ["\u001b[", "\u001b]", "\u001b\\"];
/** A page of the product, and nothing that ends the sequence it stands in. */
const PATH = /^\/(?!\/)[\w\-./?=&%~]*$/;

/** A line as a terminal shows it. The sequences are ours alone: what a text brings was made harmless. */
export const shown = (line: TerminalLine): string => line.map(piece).join("");

function piece({ text, tone, path }: TerminalSpan): string {
  const plain = plainText(text);
  const coloured = tone && Object.hasOwn(TONES, tone) ? `${CSI}${TONES[tone]}m${plain}${CSI}0m` : plain;
  return path && PATH.test(path) ? `${OSC}8;;${path}${END}${coloured}${OSC}8;;${END}` : coloured;
}

/** A run of characters of code that look alike. */
export interface CodeStyle {
  text: string;
  /** Number of its colour; undefined: that of all text. */
  colour?: number;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
}

/** A line of code as a terminal shows it. */
export const shownCode = (line: readonly CodeStyle[]): string =>
  line
    .map(({ text, colour, bold, italic, underline }) => {
      const plain = plainText(text);
      const how = [bold && "1", italic && "3", underline && "4", colour !== undefined && `38;5;${colour}`].filter(
        Boolean,
      );
      return how.length ? `${CSI}${how.join(";")}m${plain}${CSI}0m` : plain;
    })
    .join("");
