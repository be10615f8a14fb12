import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { CalmView } from "./calm-view.ts";

/** What scrolls the text of an editor. */
const scrollers = new WeakMap<EditorView, Element | null>();

function scrollerOf(view: EditorView): Element | null {
  const known = scrollers.get(view);
  if (known?.contains(view.dom)) return known;
  let around = view.dom.parentElement;
  while (around && !/auto|scroll/.test(getComputedStyle(around).overflowY)) around = around.parentElement;
  scrollers.set(view, around);
  return around;
}

/** Where the line of a place is on the page; undefined where it is not drawn. */
function lineAt(view: EditorView, place: number): DOMRect | undefined {
  const { node } = view.domAtPos(place);
  return (node instanceof Element ? node : node.parentElement)?.closest(".cm-line")?.getBoundingClientRect();
}

/** Whether all of a line is seen, and so the caret in it. */
function isSeen(view: EditorView, line: DOMRect, margin = 0): boolean {
  const scroller = scrollerOf(view)?.getBoundingClientRect();
  if (!scroller) return false;
  // What the keyboard of a phone leaves of the page.
  const { offsetTop, height } = window.visualViewport ?? { offsetTop: 0, height: window.innerHeight };
  return (
    line.top - margin >= Math.max(scroller.top, offsetTop) &&
    line.bottom + margin <= Math.min(scroller.bottom, offsetTop + height)
  );
}

/**
 * A letter in a line that is seen scrolls nothing. To find that out, CodeMirror would measure the editor a second time
 * and ask each element around it. Where it leaves the line as high as it was, nothing is measured at once.
 */
export const stayInView: Extension = [
  EditorView.inputHandler.of((view, from, to, text) => {
    const { main } = view.state.selection;
    const isLetter =
      from === to && main.empty && main.head === from && !/[\r\n]/.test(text) && !view.compositionStarted;
    // The browser wrote it already: the line is as high as it will be.
    const line = isLetter ? lineAt(view, from) : undefined;
    if (!line || !isSeen(view, line)) return false;
    const change = view.state.update(view.state.replaceSelection(text), { userEvent: "input.type" });
    const isAsHigh = Math.abs(line.height - view.lineBlockAt(from).height) < 1;
    if (isAsHigh && view instanceof CalmView) view.dispatchCalmly(change);
    else view.dispatch(change);
    return true;
  }),
  EditorView.scrollHandler.of((view, range, { y, yMargin }) => {
    const line = y === "nearest" && range.empty ? lineAt(view, range.head) : undefined;
    return line !== undefined && isSeen(view, line, yMargin);
  }),
];
