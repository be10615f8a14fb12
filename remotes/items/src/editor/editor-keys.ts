import { insertNewlineAndIndent } from "@codemirror/commands";
import type { EditorView, KeyBinding } from "@codemirror/view";
import { continueList } from "../detail/continue-list.ts";
import { type MarkName, makeLink, toggleMark } from "./format.ts";

const marks = (name: MarkName) => (view: EditorView) => {
  view.dispatch(view.state.update(toggleMark(view.state, name), { userEvent: "input.format" }));
  return true;
};

/** Enter continues with a list, or ends it. */
function goOn(view: EditorView): boolean {
  const { state } = view;
  const { main } = state.selection;
  if (!main.empty) return false;
  const line = state.doc.lineAt(main.from);
  const next = continueList(line.text, main.from - line.from);
  if (!next) return false;
  const from = line.from + next.from;
  view.dispatch({
    changes: { from, to: main.from, insert: state.toText(next.text.replace("\n", state.lineBreak)) },
    selection: { anchor: from + next.text.length },
    userEvent: "input",
    scrollIntoView: true,
  });
  return true;
}

/** Keys of the text alone: the palette's Ctrl+K makes a link of a selection, and is the palette's without one. */
export const editorKeys = (leave: () => void): KeyBinding[] => [
  { key: "Mod-b", run: marks("bold") },
  { key: "Mod-i", run: marks("italic") },
  { key: "Mod-e", run: marks("code") },
  { key: "Mod-Shift-x", run: marks("struck") },
  {
    key: "Mod-k",
    run(view) {
      if (view.state.selection.main.empty) return false;
      view.dispatch(view.state.update(makeLink(view.state), { userEvent: "input.format" }));
      return true;
    },
  },
  { key: "Enter", run: (view) => goOn(view) || insertNewlineAndIndent(view), shift: insertNewlineAndIndent },
  {
    key: "Escape",
    run: () => {
      leave();
      return true;
    },
  },
];
