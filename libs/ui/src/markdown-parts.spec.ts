import { partsOf } from "./markdown-parts.ts";

const paragraph = `${"What a note says. ".repeat(60)}\n\n`;
const long = (middle: string) => paragraph.repeat(15) + middle + paragraph.repeat(15);
const holding = (parts: string[], words: string) => parts.filter((part) => part.includes(words));

it("leaves a text that is not long whole", () => {
  expect(partsOf(paragraph.repeat(5))).toEqual([paragraph.repeat(5)]);
});

it("divides a long text and loses nothing of it", () => {
  const text = long("## A heading\n\n- one\n- two\n\n");
  const parts = partsOf(text);
  expect(parts.length).toBeGreaterThan(4);
  expect(parts.join("")).toBe(text);
});

it.each([
  ["code", `\`\`\`md\n${paragraph.repeat(15)}# no heading\n\`\`\`\n\n`],
  ["a list", `- begins\n\n${`  ${paragraph}`.repeat(15)}  ends\n\n`],
  ["a quote", `> begins\n${`> ${paragraph.trim()}\n>\n`.repeat(15)}> ends\n\n`],
])("keeps %s in one part", (_, block) => {
  const text = long(block);
  const parts = partsOf(text);
  expect(parts.join("")).toBe(text);
  expect(holding(parts, block)).toHaveLength(1);
});

it("divides nothing behind raw HTML, which may end anywhere", () => {
  const parts = partsOf(long("<details>\n\nmore\n\n"));
  expect(parts.at(-1)).toContain(`<details>\n\nmore\n\n${paragraph.repeat(15)}`);
});

it("gives each part what its links lead to", () => {
  const parts = partsOf(
    `See [it][1].\n\n${long("```\n[2]: /not-a-definition\n```\n\n")}[1]: https://example.com "There"\n`,
  );
  for (const part of parts) expect(part.trimEnd()).toMatch(/\n\[1\]: https:\/\/example\.com "There"$/);
  expect(holding(parts, "[2]:")).toHaveLength(1);
});
