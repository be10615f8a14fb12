import { asJson } from "./filters.ts";
import { codeOf, linesOf, markdownOf, type Row, row, span } from "./row.ts";

const brief = (rows: Row[]) => rows.map(({ line }) => line.map(({ text, code = "-" }) => `${code}: ${text}`).join(""));

it("tells code from text in Markdown, by its fences", () => {
  const text = "Do this:\n```ts\nconst a = 1;\n\n```\nor\n~~~\nplain\n```\n~~~\nDone.";
  expect(brief(markdownOf(text))).toEqual([
    ...["-: Do this:", "-: ```ts", "ts: const a = 1;", "ts: ", "-: ```", "-: or"],
    ...["-: ~~~", "-: plain", "-: ```", "-: ~~~", "-: Done."],
  ]);
  // A fence that nobody closed ends with the text; a shorter one closes nothing.
  expect(brief(markdownOf("````js\n```\nx"))).toEqual(["-: ````js", "js: ```", "js: x"]);
});

it("keeps code in its lines, makes its control characters harmless, and takes no sentence for a language", () => {
  expect(brief(codeOf("if (a) {\r\n\tb\u001b[2J", "js"))).toEqual(["js: if (a) {", "js:     b␛[2J"]);
  expect(brief(codeOf("x", "\u001b[31m"))).toEqual(["-: x"]);
  expect(brief(linesOf("x"))).toEqual(["-: x"]);
});

it("says that JSON is JSON", async () => {
  async function* rows() {
    yield row({ a: "b" }, span("b"));
  }
  const printed: Row[] = [];
  for await (const one of asJson(rows())) printed.push(one);
  expect(brief(printed)).toEqual(['json: {"a":"b"}']);
});
