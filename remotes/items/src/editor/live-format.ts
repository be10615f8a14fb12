import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Range, RangeSet } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import type { SyntaxNode, SyntaxNodeRef, Tree } from "@lezer/common";
import { addPicture } from "./card-pictures.tsx";
import { type Block, blocksIn, linesToDraw, moved, type Span } from "./drawn-blocks.ts";
import { columnsOf, type TableColumns } from "./table-columns.ts";
import { TaskBox, taskWords } from "./task-box.ts";

const line = (name: string) => Decoration.line({ class: name });
const mark = (name: string) => Decoration.mark({ class: name });
const hidden = Decoration.replace({});

/** What stands in place of a sign of Markdown. */
class Sign extends WidgetType {
  constructor(
    readonly name: string,
    readonly text: string,
  ) {
    super();
  }
  override eq(other: Sign): boolean {
    return other.name === this.name;
  }
  override toDOM(): HTMLElement {
    const sign = document.createElement("span");
    sign.textContent = this.text;
    sign.className = this.name;
    return sign;
  }
}
const bullet = Decoration.replace({ widget: new Sign("cm-bullet", "•") });
const rule = Decoration.replace({ widget: new Sign("cm-rule", "") });

const LINES: Record<string, Decoration> = {
  ATXHeading1: line("cm-heading cm-heading-1"),
  ATXHeading2: line("cm-heading cm-heading-2"),
  ATXHeading3: line("cm-heading cm-heading-3"),
  ATXHeading4: line("cm-heading cm-heading-4"),
  ATXHeading5: line("cm-heading cm-heading-4"),
  ATXHeading6: line("cm-heading cm-heading-4"),
  SetextHeading1: line("cm-heading cm-heading-1"),
  SetextHeading2: line("cm-heading cm-heading-2"),
  Blockquote: line("cm-quote"),
  FencedCode: line("cm-code"),
  CodeBlock: line("cm-code"),
  Table: line("cm-table"),
};
const MARKS: Record<string, Decoration> = {
  StrongEmphasis: mark("cm-strong"),
  Emphasis: mark("cm-emphasis"),
  Strikethrough: mark("cm-struck"),
  InlineCode: mark("cm-inline-code"),
  Link: mark("cm-link"),
  Autolink: mark("cm-link"),
  CodeInfo: mark("cm-quiet"),
  HTMLTag: mark("cm-quiet"),
  HTMLBlock: mark("cm-quiet"),
};
/** Signs that are hidden unless the selection touches what they belong to. */
const SIGNS = new Set(["EmphasisMark", "StrikethroughMark", "LinkMark", "HeaderMark", "QuoteMark", "CodeMark"]);

class LiveFormat {
  decorations: DecorationSet = Decoration.none;
  /** What the decorations were made of; null where they were only moved since. */
  private drawn: { tree: Tree; seen: Span; blocks: readonly Block[] } | null = null;

  constructor(view: EditorView) {
    this.draw(view);
  }

  update(update: ViewUpdate): void {
    const { view, state, docChanged } = update;
    const parsed = syntaxTree(update.startState) !== syntaxTree(state);
    // What an input method composes stays as it is until it is settled.
    if (view.composing && docChanged) {
      this.decorations = this.decorations.map(update.changes);
      this.drawn = null;
    } else if (docChanged || update.viewportChanged || update.selectionSet || parsed) this.drawChanged(update);
  }

  private draw({ state, visibleRanges }: EditorView): void {
    const [seen] = visibleRanges;
    const tree = syntaxTree(state);
    this.decorations = RangeSet.of(decorate(state, visibleRanges), true);
    // Where a line is too long to be drawn, several parts are seen.
    this.drawn = seen && visibleRanges.length === 1 ? { tree, seen, blocks: blocksIn(tree, seen) } : null;
  }

  /** A key costs what it changes: blocks that the parser took as they were keep their decorations. */
  private drawChanged({ view, state, startState, changes }: ViewUpdate): void {
    const { drawn } = this;
    const [seen] = view.visibleRanges;
    const isSameView =
      drawn &&
      seen &&
      view.visibleRanges.length === 1 &&
      changes.mapPos(drawn.seen.from, -1) === seen.from &&
      changes.mapPos(drawn.seen.to, 1) === seen.to;
    if (!isSameView) {
      this.draw(view);
      return;
    }
    const tree = syntaxTree(state);
    const blocks = tree === drawn.tree ? drawn.blocks : blocksIn(tree, seen);
    const touched: Span[] = [...startState.selection.map(changes).ranges, ...state.selection.ranges];
    changes.iterChangedRanges((_, __, from, to) => touched.push({ from, to }));
    this.drawn = { tree, seen, blocks };
    const lines = linesToDraw(state.doc, moved(drawn.blocks, changes), blocks, touched);
    const parts = lines.map(({ from, to }) => ({ from: Math.max(from, seen.from), to: Math.min(to, seen.to) }));
    this.decorations = this.decorations.map(changes).update({
      filterFrom: lines[0]!.from,
      filterTo: lines.at(-1)!.to,
      filter: (from, to) => !lines.some((one) => from <= one.to && to >= one.from),
      add: decorate(
        state,
        parts.filter(({ from, to }) => from <= to),
      ),
      sort: true,
    });
  }
}

/** Headings, marks, lists, tasks and tables as they will look, drawn around the text itself: its signs stay in it. */
export const liveFormat = ViewPlugin.fromClass(LiveFormat, { decorations: (plugin) => plugin.decorations });

/** What draws the format of parts of a text. */
export function decorate(state: EditorState, parts: readonly Span[]): Range<Decoration>[] {
  const found: Range<Decoration>[] = [];
  const drawn = new Set<number>();
  for (const { from, to } of parts)
    syntaxTree(state).iterate({ from, to, enter: (node) => addNode(state, node, { from, to }, found, drawn) });
  return found;
}

const touches = (state: EditorState, from: number, to: number) =>
  state.selection.ranges.some((range) => range.from <= to && range.to >= from);
/** Whether the selection is in the line of a place. */
const inLine = (state: EditorState, at: number) => {
  const { from, to } = state.doc.lineAt(at);
  return touches(state, from, to);
};

function addNode(
  state: EditorState,
  node: SyntaxNodeRef,
  seen: { from: number; to: number },
  found: Range<Decoration>[],
  drawn: Set<number>,
): boolean | undefined {
  const { name } = node;
  if (name === "Image" && addPicture(state, node.node, touches(state, node.from, node.to), found)) return false;
  const lines = LINES[name];
  if (lines) {
    const end = Math.min(node.to, seen.to);
    for (let at = Math.max(node.from, seen.from); at <= end; ) {
      const { from, to } = state.doc.lineAt(at);
      found.push(lines.range(from));
      at = to + 1;
    }
  }
  const marks = MARKS[name];
  if (marks && node.to > node.from) found.push(marks.range(node.from, node.to));
  if (name === "Table") addTable(state, node.node, found);
  else if (name === "URL") addUrl(state, node.node, found);
  else if (name === "LinkTitle") hide(state, node.node, found);
  else if (name === "HorizontalRule" && !inLine(state, node.from)) found.push(rule.range(node.from, node.to));
  else if (name === "ListMark") addListMark(state, node.node, found);
  else if (name === "TaskMarker") addTask(state, node.node, found);
  else if (name === "Escape" && !touches(state, node.from, node.to)) found.push(hidden.range(node.from, node.from + 1));
  else if (SIGNS.has(name) && !drawn.has(node.from)) {
    drawn.add(node.from);
    hide(state, node.node, found);
  }
  return undefined;
}

function hide(state: EditorState, node: SyntaxNode, found: Range<Decoration>[]): void {
  const { parent } = node;
  // The fences of code keep their place: they say where it ends, and in which language it is.
  if (!parent || parent.name === "FencedCode" || parent.name === "LinkReference") {
    found.push(mark("cm-quiet").range(node.from, node.to));
    return;
  }
  if (node.name === "HeaderMark" || node.name === "QuoteMark") {
    if (inLine(state, node.from)) found.push(mark("cm-quiet").range(node.from, node.to));
    else {
      const behind = state.sliceDoc(node.to, node.to + 1) === " " ? 1 : 0;
      found.push(hidden.range(node.from, node.to + behind));
    }
    return;
  }
  // A reference such as [1] stays as it is: what it leads to stands elsewhere.
  if (parent.name === "Link" && !parent.getChild("URL")) return;
  if (touches(state, parent.from, parent.to)) found.push(mark("cm-quiet").range(node.from, node.to));
  else if (node.to > node.from) found.push(hidden.range(node.from, node.to));
}

function addUrl(state: EditorState, node: SyntaxNode, found: Range<Decoration>[]): void {
  const { parent } = node;
  if (parent?.name === "Link" || parent?.name === "Image") {
    const gap = parent.getChild("LinkTitle");
    if (touches(state, parent.from, parent.to)) found.push(mark("cm-quiet").range(node.from, node.to));
    else found.push(hidden.range(node.from, gap ? gap.from : node.to));
  } else if (parent?.name !== "Autolink") found.push(mark("cm-link").range(node.from, node.to));
}

function addListMark(state: EditorState, node: SyntaxNode, found: Range<Decoration>[]): void {
  const task = node.parent?.getChild("Task")?.getChild("TaskMarker");
  if (task && !touches(state, node.from, task.to)) {
    found.push(hidden.range(node.from, task.from));
    return;
  }
  const sign = state.sliceDoc(node.from, node.to);
  if (/^[-*+]$/.test(sign) && !touches(state, node.from, node.to)) found.push(bullet.range(node.from, node.to));
  else found.push(mark("cm-quiet").range(node.from, node.to));
}

function addTask(state: EditorState, node: SyntaxNode, found: Range<Decoration>[]): void {
  const sign = state.sliceDoc(node.from, node.to);
  const done = sign !== "[ ]";
  const list = node.parent?.parent?.getChild("ListMark");
  if (!touches(state, list?.from ?? node.from, node.to)) {
    const words = taskWords(node, (from, to) => state.sliceDoc(from, to));
    found.push(Decoration.replace({ widget: new TaskBox(done, words) }).range(node.from, node.to));
  }
  const task = node.parent;
  if (done && task && task.to > node.to) found.push(mark("cm-done").range(node.to, task.to));
}

/** Cells of one column get one width, so that a table reads as one while it is written. */
function addTable(state: EditorState, table: SyntaxNode, found: Range<Decoration>[]): void {
  const rows: { cells: { from: number; to: number }[]; head: boolean }[] = [];
  for (let row = table.firstChild; row; row = row.nextSibling) {
    if (row.name === "TableHeader" || row.name === "TableRow") {
      const cells = row.getChildren("TableCell").map(({ from, to }) => ({ from, to }));
      rows.push({ cells, head: row.name === "TableHeader" });
    } else if (row.name === "TableDelimiter" && !touches(state, row.from, row.to))
      found.push(mark("cm-faint").range(row.from, row.to));
  }
  const widths: TableColumns = columnsOf(rows.map(({ cells }) => cells.map(({ from, to }) => to - from)));
  for (const { cells, head } of rows)
    cells.forEach(({ from, to }, index) => {
      if (to > from)
        found.push(
          Decoration.mark({
            class: head ? "cm-cell cm-strong" : "cm-cell",
            attributes: { style: `width: ${widths[index]}ch` },
          }).range(from, to),
        );
    });
  for (let row = table.firstChild; row; row = row.nextSibling)
    for (const sign of row.getChildren("TableDelimiter")) found.push(mark("cm-faint").range(sign.from, sign.to));
}
