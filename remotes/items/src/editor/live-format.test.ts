import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { type Decoration, EditorView } from "@codemirror/view";
import { afterEach, describe, expect, it } from "@jest/globals";
import { blocksIn, linesToDraw, moved } from "./drawn-blocks.ts";
import { decorate, liveFormat } from "./live-format.ts";
import { markdownLanguage } from "./markdown-language.ts";

/** No text here takes as long to be parsed, in ms. */
const PATIENCE = 60_000;

// jsdom lays nothing out.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;

const stateOf = (doc: string) => EditorState.create({ doc, extensions: [markdownLanguage] });
const treeOf = (state: EditorState) => ensureSyntaxTree(state, state.doc.length, PATIENCE)!;

describe("lines that are drawn again", () => {
  /** The lines around a change that it has drawn, of a text that is seen whole. */
  function drawn(doc: string, from: number, to: number, insert: string): string {
    const state = stateOf(doc);
    const before = blocksIn(treeOf(state), { from: 0, to: doc.length });
    const change = state.update({ changes: { from, to, insert } });
    const after = blocksIn(treeOf(change.state), { from: 0, to: change.newDoc.length });
    const end = from + insert.length;
    const lines = linesToDraw(change.newDoc, moved(before, change.changes), after, [{ from, to: end }]);
    // Of the rest the parser reads single blocks again, where its groups end.
    expect(lines.length).toBeLessThan(8);
    const around = lines.find((one) => one.from <= from && one.to >= end)!;
    return change.newDoc.sliceString(around.from, around.to);
  }
  const put = (doc: string, at: string, insert: string) => drawn(doc, doc.indexOf(at), doc.indexOf(at), insert);
  // The parser takes nothing as it was that is near a change to a short text.
  const MORE = "More **text**, which is not changed.\n\n".repeat(20);
  const TEXT = `${MORE}# One\n\nfirst\n\n- a\n- [ ] b\n  c\n\n> d **e\n> f**\n\n\`\`\`\ncode\n\`\`\`\n\nlast\n\n${MORE}end`;

  it.each([
    ["the paragraph", "first", "x", "xfirst"],
    ["the heading", "One", "x", "# xOne"],
    ["all lines of the task", "c\n\n>", "x", "- [ ] b\n  xc"],
    ["all lines of a mark", "f**", "x", "> d **e\n> xf**"],
    ["all lines of the code", "code", "x", "```\nxcode\n```"],
  ])("are those of %s where a letter was written", (_, at, letter, lines) => {
    expect(put(TEXT, at, letter)).toBe(lines);
  });

  it("are all that became something else: what follows the begin of code", () => {
    expect(put(TEXT, "first", "```\n")).toBe(`\`\`\`\n${TEXT.slice(TEXT.indexOf("first"))}`);
  });

  it("are those of a paragraph that fell apart", () => {
    const doc = `${MORE}a **b\nQ\nd** e\n\n${MORE}`;
    expect(drawn(doc, doc.indexOf("Q"), doc.indexOf("Q") + 1, "")).toBe("a **b\n\nd** e");
  });
});

describe("the format", () => {
  let view: EditorView;
  afterEach(() => view.destroy());

  const named = (from: number, to: number, { spec }: Decoration): string =>
    `${from}–${to} ${spec.class ?? spec.widget?.constructor.name ?? "hidden"} ${JSON.stringify([
      spec.attributes,
      spec.widget?.name,
      spec.widget?.done,
      spec.widget?.words,
    ])}`;
  const shown = () => {
    const found: string[] = [];
    for (const at = view.plugin(liveFormat)!.decorations.iter(); at.value; at.next())
      found.push(named(at.from, at.to, at.value));
    return found.toSorted();
  };
  const wanted = () =>
    decorate(view.state, view.visibleRanges)
      .map(({ from, to, value }) => named(from, to, value))
      .toSorted();

  const PART =
    "## A heading\n\nSome **bold\nwords** and [a link](https://example.com), *so*.\n\n- one\n- [ ] two\n  more `code`\n" +
    "- [x] three\n\n> said **by\n> nobody**\n>\n> - and\n\n| a | b |\n| - | - |\n| 1 | 22 |\n\n```js\nlet one;\n```\n\n---\n\n";
  const INSERTS = ["x", " ", "\n", "\n\n", "**", "```\n", "> ", "- ", "  ", "| y ", "# ", "[ ] ", "---\n", "*", ""];

  it("is after each of many changes and moves what it is when all of it is drawn", () => {
    view = new EditorView({
      parent: document.body,
      state: EditorState.create({ doc: PART.repeat(3), extensions: [markdownLanguage, liveFormat] }),
    });
    expect(shown().length).toBeGreaterThan(40);
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % below;
    };
    for (let step = 0; step < 250; step += 1) {
      const { length } = view.state.doc;
      const from = random(length + 1);
      const to = Math.min(length, from + random(9));
      if (step % 3 === 0) view.dispatch({ selection: { anchor: from, head: step % 2 ? from : to } });
      else if (step % 7 === 0)
        view.dispatch({
          changes: [
            { from: 0, insert: "x" },
            { from: to, insert: "`" },
          ],
        });
      else {
        const insert = INSERTS[random(INSERTS.length)]!;
        view.dispatch({ changes: { from, to: step % 4 ? from : to, insert }, selection: { anchor: from } });
      }
      expect(shown()).toEqual(wanted());
    }
  });
});
