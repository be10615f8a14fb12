import type { CodeTheme } from "@tessera/code";
import type { TerminalLine } from "@tessera/contracts-agents/terminal.ts";
import { darkTheme, lightTheme } from "@tessera/ui";
import { FitAddon } from "@xterm/addon-fit";
import { type ITheme, Terminal } from "@xterm/xterm";
import { type Highlight, haveCode, inColours } from "./code-colours.ts";
import { InOrder } from "./in-order.ts";
import { Palette } from "./palette.ts";
import { shown } from "./terminal-text.ts";

/** Lines that can be scrolled back to. */
const SCROLLBACK = 5_000;
const FONT_SIZE = 13;
/** Blinking and other fits of a screen that is read, not typed into, are off. */
const OPTIONS = { disableStdin: true, cursorInactiveStyle: "none", cursorBlink: false, convertEol: true } as const;

export interface ScreenParts {
  nonce: string | undefined;
  mode: "light" | "dark";
  reader: boolean;
  /** What the person chose for code; undefined: the product's own. */
  codeTheme: CodeTheme | undefined;
  open(path: string): void;
  /** A key that is pressed over the output is meant for the line below it. */
  onKey(): void;
}

/** What commands print: xterm, which draws, scrolls, selects and reads it out. */
export class Screen {
  private readonly terminal: Terminal;
  private readonly fitting = new FitAddon();
  private readonly sizes: ResizeObserver;
  private readonly palette = new Palette();
  private readonly order = new InOrder((text) => this.terminal.write(text));
  private look: Pick<ScreenParts, "mode" | "codeTheme">;
  /** Ends the use of the highlighter, which is loaded with the first code. */
  private endUse: (() => void) | null = null;
  private hasEnded = false;

  constructor(
    private readonly place: HTMLElement,
    { nonce, mode, codeTheme, reader, open, onKey }: ScreenParts,
  ) {
    this.look = { mode, codeTheme };
    this.terminal = new Terminal({
      ...OPTIONS,
      scrollback: SCROLLBACK,
      fontFamily: lightTheme.fontFamilyMonospace,
      fontSize: FONT_SIZE - 1,
      lineHeight: 1.35,
      screenReaderMode: reader,
      theme: coloursOf(mode, this.palette),
      linkHandler: { activate: (_, path) => open(path), allowNonHttpProtocols: true },
    });
    this.terminal.loadAddon(this.fitting);
    openWithin(place, this.terminal, nonce);
    const area = this.terminal.textarea!;
    // The line below is where one types, and the only stop of the keyboard here.
    area.tabIndex = -1;
    area.setAttribute("aria-label", "Output");
    this.terminal.attachCustomKeyEventHandler((event) => {
      if (event.type === "keydown" && !isCopy(event) && !MODIFIERS.has(event.key)) onKey();
      return false;
    });
    this.sizes = new ResizeObserver(() => this.fitting.fit());
    this.sizes.observe(place);
    this.fitting.fit();
  }

  print(...lines: TerminalLine[]): void {
    const written = (texts: string[]) => texts.map((text) => `${text}\r\n`).join("");
    this.order.add(haveCode(lines) ? inColours(lines, this.highlight).then(written) : written(lines.map(shown)));
  }

  clear(): void {
    this.order.drop();
    this.terminal.reset();
  }

  scroll(pages: number): void {
    this.terminal.scrollPages(pages);
  }

  /** What is selected; empty: nothing. */
  get selection(): string {
    return this.terminal.getSelection();
  }

  /** Code that was printed keeps the colours of its theme, as far as they can be read. */
  set colours(look: Pick<ScreenParts, "mode" | "codeTheme">) {
    this.look = look;
    this.drawColours();
  }

  set reader(on: boolean) {
    this.terminal.options.screenReaderMode = on;
  }

  end(): void {
    this.hasEnded = true;
    this.order.drop();
    this.endUse?.();
    this.sizes.disconnect();
    this.terminal.dispose();
    this.place.replaceChildren();
  }

  private readonly highlight: Highlight = async (code, language) => {
    const { highlighter, themeOn } = await import("@tessera/code");
    if (this.hasEnded) return null;
    this.endUse ??= highlighter.use();
    const { mode, codeTheme } = this.look;
    const made = await highlighter.highlight(code, { language, theme: themeOn(mode, codeTheme) });
    const known = this.palette.colours.length;
    const lines = made?.lines.map((line) =>
      line.map(({ color, ...piece }) => ({ ...piece, colour: color ? this.palette.numberOf(color) : undefined })),
    );
    if (this.palette.colours.length > known) this.drawColours();
    return lines ?? null;
  };

  private drawColours(): void {
    if (!this.hasEnded) this.terminal.options.theme = coloursOf(this.look.mode, this.palette);
  }
}

const MODIFIERS = new Set(["Control", "Shift", "Alt", "Meta", "Tab", "Escape"]);
const isCopy = ({ ctrlKey, metaKey, key }: KeyboardEvent) => (ctrlKey || metaKey) && /^[ac]$/i.test(key);

/** The product's colours for what xterm knows by name and number. */
function coloursOf(mode: "light" | "dark", palette: Palette): ITheme {
  const theme = mode === "dark" ? darkTheme : lightTheme;
  const background = theme.colorNeutralBackground1;
  return {
    background,
    foreground: theme.colorNeutralForeground1,
    cursor: background,
    cursorAccent: background,
    selectionBackground: theme.sel,
    selectionForeground: theme.colorNeutralForeground1,
    red: theme.bad,
    green: theme.ok,
    yellow: theme.warn,
    cyan: theme.colorBrandForegroundLink,
    brightBlack: theme.colorNeutralForeground3,
    scrollbarSliderBackground: theme.colorNeutralStroke1,
    scrollbarSliderHoverBackground: theme.colorNeutralStroke1Hover,
    scrollbarSliderActiveBackground: theme.colorNeutralStroke1Pressed,
    extendedAnsi: palette.on(background),
  };
}

/**
 * xterm makes style elements while it opens, and knows no nonce, without which the page's policy refuses them. It opens
 * apart from the page, where nothing is applied yet; they get theirs, and then all of it is put into its place
 * (decision 010 of services/agents).
 */
function openWithin(place: HTMLElement, terminal: Terminal, nonce: string | undefined): void {
  const apart = document.createElement("div");
  apart.style.height = "100%";
  terminal.open(apart);
  if (nonce) for (const style of apart.querySelectorAll("style")) style.nonce = nonce;
  place.append(apart);
  // Measured where it can be seen.
  terminal.options.fontSize = FONT_SIZE;
}
