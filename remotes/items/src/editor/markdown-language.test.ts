import { syntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { waitFor } from "@testing-library/react";
import { markdownLanguage, PARSED_AHEAD } from "./markdown-language.ts";

const PART = "## A heading\n\nWhat a **note** says, with [a link](https://example.com) and `code`.\n\n";
const TEXT = PART.repeat(5_000);
/** What a screen holds at most, in characters. */
const SEEN = 10_000;

// jsdom lays nothing out.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;

const opened = () =>
  new EditorView({
    parent: document.body,
    state: EditorState.create({ doc: TEXT, extensions: [markdownLanguage] }),
  });
const parsed = (view: EditorView) => syntaxTree(view.state).length;
const nameAt = (view: EditorView, at: number) => syntaxTree(view.state).resolveInner(at, 1).name;

it("a key in a long text parses what is seen and a little behind it, not all that was parsed before", async () => {
  const view = opened();
  // The editor goes on while nobody types.
  await waitFor(() => expect(parsed(view)).toBeGreaterThan(PARSED_AHEAD));
  view.dispatch({ changes: { from: 0, insert: "x" } });
  expect(parsed(view)).toBeGreaterThan(PARSED_AHEAD);
  expect(parsed(view)).toBeLessThan(PARSED_AHEAD + SEEN);
  view.destroy();
});

it("what was left out is parsed once it is seen", async () => {
  const view = opened();
  const far = PART.length * 600;
  await waitFor(() => expect(parsed(view)).toBeGreaterThan(PARSED_AHEAD));
  expect(nameAt(view, far)).not.toBe("HeaderMark");
  view.dispatch({ effects: EditorView.scrollIntoView(far) });
  await waitFor(() => expect(nameAt(view, far)).toBe("HeaderMark"));
  view.destroy();
});

it("a text that is not long is parsed to its end", async () => {
  const view = new EditorView({ state: EditorState.create({ doc: PART.repeat(50), extensions: [markdownLanguage] }) });
  await waitFor(() => expect(parsed(view)).toBe(PART.length * 50));
  expect(nameAt(view, PART.length * 49)).toBe("HeaderMark");
  view.destroy();
});
