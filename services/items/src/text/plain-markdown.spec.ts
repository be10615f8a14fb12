import { plainMarkdown } from "./plain-markdown.ts";

it.each([
  ["# A heading", "A heading"],
  ["**Call** Ann _today_", "Call Ann today"],
  ["***very*** __much__ ~~gone~~", "very much gone"],
  ["Run `npm start` first", "Run npm start first"],
  ['See [the guide](https://example.org/a?b=c) and ![a map](map.png "Map")', "See the guide and a map"],
  ["> - [ ] quoted", "- [ ] quoted"],
  ["- [x] bought **bread**", "bought bread"],
  ["<https://example.org/x>", "https://example.org/x"],
  ["```ts\nconst a = 1", "\nconst a = 1"],
])("%j reads %j", (written, plain) => {
  expect(plainMarkdown(written)).toBe(plain);
});

it.each([
  "2 * 3 * 4",
  "snake_case_name and __dirname",
  "a*b*c",
  "[draft] minutes",
  "5 < 6 > 4",
  "`open",
  "**open",
  "~/notes",
])("%j stays as it is", (text) => {
  expect(plainMarkdown(text)).toBe(text);
});

it("takes no longer for a text made of marks", () => {
  for (const mark of ["*", "_", "`", "[", "~", "![", "*a", "_a ", "[a]("]) {
    const began = process.cpuUsage();
    plainMarkdown(mark.repeat(5000));
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000); // µs, which other processes do not add to
  }
});
