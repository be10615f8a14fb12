import { ContentTooComplex } from "@tessera/service-kit";
import { checkHtml } from "./html-bounds.ts";

const bounds = { elements: 100, depth: 10, attributes: 5 };

it.each([
  ["nested elements", "<div>".repeat(11), /nested more than 10 deep/],
  ["nested tables", "<table><tr><td>".repeat(11), /nested more than 10 deep/],
  ["nesting that ends of other elements hide", "<div></b></span>".repeat(11), /nested more than 10 deep/],
  ["very many elements", "<img>".repeat(101), /more than 100 elements/],
  [
    "very many attributes",
    `<p ${Array.from({ length: 6 }, (_, at) => `a${at}='>'`).join(" ")}>`,
    /more than 5 attributes/,
  ],
  ["a tag that never ends, of attributes", `<p ${"a ".repeat(6)}`, /more than 5 attributes/],
])("refuses %s", (_, html, words) => {
  expect(() => checkHtml(html, bounds)).toThrow(ContentTooComplex);
  expect(() => checkHtml(html, bounds)).toThrow(words);
});

it.each([
  ["paragraphs and items whose ends are left out", `<ul>${"<li>x<p>y".repeat(45)}</ul>`],
  [
    "elements in scripts, comments and values",
    `<script>${"<div>".repeat(200)}</script><!--${"<div>".repeat(200)}--><p title="${"<div>".repeat(50)}">`,
  ],
  ["text with signs that begin no tag", "a < b <3 ".repeat(500)],
  ["elements beside each other", "<div><b>x</b></div>".repeat(40)],
  ["what never ends", "<!-- <div> ".repeat(100)],
])("takes %s", (_, html) => expect(() => checkHtml(html, bounds)).not.toThrow());

it("takes the depth that browsers take, and no more", () => {
  expect(() => checkHtml(`${"<div>".repeat(512)}x${"</div>".repeat(512)}`)).not.toThrow();
  expect(() => checkHtml("<div>".repeat(513))).toThrow(ContentTooComplex);
  expect(() => checkHtml("<img>".repeat(60_001))).toThrow(ContentTooComplex);
});
