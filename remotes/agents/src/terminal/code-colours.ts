import { plainText } from "@tessera/contracts-agents/plain-text.ts";
import type { TerminalLine } from "@tessera/contracts-agents/terminal.ts";
import { type CodeStyle, shown, shownCode } from "./terminal-text.ts";

/** Ms that output waits for the colours of its code: the first takes a grammar, which a slow network brings late. */
const WAIT_MS = 3_000;

/** The code of one language, as the shared highlighter colours it; null: it has no colours. */
export type Highlight = (code: string, language: string) => Promise<readonly CodeStyle[][] | null>;

/** Whether any of the lines is code. */
export const haveCode = (lines: readonly TerminalLine[]) => lines.some(languageOf);

/** Lines as a terminal shows them, code in its colours; plainly where there are none, or not in time. */
export async function inColours(
  lines: readonly TerminalLine[],
  highlight: Highlight,
  wait = WAIT_MS,
): Promise<string[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((give) => {
    timer = setTimeout(give, wait, null);
  });
  const parts = blocksOf(lines).map(async ({ language, lines }) => {
    const texts = lines.map((line) => plainText(line.map(({ text }) => text).join("")));
    const styles = language && (await Promise.race([highlight(texts.join("\n"), language).catch(said), late]));
    return lines.map((line, at) => {
      const style = styles ? styles[at] : null;
      return style ? shownCode(style) : shown(line);
    });
  });
  const shownParts = await Promise.all(parts);
  clearTimeout(timer);
  return shownParts.flat();
}

function said(error: unknown): null {
  console.error("The code could not be highlighted:", error);
  return null;
}

const languageOf = (line: TerminalLine) => line.find(({ code }) => code)?.code;

/** Lines that are one text, or none; an empty line between two of a language is of it, too. */
function blocksOf(lines: readonly TerminalLine[]) {
  const blocks: { language: string | undefined; lines: TerminalLine[] }[] = [];
  lines.forEach((line, at) => {
    const last = blocks.at(-1);
    const next = lines.slice(at).find((one) => one.length > 0);
    const language = line.length > 0 ? languageOf(line) : next && languageOf(next);
    if (last && last.language === language) last.lines.push(line);
    else blocks.push({ language, lines: [line] });
  });
  return blocks;
}
