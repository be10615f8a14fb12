import { SPOKEN_COMMANDS, spokenCommands } from "./spoken-commands.ts";

describe("each command", () => {
  it.each([
    ["new line", "buy\nMilk"],
    ["new paragraph", "buy\n\nMilk"],
    ["full stop", "buy. Milk"],
    ["period", "buy. Milk"],
    ["comma", "buy, milk"],
    ["question mark", "buy? Milk"],
    ["exclamation mark", "buy! Milk"],
    ["colon", "buy: milk"],
    ["semicolon", "buy; milk"],
    ["dash", "buy – milk"],
    ["open bracket", "buy (milk"],
    ["close bracket", "buy) milk"],
    ["open quote", 'buy "milk'],
    ["close quote", 'buy" milk'],
    ["scratch that", "milk"],
  ])("%s", (command, written) => {
    for (const said of [command, command.toUpperCase(), `${command}.`, `${command},`, command.replace(" ", "-")]) {
      expect(spokenCommands(`buy ${said} milk`)).toBe(written);
      expect(spokenCommands(`buy, ${said} milk`)).toBe(written);
    }
  });

  it("is one that a person can read about", () => {
    for (const { says } of SPOKEN_COMMANDS)
      for (const words of says) {
        expect(spokenCommands(`buy ${words} milk`)).not.toContain(words);
        expect(spokenCommands(`buy literally ${words} milk`)).toBe(`buy ${words} milk`);
      }
  });
});

it.each([
  // Marks that recognition puts on its own.
  ["Hello, comma, how are you? Question mark.", "Hello, how are you?"],
  ["Hello. Comma. How are you. Question mark.", "Hello, How are you?"],
  ["Hello comma, how are you? Full stop.", "Hello, how are you."],
  ["Hello ,comma", "Hello,"],
  ["Shopping list: colon. Milk", "Shopping list: Milk"],
  ["At 5 p.m., comma, we left", "At 5 p.m, we left"],
  ["At 5 p.m. comma we left", "At 5 p.m., we left"],
  ["At 5 p.m. Full stop. we left", "At 5 p.m. We left"],
  ["Buy milk. New line. buy eggs.", "Buy milk.\nBuy eggs."],
  ["Buy milk, new line, buy eggs.", "Buy milk\nBuy eggs."],
  ["Milk and more... full stop", "Milk and more."],
  // Space round marks.
  ["the house, open bracket, the red one, close bracket, full stop.", "the house (the red one)."],
  ["she said colon open quote, come in full stop, close quote and left", 'she said: "come in." And left'],
  ["open bracket open quote a close quote close bracket", '("a")'],
  ["red   comma   green", "red, green"],
  ["one dash two dash three", "one – two – three"],
  ["comma milk", ", milk"],
  ["really question mark exclamation mark", "really?!"],
  ["a new line dash b", "a\n– B"],
  ["a new line new line b", "a\n\nB"],
  // Capital letters.
  ["done full stop open quote élan close quote", 'done. "Élan"'],
  ["done full stop 3 apples", "done. 3 apples"],
  ["done full stop comma then", "done., Then"],
  ["new paragraph ⟨beta⟩", "\n\n⟨Beta⟩"],
  ["done full stop 𐐨x", "done. 𐐀x"],
  // Whole words.
  ["commas and periods, colonial dashes", "commas and periods, colonial dashes"],
  ["comma-separated period's x.period comma.com", "comma-separated period's x.period comma.com"],
  ['the word "comma" stays', 'the word "comma" stays'],
  ["This is new. Line up.", "This is new. Line up."],
  ["a full and a stop", "a full and a stop"],
  ["one semi-colon two semi colon three newline four", "one; two; three\nFour"],
  // The word itself.
  ["write literally comma, then comma go", "write comma, then, go"],
  ["Literally, comma. is a word", "Comma. is a word"],
  ["end full stop literally scratch that", "end. Scratch that"],
  ["literally literally comma", "literally comma"],
  ["it is literally big", "it is literally big"],
  ["I mean it, literally, full stop", "I mean it, full stop"],
  // Taken back.
  ["buy eggs scratch that buy milk", "buy milk"],
  ["Buy bread. Buy eggs. Scratch that. Buy milk.", "Buy bread. Buy milk."],
  ['He said "Go." Then eggs scratch that, so I went', 'He said "Go." So I went'],
  ["bread comma eggs scratch that milk", "bread, milk"],
  ["bread full stop eggs scratch that milk", "bread. Milk"],
  ["bread new line eggs scratch that", "bread\n"],
  ["bread comma scratch that milk", "bread, milk"],
  ["bread comma eggs scratch that scratch that milk", "bread, milk"],
  ["scratch that", ""],
  ["Scratch that. Scratch that.", ""],
])("%j is written %j", (said, written) => {
  expect(spokenCommands(said)).toBe(written);
});

it.each([
  ["milk new line eggs", "milk Eggs"],
  ["milk new paragraph new line eggs", "milk Eggs"],
  ["milk new line comma eggs", "milk, Eggs"],
  ["new line milk", "Milk"],
  ["milk new line", "milk"],
])("in one line %j is written %j", (said, written) => {
  expect(spokenCommands(said, true)).toBe(written);
});

it("keeps words as they are until all of a command is said", () => {
  const said = "buy milk new line and eggs full stop scratch that open quote yes";
  const words = said.split(" ");
  expect(words.map((_, at) => spokenCommands(words.slice(0, at + 1).join(" ")))).toEqual([
    "buy",
    "buy milk",
    "buy milk new",
    "buy milk\n",
    "buy milk\nAnd",
    "buy milk\nAnd eggs",
    "buy milk\nAnd eggs full",
    "buy milk\nAnd eggs.",
    "buy milk\nAnd eggs. Scratch",
    "buy milk\nAnd eggs.",
    "buy milk\nAnd eggs. Open",
    'buy milk\nAnd eggs. "',
    'buy milk\nAnd eggs. "Yes',
  ]);
});

/** Strings of these parts, the same ones in each run. */
function strings(parts: readonly string[], count: number): string[] {
  let seed = 42;
  const below = (limit: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * limit);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: below(14) }, () => parts[below(parts.length)]).join(""),
  );
}
const odd = ["", " ", "  ", "\n", "\t", "\r\n", ".", ",", "?!", "…", '"', "(", "'", "-", "–", "\ud800", "\udc00", "😀"];
const plain = ["new", "open", "full", "close", "a", "Ö", "ß", "ſtop", "marK", "3", "literally", "<b>", "\\", "$&"];

it("leaves text without commands as it is", () => {
  for (const said of strings([...odd, ...plain], 1000)) expect([said, spokenCommands(said)]).toEqual([said, said]);
});

it("writes no command, no mark after a space and no double space, whatever is said", () => {
  const spoken = SPOKEN_COMMANDS.flatMap(({ says }) => says.flatMap((words) => [`${words} `, `${words}, `]));
  for (const said of strings([...spoken, "milk ", "eggs, ", "tea. "], 1000)) {
    const written = spokenCommands(said).trim();
    expect([said, written]).toEqual([said, expect.not.stringMatching(/ [,.?!:;)]|\w {2}\w|\( |comma|new line/)]);
  }
});

it("throws on no string, and takes long ones", () => {
  for (const said of strings([...odd, ...plain, ...SPOKEN_COMMANDS.flatMap(({ says }) => says)], 5000)) {
    expect(typeof spokenCommands(said)).toBe("string");
    expect(typeof spokenCommands(said, true)).toBe("string");
  }
  for (const part of [" ", ".", "new ", "literally ", "comma ", "a. ", "a."])
    expect(spokenCommands(`${part.repeat(20_000)}x comma y`)).toMatch(/x, y$/);
});
