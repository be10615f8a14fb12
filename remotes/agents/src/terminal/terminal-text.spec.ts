import { shown } from "./terminal-text.ts";

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
