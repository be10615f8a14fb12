import { ChangeSet, EditorState } from "@codemirror/state";
import { describe, expect, it } from "@jest/globals";
import { countWords, wordsAdded } from "./count-words.ts";
import { lineChanges } from "./line-changes.ts";
import { headingsAround, outlineOf } from "./outline.ts";
import { blocksFor, slashAt } from "./slash.ts";
import { columnsOf } from "./table-columns.ts";
import { separatorOf, TextSource, textOf } from "./text-source.ts";

const open = (doc: string) => {
  const separator = separatorOf(doc);
  return EditorState.create({ doc, extensions: separator ? [EditorState.lineSeparator.of(separator)] : [] });
};

describe("a text in the editor", () => {
  it.each(["", "a\n", "a\nb", "a\r\nb\r\n", "a\r\nb\nc", "a\rb", "\r\n\r\n", "- [ ] a\t\n\n\n  1) b  \n***\n"])(
    "is the one that came: %j",
    (text) => {
      expect(textOf(open(text))).toBe(text);
    },
  );

  it("keeps what is typed while another text arrives, and tells of both", () => {
    let state = open("one\ntwo\nthree");
    const source = new TextSource("one\ntwo\nthree", state.doc);
    const typed = state.update({ changes: { from: 3, insert: " typed" } });
    source.type(typed.changes);
    state = typed.state;
    state = state.update(source.bring(state, "one\ntwo\nthree\nfour")!).state;
    expect(textOf(state)).toBe("one typed\ntwo\nthree\nfour");
    expect(source.take(state)).toBe("one typed\ntwo\nthree\nfour");
    expect(source.take(state)).toBeNull();
    expect(source.bring(state, "one typed\ntwo\nthree\nfour")).toBeNull();
  });

  it.each(["one\ntwo\nthree", "one\r\ntwo\r\nthree", "one\r\ntwo\nthree\rfour", "one"])(
    "tells of what was typed into %j as all of the text says it",
    (text) => {
      let state = open(text);
      const source = new TextSource(text, state.doc);
      const typed = (...changes: { from: number; to?: number; insert?: string }[]) => {
        const update = state.update({
          changes: changes.map(({ insert = "", ...place }) => ({ ...place, insert: state.toText(insert) })),
        });
        source.type(update.changes);
        state = update.state;
      };
      typed({ from: 1, to: 2, insert: "N" }, { from: state.doc.length, insert: `${state.lineBreak}more` });
      typed({ from: 0, to: 1 });
      expect(source.take(state)).toBe(textOf(state));
      typed({ from: 0, insert: `first${state.lineBreak}` }, { from: 2, to: 3, insert: "!" });
      expect(source.take(state)).toBe(textOf(state));
      // From elsewhere, with other ends of lines, or none.
      for (const other of ["one line", text]) {
        state = state.update(source.bring(state, other)!).state;
        typed({ from: 3, insert: state.lineBreak });
        expect(source.take(state)).toBe(textOf(state));
      }
    },
  );

  it("leaves the keyboard where it is when lines elsewhere change", () => {
    const state = EditorState.create({ doc: "one\ntwo\nthree", selection: { anchor: 5 } });
    const source = new TextSource("one\ntwo\nthree", state.doc);
    const after = state.update(source.bring(state, "ONE and more\ntwo\nTHREE")!).state;
    expect(after.selection.main.head).toBe("ONE and more\n".length + 1);
  });

  it("becomes another by small changes, whatever both are", () => {
    const texts = ["", "a", "a\n", "a\nb\nc", "c\nb\na", "a\n\nb\n", "x\nb\nc\nd", "\n\n"];
    for (const before of texts)
      for (const after of texts) {
        const changes = ChangeSet.of(lineChanges(before, after), before.length);
        expect(changes.apply(EditorState.create({ doc: before }).doc).toString()).toBe(after);
      }
  });
});

it("finds headings, but not in code", () => {
  expect(outlineOf("# One\ntext\n```\n# no\n```\n## Two **bold** [x](y) ##\n#no")).toEqual([
    { level: 1, title: "One", from: 0 },
    { level: 2, title: "Two bold x", from: 24 },
  ]);
});

it.each([
  [0, "1 2 3", 0, 6],
  [35, "3 4 5", 2, 4],
  [99, "7 8 9", 6, 0],
])("shows the headings around place %d of a text that has many: %s", (place, shown, before, behind) => {
  const all = Array.from({ length: 9 }, (_, index) => ({ level: 1, title: `${index + 1}`, from: index * 10 }));
  const { headings, ...leftOut } = headingsAround(all, place, 3);
  expect(headings.map(({ title }) => title).join(" ")).toBe(shown);
  expect(leftOut).toEqual({ before, behind });
  expect(headingsAround(all, place, 20)).toEqual({ headings: all, before: 0, behind: 0 });
});

it.each([
  ["", 0],
  ["one, two — three", 3],
  ["- [ ] größer ist größer", 3],
  ["日本 語", 2],
  ["* * *", 0],
])("counts the words of %j: %d", (text, count) => {
  expect(countWords(text)).toBe(count);
});

it("counts words by what a change adds and removes, as all of the text does", () => {
  const lines = ["", "one", "two words", "three — more words", "a b c d", "größer"];
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % below;
  };
  let state = EditorState.create({ doc: lines.join("\n") });
  for (let round = 0; round < 500; round += 1) {
    const places = [random(state.doc.length + 1), random(state.doc.length + 1), random(state.doc.length + 1)];
    const [a = 0, b = 0, c = 0] = places.toSorted((one, other) => one - other);
    const inserts = ["x", " ", "\n", "two words", "a\nb c\n", ""];
    const insert = () => inserts[random(inserts.length)]!;
    const to = Math.min(b, a + 12);
    const { changes, newDoc } = state.update({
      changes: [
        { from: a, to, insert: insert() },
        { from: c, insert: insert() },
      ],
    });
    expect(countWords(state.doc.toString()) + wordsAdded(changes, state.doc, newDoc)).toBe(
      countWords(newDoc.toString()),
    );
    state = state.update({ changes }).state;
  }
});

it("offers blocks behind a stroke at the begin of a word", () => {
  expect(slashAt("/ta", 10, 13)).toEqual({ from: 10, to: 13, words: "ta" });
  expect(slashAt("see /", 0, 5)).toEqual({ from: 4, to: 5, words: "" });
  expect(slashAt("and/or", 0, 6)).toBeNull();
  expect(slashAt("/etc/x", 0, 6)).toBeNull();
  expect(blocksFor("ta").map(({ id }) => id)).toEqual(["checkbox", "table"]);
  expect(blocksFor("todo").map(({ id }) => id)).toEqual(["checkbox"]);
  expect(blocksFor("xyz")).toEqual([]);
});

it("gives each column of a table the room that it needs, and no more than there is", () => {
  expect(
    columnsOf([
      [1, 8],
      [4, 2],
    ]),
  ).toEqual([4, 8]);
  expect(columnsOf([[90, 30]])).toEqual([45, 15]);
});
