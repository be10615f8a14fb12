import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { afterEach, expect, it } from "@jest/globals";
import { lineDirection } from "./line-direction.ts";

let view: EditorView | undefined;
afterEach(() => view?.destroy());

const lines = () => [...view!.contentDOM.querySelectorAll(".cm-line")].map((line) => line.getAttribute("dir"));

it("lets lines with letters from the right begin where their first letter says, as they are written", () => {
  const doc = "Shopping\nחלה, יין ונרות\n- مرحبا (2)";
  view = new EditorView({ parent: document.body, state: EditorState.create({ doc, extensions: lineDirection }) });
  expect(lines()).toEqual([null, "auto", "auto"]);
  view.dispatch({ changes: { from: 0, to: 8, insert: "שלום" } });
  expect(lines()).toEqual(["auto", "auto", "auto"]);
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: "Naïve café" } });
  expect(lines()).toEqual([null]);
});
