import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

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

/** Whether all of the line at a place is seen, and so the caret in it. */
function isLineSeen(view: EditorView, place: number, margin = 0): boolean {
  const { node } = view.domAtPos(place);
  const line = (node instanceof Element ? node : node.parentElement)?.closest(".cm-line")?.getBoundingClientRect();
  const scroller = line && scrollerOf(view)?.getBoundingClientRect();
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
 * and ask each element around it.
 */
export const stayInView: Extension = [
  EditorView.inputHandler.of((view, from, to, text) => {
    const { main } = view.state.selection;
    const isLetter =
      from === to && main.empty && main.head === from && !/[\r\n]/.test(text) && !view.compositionStarted;
    // The browser wrote it already: the line is as high as it will be.
    if (!isLetter || !isLineSeen(view, from)) return false;
    view.dispatch(view.state.update(view.state.replaceSelection(text), { userEvent: "input.type" }));
    return true;
  }),
  EditorView.scrollHandler.of(
    (view, range, { y, yMargin }) => y === "nearest" && range.empty && isLineSeen(view, range.head, yMargin),
  ),
];
