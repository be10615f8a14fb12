import { parseHTML } from "linkedom";
import { iconsOf, settlePictures } from "./picture-sources.ts";

const BASE = "https://example.org/a/page";
const settled = (body: string) => {
  const { document } = parseHTML(`<html><head></head><body>${body}</body></html>`);
  settlePictures(document, BASE);
  return [...document.querySelectorAll("img")].map((image) => image.outerHTML);
};
const address = (path: string) => `<img src="https://example.org${path}">`;

it.each([
  ["an address beside the page", '<img src="b.png">', "/a/b.png"],
  ["one of another host", '<img src="//example.org/b.png">', "/b.png"],
  [
    "the width that suits a column",
    '<img src="s.png" srcset="/480.png 480w, /1800.png 1800w, /4000.png 4000w">',
    "/1800.png",
  ],
  ["the widest when none does", '<img srcset="/480.png 480w, /900.png 900w">', "/900.png"],
  ["the sharpest", '<img src="/1.png" srcset="/1.png, /2.png 2x">', "/2.png"],
  [
    "what a script would load",
    '<img src="data:image/gif;base64,R0lGOD" data-src="/late.png" loading="lazy">',
    "/late.png",
  ],
  ["a set that a script would load", '<img class="x" data-srcset="/w.png 1600w">', "/w.png"],
  ["what browsers without scripts see", '<img src="data:,"><noscript><img src="/plain.png"></noscript>', "/plain.png"],
  [
    "a source of a kind that is decoded",
    '<picture><source type="image/avif" srcset="/a.avif"><source type="image/webp" srcset="/w.webp"><img src="/j.jpg"></picture>',
    "/w.webp",
  ],
])("takes %s", (_, body, path) => {
  expect(settled(body)[0]!.replace(' class="x"', "")).toBe(address(path));
});

it("drops pictures without an address of the web", () => {
  expect(settled('<img src="data:image/png;base64,AA"><img src="javascript:x"><img alt="x">')).toEqual([]);
});

it("names a site's icons, the nearest to what is drawn first and never SVG", () => {
  const { document } = parseHTML(`<html><head><link rel="icon" href="/16.png" sizes="16x16">
    <link rel="apple-touch-icon" href="/180.png" sizes="180x180"><link rel="shortcut icon" sizes="32x32" href="32.png">
    <link rel="icon" href="/i.svg"><link rel="icon" type="image/svg+xml" href="/j"></head></html>`);
  expect(iconsOf(document, BASE)).toEqual([
    "https://example.org/a/32.png",
    "https://example.org/180.png",
    "https://example.org/16.png",
  ]);
  expect(iconsOf(parseHTML("<html></html>").document, BASE)).toEqual(["https://example.org/favicon.ico"]);
});
