import { BLOCK_END, compared, findQuote, quoteAt } from "./find-quote.ts";
import { frameText, placeOf } from "./frame-text.ts";
import { drawMarks, highlightAt, marksOf } from "./marks.ts";

const HTML = "<p>One <b>two</b> three.</p>\n<ul><li>four</li><li>five<br>six</li></ul>";
const TEXT = `One two three.${BLOCK_END}\n${BLOCK_END}four${BLOCK_END}five${BLOCK_END}six`;
const bodyOf = (html = HTML) => {
  document.body.innerHTML = html;
  return document.body;
};
const at = (id: string, words: string, text = TEXT) => {
  const start = text.indexOf(words);
  return { id, start, end: start + words.length, description: `Highlight ${id}` };
};
const drawn = (body: HTMLElement) =>
  [...body.querySelectorAll("mark")].map((mark) => [mark.textContent, mark.dataset.highlights, mark.tabIndex]);

it("reads a document as its words, with a sign between blocks, marked or not", () => {
  const body = bodyOf();
  expect(frameText(body).text).toBe(TEXT);
  drawMarks(body, [at("a", "two three"), at("b", "e two")]);
  expect(frameText(body).text).toBe(TEXT);
});

it("knows where a selection lies, whether its ends are in words or between elements", () => {
  const body = bodyOf();
  const range = document.createRange();
  range.setStart(body.querySelector("b")!.firstChild!, 1);
  range.setEnd(body.querySelector("li")!.firstChild!, 2);
  const text = frameText(body);
  expect(text.text.slice(...Object.values(placeOf(text, range)))).toBe(`wo three.${BLOCK_END}\n${BLOCK_END}fo`);
  range.selectNode(body.querySelector("b")!);
  expect(quoteAt(text.text, placeOf(text, range))!.exact).toBe("two");
  range.selectNodeContents(body);
  expect(placeOf(text, range)).toEqual({ start: 0, end: TEXT.length });
});

it("draws a highlight over elements and blocks, and takes it away again", () => {
  const body = bodyOf();
  const undo = drawMarks(body, [at("a", `two three.${BLOCK_END}\n${BLOCK_END}four`)]);
  expect(drawn(body)).toEqual([
    ["two", "a", 0],
    [" three.", "a", -1],
    ["four", "a", -1],
  ]);
  expect(marksOf(body, "a")).toHaveLength(3);
  const [first] = marksOf(body, "a");
  expect([first!.getAttribute("role"), first!.ariaDescription]).toEqual(["button", "Highlight a"]);
  undo();
  expect(body.innerHTML).toBe(HTML);
  expect(body.querySelector("p")!.childNodes).toHaveLength(3);
});

it("gives each of several that overlap a piece that Tab reaches, and the inner one the pointer", () => {
  const body = bodyOf("<p>aaa bbb ccc ddd</p>");
  const text = frameText(body).text;
  drawMarks(body, [at("wide", "aaa bbb ccc", text), at("inner", "bbb", text), at("late", "ccc ddd", text)]);
  expect(drawn(body)).toEqual(
    [
      ["aaa ", "wide", 0],
      ["bbb", "inner wide", 0],
      [" ", "wide", -1],
      ["ccc", "late wide", 0],
      [" ddd", "late", -1],
    ].filter(([words]) => words !== " "),
  );
  expect([...body.querySelectorAll("mark")].map((mark) => highlightAt(mark.firstChild!.parentElement))).toEqual([
    ...["wide", "inner", "late", "late"],
  ]);
  expect(highlightAt(body)).toBeUndefined();
});

it("takes the words of a page for words, not for HTML", () => {
  const body = bodyOf("<p>a &lt;img src=x onerror=alert(1)&gt; b</p>");
  const { text } = frameText(body);
  drawMarks(body, [at("a", "<img src=x onerror=alert(1)>", text)]);
  expect(body.querySelector("img")).toBeNull();
  expect(drawn(body)).toEqual([["<img src=x onerror=alert(1)>", "a", 0]]);
});

it("finds in the page read again what was quoted before", () => {
  const before = frameText(bodyOf()).text;
  const quote = quoteAt(before, at("a", `three.${BLOCK_END}\n${BLOCK_END}four`))!;
  expect(quote.exact).toBe("three.\nfour");
  const after = frameText(bodyOf(`<h1>News</h1><div>${HTML.replaceAll("<b>two</b>", "<i>two</i>\n")}</div>`)).text;
  const place = findQuote(compared(after), quote)!;
  expect(quoteAt(after, place)!.exact).toBe("three.\nfour");
});
