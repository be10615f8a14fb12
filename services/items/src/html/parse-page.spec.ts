import { parsePage } from "./parse-page.ts";

it.each([
  ["a title and text alone", "<!doctype html><title>T</title><p>one<p>two"],
  ["an html element alone", '<html lang="en"><meta charset="utf-8"><title>T</title><p>one<p>two</html>'],
  ["a head without a body", "<html><head><title>T</title></head><p>one<p>two</html>"],
  ["a head without an html element", "<!doctype html><head><title>T</title></head><p>one<p>two"],
  ["a body without a head", '<title>T</title><body class="wide"><p>one<p>two</body>'],
  ["all of it", "<!doctype html><html><head><title>T</title></head><body><p>one<p>two</body></html>"],
])("a page with %s is a whole document", (_, text) => {
  const document = parsePage(text);
  expect(document.documentElement.localName).toBe("html");
  expect(document.title).toBe("T");
  expect([...document.head.children].at(-1)?.localName).toBe("title");
  expect(document.body.textContent).toBe("onetwo");
  expect(document.body.querySelectorAll("p")).toHaveLength(2);
});

it("a page without elements has none", () => {
  expect(parsePage("words").documentElement ?? null).toBeNull();
});
