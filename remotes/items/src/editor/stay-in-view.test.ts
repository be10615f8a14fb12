import { EditorState, type Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { CalmView } from "./calm-view.ts";
import { stayInView } from "./stay-in-view.ts";

const SCROLLER = { top: 50, bottom: 450 };

let view: EditorView;

/** An editor of one line between two heights of the page, and what it was told. */
function open(line: { top: number; bottom: number }) {
  jest.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const { top, bottom } = this.matches(".cm-line") ? line : SCROLLER;
    return new DOMRect(0, top, 0, bottom - top);
  });
  const parent = document.body.appendChild(document.createElement("div"));
  parent.style.overflowY = "auto";
  const told: Transaction[] = [];
  view = new CalmView({
    parent,
    state: EditorState.create({ doc: "one", selection: { anchor: 3 }, extensions: stayInView }),
    dispatchTransactions(all) {
      told.push(...all);
      view.update(all);
    },
  });
  const type = (from: number, to: number, text: string) =>
    view.state
      .facet(EditorView.inputHandler)
      .some((takes) => takes(view, from, to, text, () => view.state.update({ changes: { from, to, insert: text } })));
  return { told, type };
}

afterEach(() => {
  view.destroy();
  jest.useRealTimers();
  jest.restoreAllMocks();
  document.body.replaceChildren();
});

it("writes a letter into a line that is seen without a look at the scrolling", () => {
  const { told, type } = open({ top: 100, bottom: 126 });
  expect(type(3, 3, "!")).toBe(true);
  expect(view.state.doc.toString()).toBe("one!");
  expect(view.state.selection.main.head).toBe(4);
  expect(told.map((one) => [one.scrollIntoView, one.isUserEvent("input.type")])).toEqual([[false, true]]);
});

it.each([
  ["above what is seen", { top: 40, bottom: 66 }, 3, 3, "!"],
  ["below it", { top: 430, bottom: 456 }, 3, 3, "!"],
  ["elsewhere than at the caret", { top: 100, bottom: 126 }, 1, 1, "!"],
  ["in place of other letters", { top: 100, bottom: 126 }, 2, 3, "!"],
  ["as a line of its own", { top: 100, bottom: 126 }, 3, 3, "\n"],
])("leaves what is written %s to the editor", (_, line, from, to, text) => {
  const { told, type } = open(line);
  expect(type(from, to, text)).toBe(false);
  expect(told).toEqual([]);
});

describe("what is measured after a letter", () => {
  /** As high as the only line is known to be. */
  const LINE = { top: 100, bottom: 114 };
  /** What the editor asks to be measured from now on. */
  const frames = () => {
    jest.useFakeTimers();
    return jest.spyOn(EditorView.prototype, "requestMeasure").mockImplementation(() => undefined);
  };

  it("is nothing at once, and the editor in the next pause", () => {
    const { type } = open(LINE);
    expect(view.lineBlockAt(0).height).toBe(LINE.bottom - LINE.top);
    const asked = frames();
    for (const at of [3, 4, 5]) {
      view.contentDOM.dispatchEvent(new KeyboardEvent("keydown", { key: "!" }));
      expect(type(at, at, "!")).toBe(true);
    }
    expect(asked).not.toHaveBeenCalled();
    jest.runOnlyPendingTimers();
    expect(asked).toHaveBeenCalledTimes(1);
    jest.runOnlyPendingTimers();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("is the editor at once where the letter made its line higher", () => {
    const { type } = open({ top: 100, bottom: 128 });
    const asked = frames();
    view.contentDOM.dispatchEvent(new KeyboardEvent("keydown", { key: "!" }));
    expect(asked).not.toHaveBeenCalled();
    expect(type(3, 3, "!")).toBe(true);
    expect(asked).toHaveBeenCalled();
  });

  it.each([new KeyboardEvent("keydown", { key: "ArrowDown" }), new MouseEvent("mousedown", { button: 2 })])(
    "is the editor before another key or the mouse asks where lines are",
    (event) => {
      const { type } = open(LINE);
      const asked = frames();
      type(3, 3, "!");
      view.contentDOM.dispatchEvent(event);
      expect(asked).toHaveBeenCalled();
    },
  );
});
