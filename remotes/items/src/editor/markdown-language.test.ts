import { ensureSyntaxTree, forceParsing, syntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { Tree } from "@lezer/common";
import { waitFor } from "@testing-library/react";
import { markdownLanguage } from "./markdown-language.ts";

const PART = "## A heading\n\nWhat a **note** says, with [a link](https://example.com) and `code`.\n\n- [ ] a task\n\n";
const LIST = "- what **one** line says\n- [ ] another line\n";
const LONG = PART.repeat(1_000);
/** No text here takes as long, in ms. */
const PATIENCE = 60_000;

// jsdom lays nothing out.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;

const stateOf = (doc: string) => EditorState.create({ doc, extensions: [markdownLanguage] });
const treeOf = (state: EditorState): Tree => ensureSyntaxTree(state, state.doc.length, PATIENCE)!;

function subtreesOf(tree: Tree, found = new Set<Tree>()): Set<Tree> {
  found.add(tree);
  for (const child of tree.children) if (child instanceof Tree) subtreesOf(child, found);
  return found;
}

function nodesOf(tree: Tree): string[] {
  const nodes: string[] = [];
  tree.iterate({ enter: ({ name, from, to }) => void nodes.push(`${name} ${from}–${to}`) });
  return nodes;
}

describe("a key in a long text that was parsed to its end", () => {
  it.each([0, 0.5, 1])("makes little of its tree again, at %d of it", (share) => {
    const before = stateOf(LONG);
    const known = subtreesOf(treeOf(before));
    const at = before.doc.lineAt(Math.round(share * LONG.length)).to;
    const after = before.update({ changes: { from: at, insert: "x" } }).state;
    const made = [...subtreesOf(treeOf(after))].filter((tree) => !known.has(tree));
    expect(known.size).toBeGreaterThan(5_000);
    expect(made.length).toBeLessThan(400);
  });
});

it("finds after many changes what it finds in the text as it is then", () => {
  let state = stateOf(PART.repeat(40) + LIST.repeat(40));
  treeOf(state);
  const inserts = ["x", "\n\n", "```\ncode\n", "- ", "> ", "**", "# ", ""];
  for (let step = 0; step < 24; step += 1) {
    const from = (step * 7_919) % state.doc.length;
    const to = Math.min(state.doc.length, from + (step % 5));
    state = state.update({ changes: { from, to, insert: inserts[step % inserts.length]! } }).state;
    expect(nodesOf(treeOf(state))).toEqual(nodesOf(treeOf(stateOf(state.doc.toString()))));
  }
});

it("what was not parsed before it was seen is parsed then", async () => {
  const view = new EditorView({ parent: document.body, state: stateOf(LONG) });
  const far = PART.length * 800;
  const nameAt = (at: number) => syntaxTree(view.state).resolveInner(at, 1).name;
  expect(nameAt(far)).not.toBe("HeaderMark");
  view.dispatch({ effects: EditorView.scrollIntoView(far) });
  await waitFor(() => expect(nameAt(far)).toBe("HeaderMark"));
  view.destroy();
});

it("a text that is not long is parsed to its end", () => {
  const view = new EditorView({ state: stateOf(PART.repeat(50)) });
  expect(forceParsing(view, view.state.doc.length, PATIENCE)).toBe(true);
  expect(syntaxTree(view.state).resolveInner(PART.length * 49, 1).name).toBe("HeaderMark");
  view.destroy();
});
