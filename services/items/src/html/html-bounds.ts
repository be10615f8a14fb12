import { ContentTooComplex } from "@tessera/service-kit/content-error.ts";

/** What a document may have: parsers and what works on their trees take quadratic time or worse in these. */
export interface HtmlBounds {
  elements: number;
  /** Open elements within each other; browsers stop at 512. */
  depth: number;
  /** Attributes of one element. */
  attributes: number;
}

export const HTML_BOUNDS: HtmlBounds = { elements: 60_000, depth: 512, attributes: 500 };

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/**
 * Elements whose end is left out in good documents: the next one ends them. Where they do nest, what is between them
 * counts.
 */
const OPTIONAL_END = new Set(
  "p li dt dd tr td th thead tbody tfoot option optgroup colgroup rt rp body html head".split(" "),
);
/** Elements that hold no elements. */
const RAW = /^(script|style|textarea|title|xmp|iframe|noembed|noframes)$/;
const NAME = /[a-zA-Z][^\s/>]{0,40}/y;

/** Looks through a document once, without building anything. @throws ContentTooComplex */
export function checkHtml(html: string, bounds: HtmlBounds = HTML_BOUNDS): void {
  const open: string[] = [];
  const counts = new Map<string, number>();
  let elements = 0;
  let at = html.indexOf("<");
  while (at >= 0) {
    if (html.startsWith("<!--", at)) at = after(html, "-->", at + 4);
    else if (html[at + 1] === "/") {
      const name = nameAt(html, at + 2);
      if (name) close(name, open, counts);
      at = after(html, ">", at + 2);
    } else {
      const name = nameAt(html, at + 1);
      if (!name) {
        at = html.indexOf("<", at + 1);
        continue;
      }
      elements += 1;
      if (elements > bounds.elements) throw new ContentTooComplex(`It has more than ${bounds.elements} elements`);
      at = endOfTag(html, at + 1 + name.length, bounds);
      if (RAW.test(name)) at = endOfRaw(html, name, at);
      else if (!VOID.has(name) && !OPTIONAL_END.has(name)) {
        open.push(name);
        counts.set(name, (counts.get(name) ?? 0) + 1);
        if (open.length > bounds.depth)
          throw new ContentTooComplex(`Its elements are nested more than ${bounds.depth} deep`);
      }
    }
    at = at < 0 ? at : html.indexOf("<", at);
  }
}

function close(name: string, open: string[], counts: Map<string, number>): void {
  // An end without a beginning ends nothing; otherwise all that is open within it ends too.
  if (!counts.get(name)) return;
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    counts.set(last, counts.get(last)! - 1);
    if (last === name) return;
  }
}

function nameAt(html: string, at: number): string {
  NAME.lastIndex = at;
  return NAME.exec(html)?.[0].toLowerCase() ?? "";
}

/** @returns where the tag has ended, -1 when it never does */
function endOfTag(html: string, from: number, { attributes }: HtmlBounds): number {
  let count = 0;
  let inside = false;
  for (let at = from; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === 62) return at + 1;
    if ((code === 34 || code === 39) && html[at - 1] === "=") {
      at = html.indexOf(html[at]!, at + 1);
      if (at < 0) return -1;
      inside = false;
    } else if (code <= 32 || code === 47) inside = false;
    else if (!inside) {
      inside = true;
      count += 1;
      if (count > attributes) throw new ContentTooComplex(`One of its elements has more than ${attributes} attributes`);
    }
  }
  return -1;
}

function endOfRaw(html: string, name: string, from: number): number {
  if (from < 0) return -1;
  const end = new RegExp(`</${name}`, "gi");
  end.lastIndex = from;
  return end.exec(html)?.index ?? -1;
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}
