import { jest } from "@jest/globals";
import { type Highlight, haveCode, inColours } from "./code-colours.ts";

const code = (text: string, language = "json") => (text ? [{ text, code: language }] : []);

/** Each line in one colour, and what was asked. */
function recording() {
  const asked: [string, string][] = [];
  const highlight: Highlight = async (text, language) => {
    asked.push([text, language]);
    return text.split("\n").map((line) => [{ text: line, colour: 20 }]);
  };
  return { asked, highlight };
}

it("colours lines of one language as one text, with the empty ones between them, and leaves all others", async () => {
  const { asked, highlight } = recording();
  const lines = [[{ text: "Card" }], code("a", "ts"), [], code("b", "ts"), [], [{ text: "x" }], code("{}"), []];
  expect(haveCode(lines)).toBe(true);
  expect(await inColours(lines, highlight)).toEqual([
    ...["Card", "\u001b[38;5;20ma\u001b[0m", "\u001b[38;5;20m\u001b[0m", "\u001b[38;5;20mb\u001b[0m"],
    ...["", "x", "\u001b[38;5;20m{}\u001b[0m", ""],
  ]);
  expect(asked).toEqual([
    ["a\n\nb", "ts"],
    ["{}", "json"],
  ]);
  expect(haveCode([[{ text: "Card" }], []])).toBe(false);
});

it("asks for the colours of text that does nothing", async () => {
  const { asked, highlight } = recording();
  expect(await inColours([code("\u001b]0;x\u0007")], highlight)).toEqual(["\u001b[38;5;20m␛]0;x␇\u001b[0m"]);
  expect(asked).toEqual([["␛]0;x␇", "json"]]);
});

it("prints code plainly that has no colours, or gets none, or gets them late", async () => {
  const failed = jest.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await inColours([code("{}")], async () => null)).toEqual(["{}"]);
  expect(failed).not.toHaveBeenCalled();
  const broken: Highlight = async () => {
    throw new Error("no grammar");
  };
  expect(await inColours([code("{}")], broken)).toEqual(["{}"]);
  expect(failed).toHaveBeenCalledWith("The code could not be highlighted:", expect.any(Error));
  expect(await inColours([code("{}")], () => new Promise(() => undefined), 1)).toEqual(["{}"]);
  failed.mockRestore();
});
