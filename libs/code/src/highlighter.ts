import type { DecorationItem, HighlighterCore } from "shiki/core";
import { type Beside, NoWorker } from "./beside.ts";
import { languageOf, loadLanguage } from "./languages.ts";
import type { CodeLine } from "./lines.ts";
import { type CodeTheme, DEFAULT_THEME, loadTheme } from "./themes.ts";
import { tokenize } from "./tokenize.ts";

/** Characters that are highlighted; longer code is shown plainly. */
export const MAX_CODE_LENGTH = 1_100_000;
/** Characters that the page highlights where there is no worker. */
export const MAX_LENGTH_ON_PAGE = 200_000;
/** Characters from which the worker does it: less is done before a message comes back. */
export const LARGE_CODE = 10_000;
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
type Start = () => Promise<Beside>;

const startWorker: Start = async () => (await import("./start-beside.ts")).startBeside();

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
  /** The worker for large code; null before it is wanted and after the last user let go. */
  private beside: Promise<Beside | null> | null = null;
  private canStart = true;
  private users = 0;
  private readonly cache = new Map<string, Highlighted>();
  state: HighlighterState = "not loaded";

  constructor(
    private readonly create: Create = createCore,
    private readonly start: Start = startWorker,
  ) {}

  /** @returns what ends the use */
  use(): () => void {
    this.users += 1;
    let using = true;
    return () => {
      if (!using) return;
      using = false;
      this.users -= 1;
      if (this.users > 0) return;
      this.cache.clear();
      void this.beside?.then((worker) => worker?.close());
      this.beside = null;
    };
  }

  /**
   * @returns null for "text", for a language that is not in the list or could not be loaded, for code over
   *   MAX_CODE_LENGTH (MAX_LENGTH_ON_PAGE without a worker), and when there is no highlighter
   * @throws ShikiError for decorations outside the code or partially over each other; the signal's reason
   */
  async highlight(code: string, options: HighlightOptions): Promise<Highlighted | null> {
    const { theme = DEFAULT_THEME, decorations = [], signal } = options;
    const language = languageOf(options.language);
    if (!language || code.length > MAX_CODE_LENGTH) return null;
    const key = JSON.stringify([language, theme, decorations, code]);
    const known = this.cache.get(key);
    if (known) return known;
    const large =
      code.length > LARGE_CODE ? await this.inWorker(code, language, theme, decorations, signal) : undefined;
    const made = large === undefined ? await this.onPage(code, language, theme, decorations, signal) : large;
    if (made && this.users > 0) this.keep(key, made);
    return made;
  }

  private async onPage(
    code: string,
    lang: string,
    theme: CodeTheme,
    decorations: DecorationItem[],
    signal?: AbortSignal,
  ): Promise<Highlighted | null> {
    if (code.length > MAX_LENGTH_ON_PAGE) return null;
    const core = await this.load();
    if (!core || !(await this.prepare(core, lang, theme))) return null;
    const lines: CodeLine[] = [];
    await tokenize(core, { code, lang, theme, decorations }, (part) => void lines.push(...part), signal);
    const { fg, bg } = core.getTheme(theme);
    return { lines, foreground: fg, background: bg };
  }

  /** @returns undefined where there is no worker */
  private async inWorker(
    code: string,
    language: string,
    theme: CodeTheme,
    decorations: DecorationItem[],
    signal?: AbortSignal,
  ): Promise<Highlighted | null | undefined> {
    const opened = this.open();
    const beside = await opened;
    if (!beside) return undefined;
    let missing = false;
    const loaded = (load: Promise<unknown>) =>
      load.catch((error: unknown) => {
        missing = true;
        throw error;
      });
    try {
      const made = await beside.highlight(
        { code, language, theme, decorations },
        { grammar: () => loaded(loadLanguage(language)), colours: () => loaded(loadTheme(theme)) },
        signal,
      );
      this.state = "ready";
      return made;
    } catch (error) {
      if (missing) {
        console.error(`The language ${language} could not be loaded:`, error);
        return null;
      }
      if (!(error instanceof NoWorker)) throw error;
      signal?.throwIfAborted();
      // Unless nobody used it any more, it did not start or broke: from now on the page does it.
      if (this.beside === opened) {
        this.canStart = false;
        this.beside = null;
      }
      return undefined;
    }
  }

  private open(): Promise<Beside | null> {
    if (!this.canStart) return Promise.resolve(null);
    if (!this.beside) {
      if (this.state === "not loaded") this.state = "loading";
      this.beside = this.start().catch(() => {
        this.canStart = false;
        if (!this.loaded) this.state = "not loaded";
        return null;
      });
    }
    return this.beside;
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

/** The one that all code on a page shares. */
export const highlighter = new Highlighter();
