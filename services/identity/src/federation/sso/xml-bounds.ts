/** Limits of a document. */
export interface XmlBounds {
  elements: number;
  attributes: number;
  depth: number;
}

/** Metadata of a single provider has about a hundred elements and is parsed once. */
export const METADATA_BOUNDS: XmlBounds = { elements: 2000, attributes: 4000, depth: 50 };
/**
 * A response has some ten elements and one for each group of the person; its signature is checked over a tree with
 * namespaces.
 */
export const RESPONSE_BOUNDS: XmlBounds = { elements: 600, attributes: 1200, depth: 30 };

/**
 * Looks through a document once, so that parsing and canonicalising it take some milliseconds: sign-in answers on the
 * event loop, and must not wait behind the readers of pages and mails. @throws Error in words that continue after "it"
 */
export function checkXml(text: string, bounds: XmlBounds): void {
  let elements = 0;
  let attributes = 0;
  let depth = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    const kind = text[at + 1];
    const tag = endOfTag(text, at + 1);
    if (tag.end < 0) throw new Error("it ends within a tag");
    attributes += tag.attributes;
    if (kind === "/") depth -= 1;
    else if (kind !== "?" && kind !== "!") {
      elements += 1;
      if (text[tag.end - 1] !== "/") depth += 1;
    }
    if (elements > bounds.elements) throw new Error(`it has more than ${bounds.elements} elements`);
    if (attributes > bounds.attributes) throw new Error(`it has more than ${bounds.attributes} attributes`);
    if (depth > bounds.depth) throw new Error(`its elements are nested more than ${bounds.depth} deep`);
    at = tag.end;
  }
}

/** @returns the place of the `>` outside of quotes, -1 when there is none, and how many values were quoted */
function endOfTag(text: string, from: number): { end: number; attributes: number } {
  let attributes = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === ">") return { end: at, attributes };
    if (sign !== '"' && sign !== "'") continue;
    attributes += 1;
    at = text.indexOf(sign, at + 1);
    if (at < 0) break;
  }
  return { end: -1, attributes };
}
