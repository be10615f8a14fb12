import { type ChangeSpec, EditorSelection, type EditorState, type Line, type TransactionSpec } from "@codemirror/state";

/** Signs that stand around what they mark. */
export const MARKS = { bold: "**", italic: "_", struck: "~~", code: "`" } as const;
export type MarkName = keyof typeof MARKS;

/** Sets a mark around each selection, or takes it away where it is. */
export function toggleMark(state: EditorState, name: MarkName): TransactionSpec {
  const sign = MARKS[name];
  const { length } = sign;
  return state.changeByRange((range) => {
    const { from, to } = range;
    const inside = state.sliceDoc(from, to);
    const around =
      state.sliceDoc(Math.max(0, from - length), from) === sign && state.sliceDoc(to, to + length) === sign;
    if (around)
      return {
        changes: [
          { from: from - length, to: from },
          { from: to, to: to + length },
        ],
        range: EditorSelection.range(from - length, to - length),
      };
    if (inside.length >= 2 * length && inside.startsWith(sign) && inside.endsWith(sign))
      return {
        changes: [
          { from, to: from + length },
          { from: to - length, to },
        ],
        range: EditorSelection.range(from, to - 2 * length),
      };
    return {
      changes: [
        { from, insert: sign },
        { from: to, insert: sign },
      ],
      range: EditorSelection.range(from + length, to + length),
    };
  });
}

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i;
/** A text that is the address of a page, and nothing else. */
export const isAddress = (text: string): boolean => ADDRESS.test(text.trim()) && !/\s/.test(text.trim());

/** The address as it stands between the parentheses of a link. */
const target = (address: string) =>
  /[()\s<>]/.test(address) ? `<${address.replaceAll(/[<>]/g, encodeURI)}>` : address;

/** Makes the selection a link; the address is selected to be typed where none is given. */
export function makeLink(state: EditorState, address = ""): TransactionSpec {
  const { from, to } = state.selection.main;
  const words = state.sliceDoc(from, to);
  if (!address && isAddress(words))
    return {
      changes: { from, to, insert: `[](${target(words.trim())})` },
      selection: { anchor: from + 1 },
    };
  const insert = `[${words}](${address && target(address)})`;
  const inAddress = from + words.length + 3;
  return {
    changes: { from, to, insert },
    selection: { anchor: address ? from + insert.length : words ? inAddress : from + 1 },
  };
}

/** What stands before the words of a line: quote, list, task, heading. */
const HEAD = /^(\s*)((?:> ?)*)(?:(#{1,6}) +|(?:([-*+])|\d{1,9}[.)]) +(\[[ xX]\] +)?)?/;

export type LineKind = "heading-1" | "heading-2" | "heading-3" | "list" | "numbers" | "checkbox" | "quote";

function headOf(kind: LineKind, number: number): string {
  if (kind === "list") return "- ";
  if (kind === "numbers") return `${number}. `;
  if (kind === "checkbox") return "- [ ] ";
  return kind === "quote" ? "> " : `${"#".repeat(Number(kind.slice(-1)))} `;
}

/** Whether a line is of this kind already. */
export function isOfKind(text: string, kind: LineKind): boolean {
  const [, , quote = "", hashes = "", sign = "", box = ""] = HEAD.exec(text) ?? [];
  if (kind === "quote") return quote !== "";
  if (kind === "checkbox") return box !== "";
  if (kind === "list") return sign !== "" && box === "";
  if (kind === "numbers") return /^\s*(?:> ?)*\d{1,9}[.)] +/.test(text) && box === "";
  return hashes.length === Number(kind.slice(-1));
}

/** Makes the lines of the selection headings, entries, tasks or quotes; plain again where all are. */
export function toggleLines(state: EditorState, kind: LineKind): TransactionSpec {
  const { from, to } = state.selection.main;
  const lines: Line[] = [];
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at);
    lines.push(line);
    at = line.to + 1;
  }
  const written = lines.filter(({ text }) => text.trim() !== "");
  const those = written.length > 0 ? written : lines;
  const away = those.every(({ text }) => isOfKind(text, kind));
  const changes: ChangeSpec[] = those.map(({ from: start, text }, index) => {
    const [whole = "", indent = "", quote = ""] = HEAD.exec(text) ?? [];
    const kept = kind === "quote" ? whole.slice(indent.length + quote.length) : "";
    const head = away ? "" : headOf(kind, index + 1);
    const around = kind === "quote" ? `${indent}${head}` : `${indent}${quote}${head}`;
    return { from: start, to: start + whole.length, insert: around + kept };
  });
  const change = state.changes(changes);
  return { changes: change, selection: state.selection.map(change, 1) };
}

/** Puts a block of lines at the place of the selection, apart from the paragraphs around it. */
export function insertBlock(state: EditorState, block: string, caret: number): TransactionSpec {
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(from);
  const before = state.sliceDoc(line.from, from).trim() === "" ? "" : "\n\n";
  const start = before ? from : line.from;
  const above = !before && line.number > 1 && state.doc.line(line.number - 1).text.trim() !== "" ? "\n" : "";
  const rest = state.doc.lineAt(to);
  const behind = state.sliceDoc(to, rest.to).trim() !== "" ? "\n\n" : rest.to < state.doc.length ? "\n" : "\n";
  const insert = before + above + block + behind;
  return {
    changes: { from: start, to, insert },
    selection: { anchor: start + before.length + above.length + caret },
    scrollIntoView: true,
  };
}
