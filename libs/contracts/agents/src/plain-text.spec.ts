import { plainText } from "./plain-text.ts";

it("leaves nothing that a terminal would obey", () => {
  const hostile = ["\u001b[2J", "\u001b]0;title\u0007", "\u009b31m", "a\bb", "\u007f", "\u202egnp.exe", "\u0000"];
  for (const text of hostile) {
    const plain = plainText(text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
    expect(plain).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(plain).toHaveLength(text.length);
  }
  expect(plainText("\u001b[31mRed")).toBe("␛[31mRed");
});

it("keeps words of any writing, and puts a blank for each end of a line", () => {
  expect(plainText("Größe 日本語 👩‍👩‍👧 שלום")).toBe("Größe 日本語 👩‍👩‍👧 שלום");
  expect(plainText("one\ntwo\tthree")).toBe("one two three");
});
