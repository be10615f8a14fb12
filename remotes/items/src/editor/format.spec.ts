import { EditorSelection, EditorState } from "@codemirror/state";
import { describe, expect, it } from "@jest/globals";
import { insertBlock, type LineKind, type MarkName, makeLink, toggleLines, toggleMark } from "./format.ts";

/** A state whose selection is between two "|", or at one. */
function stateOf(written: string): EditorState {
  const [before = "", inside, behind] = written.split("|");
  const doc = before + (inside ?? "") + (behind ?? "");
  const head = behind === undefined ? before.length : before.length + (inside ?? "").length;
  return EditorState.create({ doc, selection: EditorSelection.single(before.length, head) });
}
function written(state: EditorState): string {
  const { from, to } = state.selection.main;
  const text = state.sliceDoc();
  const inside = from === to ? "|" : `|${text.slice(from, to)}|`;
  return text.slice(0, from) + inside + text.slice(to);
}

describe("a mark", () => {
  it.each<[MarkName, string, string]>([
    ["bold", "a |b| c", "a **|b|** c"],
    ["bold", "a **|b|** c", "a |b| c"],
    ["italic", "|all|", "_|all|_"],
    ["code", "|", "`|`"],
    ["struck", "|~~a~~|", "|a|"],
  ])("%s of %j is %j", (mark, before, after) => {
    const state = stateOf(before);
    expect(written(state.update(toggleMark(state, mark)).state)).toBe(after);
  });
});

describe("lines", () => {
  it.each<[LineKind, string, string]>([
    ["heading-2", "on|e", "## on|e"],
    ["heading-2", "## on|e", "on|e"],
    ["heading-1", "## on|e", "# on|e"],
    ["list", "|a\n\nb|", "- |a\n\n- b|"],
    ["numbers", "|a\nb|", "1. |a\n2. b|"],
    ["checkbox", "- on|e", "- [ ] on|e"],
    ["checkbox", "- [x] on|e", "on|e"],
    ["quote", "- on|e", "> - on|e"],
    ["quote", "> on|e", "on|e"],
    ["list", "  > on|e", "  > - on|e"],
  ])("made %s of %j are %j", (kind, before, after) => {
    const state = stateOf(before);
    expect(written(state.update(toggleLines(state, kind)).state)).toBe(after);
  });
});

describe("a link", () => {
  it.each([
    ["a |word| b", "", "a [word](|) b"],
    ["a |word| b", "https://e.org/x", "a [word](https://e.org/x)| b"],
    ["|w|", "https://e.org/a_(b)", "[w](<https://e.org/a_(b)>)|"],
    ["|https://e.org|", "", "[|](https://e.org)"],
    ["|", "", "[|]()"],
  ])("of %j to %j is %j", (before, address, after) => {
    const state = stateOf(before);
    expect(written(state.update(makeLink(state, address)).state)).toBe(after);
  });
});

describe("a block", () => {
  it.each([
    ["|", "---|\n"],
    ["a|", "a\n\n---|\n"],
    ["a\n|", "a\n\n---|\n"],
    ["a\n\n|\nb", "a\n\n---|\n\nb"],
  ])("in %j gives %j", (before, after) => {
    const state = stateOf(before);
    expect(written(state.update(insertBlock(state, "---", 3)).state)).toBe(after);
  });
});
