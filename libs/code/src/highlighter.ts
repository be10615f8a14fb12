import type { DecorationItem, GrammarState, HighlighterCore } from "shiki/core";
import { languageOf, loadLanguage } from "./languages.ts";
import { type CodeLine, linesOfHast, linesOfTokens } from "./lines.ts";
import { type CodeTheme, DEFAULT_THEME, loadTheme } from "./themes.ts";

/** Ms that one line may take; specification §9. */
const MAX_LINE_MS = 500;
/** Characters of a line, 0: without limit; specification §9. */
const MAX_LINE_LENGTH = 0;
/** Characters that are highlighted; longer code is shown plainly. */
export const MAX_CODE_LENGTH = 200_000;
/** Lines after which others get their turn on the main thread. */
const LINES_AT_ONCE = 50;
const MAX_CACHED = 100;

export type HighlighterState = "not loaded" | "loading" | "ready";

export interface HighlightOptions {
  /** As somebody calls it: "ts", "TypeScript". */
  language: string;
  theme?: CodeTheme;
  /** Marks over parts of the code, by offset or by line and character. */
  decorations?: DecorationItem[];
  signal?: AbortSignal;
}

export interface Highlighted {
  lines: readonly CodeLine[];
  /** CSS colours. */
  foreground: string;
  background: string;
}

type Create = () => Promise<HighlighterCore>;

/** Oniguruma's own engine is WebAssembly, which the page's policy does not let run. */
const createCore: Create = async () => {
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/javascript"),
  ]);
  return createHighlighterCore({ engine: createJavaScriptRegexEngine({ forgiving: true }) });
};

/** Highlights code for all who use it; what it made is kept until the last of them lets go. */
export class Highlighter {
  private loaded: Promise<HighlighterCore> | null = null;
  private users = 0;
  private readonly cache = new Map<string, Highlighted>();
  state: HighlighterState = "not loaded";

  constructor(private readonly create: Create = createCore) {}

  /** @returns what ends the use */
  use(): () => void {
    this.users += 1;
    let using = true;
    return () => {
      if (!using) return;
      using = false;
      this.users -= 1;
      if (this.users === 0) this.cache.clear();
    };
  }

  /**
   * @returns null for "text", for a language that is not in the list or could not be loaded, for code over
   *   MAX_CODE_LENGTH, and when there is no highlighter
   * @throws ShikiError for decorations outside the code or partially over each other; the signal's reason
   */
  async highlight(code: string, options: HighlightOptions): Promise<Highlighted | null> {
    const { theme = DEFAULT_THEME, decorations = [], signal } = options;
    const language = languageOf(options.language);
    if (!language || code.length > MAX_CODE_LENGTH) return null;
    const key = JSON.stringify([language, theme, decorations, code]);
    const known = this.cache.get(key);
    if (known) return known;
    const core = await this.load();
    if (!core || !(await this.prepare(core, language, theme))) return null;
    const common = {
      lang: language,
      theme,
      tokenizeTimeLimit: MAX_LINE_MS,
      tokenizeMaxLineLength: MAX_LINE_LENGTH,
    };
    const lines = decorations.length
      ? linesOfHast(core.codeToHast(code, { ...common, decorations }))
      : await tokenize(core, code, common, signal);
    const { fg, bg } = core.getTheme(theme);
    const made = { lines, foreground: fg, background: bg };
    if (this.users > 0) this.keep(key, made);
    return made;
  }

  private keep(key: string, made: Highlighted): void {
    if (this.cache.size >= MAX_CACHED) this.cache.delete(this.cache.keys().next().value!);
    this.cache.set(key, made);
  }

  private load(): Promise<HighlighterCore | null> {
    if (!this.loaded) {
      this.state = "loading";
      this.loaded = this.create();
      this.loaded.then(
        () => {
          this.state = "ready";
        },
        (error: unknown) => {
          console.error("The highlighter could not be loaded:", error);
          this.state = "not loaded";
          this.loaded = null;
        },
      );
    }
    return this.loaded.catch(() => null);
  }

  private async prepare(core: HighlighterCore, language: string, theme: CodeTheme): Promise<boolean> {
    try {
      const [grammar, colours] = await Promise.all([
        core.getLoadedLanguages().includes(language) ? null : loadLanguage(language),
        core.getLoadedThemes().includes(theme) ? null : loadTheme(theme),
      ]);
      if (colours) await core.loadTheme(colours);
      if (grammar) await core.loadLanguage(grammar);
      return true;
    } catch (error) {
      console.error(`The language ${language} could not be loaded:`, error);
      return false;
    }
  }
}

/** Line by line with what came before in mind, so that large code never holds up the page. */
async function tokenize(
  core: HighlighterCore,
  code: string,
  options: Parameters<HighlighterCore["codeToTokensBase"]>[1] & object,
  signal?: AbortSignal,
): Promise<CodeLine[]> {
  const texts = code.split(/\r\n|\r|\n/);
  const lines: CodeLine[] = [];
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
    lines.push(...linesOfTokens(tokens));
  }
  return lines;
}

/** A task of its own: a promise alone would let nothing be drawn. */
const turn = () => new Promise<void>((next) => setTimeout(next, 0));

/** The one that all code on a page shares. */
export const highlighter = new Highlighter();
