import { shown, shownCode } from "./terminal-text.ts";

it("colours by tone, and links to pages of the product", () => {
  expect(shown([{ text: "a" }, { text: "b", tone: "good" }])).toBe("a\u001b[32mb\u001b[0m");
  expect(shown([{ text: "Card", path: "/items/note/1" }])).toBe(
    "\u001b]8;;/items/note/1\u001b\\Card\u001b]8;;\u001b\\",
  );
});

it("lets no sequence of a text through, whatever the service sent", () => {
  expect(shown([{ text: "\u001b[2J\u0007x" }])).toBe("␛[2J␇x");
  expect(shown([{ text: "x", tone: "constructor" as never }])).toBe("x");
  for (const path of ["//evil.example", "https://evil.example", "/a\u001b\\b", "javascript:alert(1)", "/a b"])
    expect(shown([{ text: "x", path }])).toBe("x");
});

it("gives code its colours by number, and lets no sequence of it through either", () => {
  const line = [
    { text: "const", colour: 17, bold: true },
    { text: " a" },
    { text: "\u001b[2J", colour: 18, italic: true },
  ];
  expect(shownCode(line)).toBe("\u001b[1;38;5;17mconst\u001b[0m a\u001b[3;38;5;18m␛[2J\u001b[0m");
});
