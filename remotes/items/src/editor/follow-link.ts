import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** The address that a link at a place of the text leads to; null where there is none that may be followed. */
export function addressAt(state: EditorState, at: number): string | null {
  for (let node = syntaxTree(state).resolveInner(at, 1); ; ) {
    const url = node.name === "URL" ? node : /^(?:Link|Image|Autolink)$/.test(node.name) ? node.getChild("URL") : null;
    if (url) {
      const address = state.sliceDoc(url.from, url.to).replace(/^<|>$/g, "");
      return /^(?:https?:\/\/|mailto:|\/(?!\/))/i.test(address) ? address : null;
    }
    if (!node.parent) return null;
    node = node.parent;
  }
}

/** Ctrl or Cmd with a click follows a link; a click alone writes in it. */
export const followLinks = (follow: (address: string) => void): Extension =>
  EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      const address = at === null ? null : addressAt(view.state, at);
      if (!address) return false;
      event.preventDefault();
      follow(address);
      return true;
    },
  });
