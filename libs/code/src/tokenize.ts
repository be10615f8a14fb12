import type { DecorationItem, GrammarState, HighlighterCore } from "shiki/core";
import { type CodeLine, linesOfHast, linesOfTokens } from "./lines.ts";

/** Ms that one line may take; specification §9. */
const MAX_LINE_MS = 500;
/** Characters of a line, 0: without limit; specification §9. */
const MAX_LINE_LENGTH = 0;
/** Lines after which others get their turn on the thread. */
const LINES_AT_ONCE = 50;

export interface Tokenized {
  code: string;
  /** Id of a language that the core has, as the theme. */
  lang: string;
  theme: string;
  decorations: DecorationItem[];
}

/**
 * Line by line with what came before in mind, so that large code holds up neither a page nor a worker's messages; with
 * decorations all at once.
 * @param put is given the lines in their order, some at a time
 */
export async function tokenize(
  core: HighlighterCore,
  { code, lang, theme, decorations }: Tokenized,
  put: (lines: CodeLine[]) => void,
  signal?: AbortSignal,
): Promise<void> {
  const options = { lang, theme, tokenizeTimeLimit: MAX_LINE_MS, tokenizeMaxLineLength: MAX_LINE_LENGTH };
  if (decorations.length) return put(linesOfHast(core.codeToHast(code, { ...options, decorations })));
  const texts = code.split(/\r\n|\r|\n/);
  let grammarState: GrammarState | undefined;
  for (let at = 0; at < texts.length; at += LINES_AT_ONCE) {
    if (at > 0) await turn();
    signal?.throwIfAborted();
    const part = texts.slice(at, at + LINES_AT_ONCE).join("\n");
    const started = Date.now();
    let tokens = core.codeToTokensBase(part, { ...options, grammarState });
    // The first code of a language compiles its expressions: on a slow machine the limit ends a line meanwhile, and
    // the rest of it has one colour.
    if (at === 0 && Date.now() - started >= MAX_LINE_MS)
      tokens = core.codeToTokensBase(part, { ...options, grammarState });
    grammarState = core.getLastGrammarState(tokens);
    put(linesOfTokens(tokens));
  }
}

/** A task of its own: a promise alone would let nothing be drawn. */
const turn = () => new Promise<void>((next) => setTimeout(next, 0));
