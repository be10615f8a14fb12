import { syntaxTree } from "@codemirror/language";
import { Compartment, type EditorState, type Extension, Facet, type Range, StateEffect } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { CodeLine, CodePiece, CodeTheme } from "@tessera/code";
import { loadPart } from "../load-part.ts";

/** Pause after a change before code is highlighted again, in ms; until then its colours move with the text. */
const DEBOUNCE_MS = 60;
/** Characters of a block that are highlighted at each pause; a longer block has no colours while it is written. */
const MAX_BLOCK_LENGTH = 20_000;

export interface CodeLook {
  /** Of the page: code stands on its background while it is written. */
  mode: "light" | "dark";
  /** What the person chose; used where it suits the mode. */
  theme: CodeTheme | undefined;
}
const look = Facet.define<CodeLook, CodeLook>({ combine: ([first]) => first ?? { mode: "light", theme: undefined } });
const chosenLook = new Compartment();
export const changeCodeLook = (next: CodeLook) => chosenLook.reconfigure(look.of(next));

interface Block {
  language: string;
  /** Lines end with \n. */
  code: string;
  /** Where the code stands in the text: in a quote each line is a part of its own. */
  parts: { from: number; to: number }[];
}

/** The fenced code that is seen, as far as it says its language. */
export function codeBlocks(state: EditorState, ranges: readonly { from: number; to: number }[]): Block[] {
  const blocks = new Map<number, Block>();
  for (const { from, to } of ranges)
    syntaxTree(state).iterate({
      from,
      to,
      enter(block) {
        // No code stands within a paragraph, a table or a heading.
        if (block.name !== "FencedCode") return block.type.is("BlockContext");
        const { node } = block;
        const info = node.getChild("CodeInfo");
        const parts = node.getChildren("CodeText").map(({ from, to }) => ({ from, to }));
        const length = parts.reduce((sum, { from, to }) => sum + to - from, 0);
        if (!info || length === 0 || length > MAX_BLOCK_LENGTH) return false;
        const [language = ""] = state.sliceDoc(info.from, info.to).split(/[\s{]/);
        const code = parts.map(({ from, to }) => state.doc.sliceString(from, to, "\n")).join("");
        blocks.set(node.from, { language, code, parts });
        return false;
      },
    });
  return [...blocks.values()];
}

function styleOf({ color, bold, italic, underline }: CodePiece): string {
  return [
    color && `color: ${color}`,
    bold && "font-weight: 600",
    italic && "font-style: italic",
    underline && "text-decoration: underline",
  ]
    .filter(Boolean)
    .join("; ");
}

/** The pieces of the lines where they stand in the text. */
export function marksOf({ parts }: Block, lines: readonly CodeLine[]): Range<Decoration>[] {
  const marks: Range<Decoration>[] = [];
  const waiting = [...parts];
  let part = waiting.shift();
  let at = part?.from ?? 0;
  const skip = (length: number, style: string) => {
    for (let left = length; left > 0 && part; ) {
      const end = Math.min(at + left, part.to);
      if (style && end > at) marks.push(Decoration.mark({ attributes: { style } }).range(at, end));
      left -= end - at;
      at = end;
      if (at < part.to) return;
      part = waiting.shift();
      at = part?.from ?? at;
    }
  };
  for (const line of lines) {
    for (const piece of line) skip(piece.text.length, styleOf(piece));
    skip(1, "");
  }
  return marks;
}

const coloured = StateEffect.define<DecorationSet>();

class CodeColours {
  decorations: DecorationSet = Decoration.none;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = new AbortController();
  private release: (() => void) | undefined;

  constructor(view: EditorView) {
    this.askSoon(view);
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) this.decorations = this.decorations.map(update.changes);
    for (const { effects } of update.transactions)
      for (const effect of effects) if (effect.is(coloured)) this.decorations = effect.value;
    const parsed = syntaxTree(update.startState) !== syntaxTree(update.state);
    const looksOther = update.startState.facet(look) !== update.state.facet(look);
    if (update.docChanged || update.viewportChanged || parsed || looksOther) this.askSoon(update.view);
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.asked.abort();
    this.release?.();
  }

  private askSoon(view: EditorView): void {
    clearTimeout(this.timer);
    this.asked.abort();
    this.timer = setTimeout(() => {
      // What an input method composes stays as it is until it is settled.
      if (view.composing) return this.askSoon(view);
      this.asked = new AbortController();
      this.colour(view, this.asked.signal).catch((error: unknown) => {
        if (!this.asked.signal.aborted) console.error("The code has no colours while it is written:", error);
      });
    }, DEBOUNCE_MS);
  }

  private async colour(view: EditorView, signal: AbortSignal): Promise<void> {
    const blocks = codeBlocks(view.state, view.visibleRanges);
    if (blocks.length === 0 && this.decorations.size === 0) return;
    const marks: Range<Decoration>[] = [];
    if (blocks.length > 0) {
      const { highlighter, themeOn } = await loadPart(() => import("@tessera/code"));
      if (signal.aborted) return;
      this.release ??= highlighter.use();
      const { mode, theme } = view.state.facet(look);
      for (const block of blocks) {
        const { language, code } = block;
        const made = await highlighter.highlight(code, { language, theme: themeOn(mode, theme), signal });
        if (signal.aborted) return;
        if (made) marks.push(...marksOf(block, made.lines));
      }
    }
    view.dispatch({ effects: coloured.of(Decoration.set(marks, true)) });
  }
}

/** Fenced code in the colours of its language while it is written; highlighter and grammars come with the first. */
export const codeColours = (first: CodeLook): Extension => [
  chosenLook.of(look.of(first)),
  ViewPlugin.fromClass(CodeColours, { decorations: (plugin) => plugin.decorations }),
];
