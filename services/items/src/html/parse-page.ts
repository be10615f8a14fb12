import { parseHTML } from "linkedom";

/** Elements that stand in the head where the page does not say so. */
const OF_HEAD = new Set(["base", "link", "meta", "style", "title"]);

/** A page as a document. `html`, `head` and `body`, which authors may leave out, are there as in a browser. */
export function parsePage(text: string): Document {
  const { document } = parseHTML(text);
  const first = document.documentElement;
  if (!first) return document;
  const root = first.localName === "html" ? first : document.createElement("html");
  if (root !== first) {
    for (const node of childrenOf(document)) root.append(node);
    document.append(root);
  }
  const children = childrenOf(root);
  const head = children.find(({ localName }) => localName === "head");
  const body = children.find(({ localName }) => localName === "body");
  if (head && body) return document;
  const loose = children.filter((node) => node !== head && node !== body);
  for (const node of loose) node.remove();
  // Each of the two is made where it is not there.
  for (const node of loose) (OF_HEAD.has(node.localName) ? document.head : document.body).append(node);
  return document;
}

const childrenOf = (node: Node) =>
  [...node.childNodes].filter(({ nodeType }) => nodeType !== node.DOCUMENT_TYPE_NODE) as unknown as Element[];
