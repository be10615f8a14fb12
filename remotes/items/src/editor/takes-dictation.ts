import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin } from "@codemirror/view";

/** Takes what is dictated (libs/dictation): at the end of the text, as in every field. */
export const takesDictation: Extension = [
  EditorView.contentAttributes.of({ "data-dictation": "editor" }),
  ViewPlugin.define((view) => {
    const onDictated = (event: Event) => {
      const { state } = view;
      const words = String((event as CustomEvent<string>).detail);
      const end = state.doc.length;
      const gap = end === 0 || /\s$/.test(state.sliceDoc(end - 1)) || /^\s/.test(words) ? "" : " ";
      view.dispatch({ changes: { from: end, insert: state.toText(gap + words) }, userEvent: "input.dictate" });
    };
    view.contentDOM.addEventListener("dictated", onDictated);
    return { destroy: () => view.contentDOM.removeEventListener("dictated", onDictated) };
  }),
];
