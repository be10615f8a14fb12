import { didYouMean, LineMistake, nearest, parseLine, unfinished, written } from "./command-line.ts";

const texts = (line: string) => parseLine(line).map((stage) => stage.map(({ text }) => text));

it.each([
  ["", []],
  ["   ", []],
  ["items ls", [["items", "ls"]]],
  ["  items   ls  ", [["items", "ls"]]],
  ['items new "Buy milk"', [["items", "new", "Buy milk"]]],
  ["items new 'a \"b\" \\c'", [["items", "new", 'a "b" \\c']]],
  ["items new Buy\\ milk \\| \\\\", [["items", "new", "Buy milk", "|", "\\"]]],
  ['search tag:"two words"x', [["search", "tag:two wordsx"]]],
  ['items new ""', [["items", "new", ""]]],
  ["items ls | grep 'a|b'|count", [["items", "ls"], ["grep", "a|b"], ["count"]]],
  [
    "echo $HOME * `ls` ; rm -rf / && x > y",
    [["echo", "$HOME", "*", "`ls`", ";", "rm", "-rf", "/", "&&", "x", ">", "y"]],
  ],
  ["tail\\", [["tail\\"]]],
])("reads %j", (line, stages) => {
  expect(texts(line)).toEqual(stages);
});

it("keeps a word as it was written, with its place", () => {
  expect(parseLine('search  tag:"a b" | count')[0]![1]).toEqual({
    text: "tag:a b",
    source: 'tag:"a b"',
    start: 8,
    quoted: true,
  });
});

it.each(['items new "a', "items new 'a", "items ls |", "| count", "items ls || count", "a|b|c|d|e|f|g|h|i"])(
  "says what is wrong with %j",
  (line) => {
    expect(() => parseLine(line)).toThrow(LineMistake);
  },
);

it.each([
  ["", { before: [], word: "", from: 0, isFirstStage: true }],
  ["ite", { before: [], word: "ite", from: 0, isFirstStage: true }],
  ["items ", { before: ["items"], word: "", from: 6, isFirstStage: true }],
  ["items ls --ta", { before: ["items", "ls"], word: "--ta", from: 9, isFirstStage: true }],
  ['run "Plain ed', { before: ["run"], word: "Plain ed", from: 4, isFirstStage: true }],
  ["items ls | gr", { before: [], word: "gr", from: 11, isFirstStage: false }],
])("finds what is being typed in %j", (line, expected) => {
  const { before, ...rest } = unfinished(line);
  expect({ before: before.map(({ text }) => text), ...rest }).toEqual(expected);
});

it.each(["plain", "two words", 'a "quote"', "back\\slash", "a|b", "it's", ""])(
  "writes %j so that it is read again",
  (text) => {
    expect(texts(`x ${written(text)}`)).toEqual([["x", text]]);
  },
);

it("guesses what was meant, and nothing that is far from it", () => {
  expect(nearest("itmes", ["items", "queue"])).toBe("items");
  expect(nearest("serach", ["search", "queue"])).toBe("search");
  expect(nearest("que", ["search", "queue"])).toBe("queue");
  expect(nearest("bash", ["search", "queue", "help"])).toBeUndefined();
  expect(didYouMean("hlep", ["help"])).toBe(" Did you mean “help”?");
});
