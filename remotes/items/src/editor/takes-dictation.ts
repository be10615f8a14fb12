import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin } from "@codemirror/view";

/** `change`: what becomes of the editor's text, which ends at `from`, when words are more than appended. */
type Dictated = CustomEvent<string> & { change?: (before: string) => { from: number; text: string } };

function gapAfter({ state }: EditorView, words: string): string {
  const end = state.doc.length;
  return end === 0 || /\s$/.test(state.sliceDoc(end - 1)) || /^\s/.test(words) ? "" : " ";
}

/** Takes what is dictated (libs/dictation): at the end of the text, as in every field. */
export const takesDictation: Extension = [
  EditorView.contentAttributes.of({ "data-dictation": "editor" }),
  ViewPlugin.define((view) => {
    const onDictated = (event: Event) => {
      const { doc } = view.state;
      const { detail, change } = event as Dictated;
      // A shell of before, and one whose person has no spoken commands, gives the words alone.
      const { from, text } = change?.(doc.toString()) ?? { from: doc.length, text: gapAfter(view, detail) + detail };
      if (doc.sliceString(from) === text) return;
      view.dispatch({ changes: { from, to: doc.length, insert: view.state.toText(text) }, userEvent: "input.dictate" });
    };
    view.contentDOM.addEventListener("dictated", onDictated);
    return { destroy: () => view.contentDOM.removeEventListener("dictated", onDictated) };
  }),
];
