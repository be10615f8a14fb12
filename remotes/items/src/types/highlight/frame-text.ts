import { BLOCK_END, type Place } from "./find-quote.ts";

/** Elements that stand on lines of their own. */
const BLOCKS =
  /^(ADDRESS|ARTICLE|ASIDE|BLOCKQUOTE|BODY|BR|DD|DIV|DL|DT|FIGCAPTION|FIGURE|FOOTER|H[1-6]|HEADER|HR|LI|MAIN|NAV|OL|P|PRE|SECTION|TABLE|TBODY|TD|TFOOT|TH|THEAD|TR|UL)$/;

/** The text of a document, and which part of it each node holds. */
export interface FrameText {
  text: string;
  nodes: { node: Text; start: number }[];
}

/** The text that a document shows, with a sign between blocks; marks in it change nothing. */
export function frameText(body: HTMLElement): FrameText {
  const nodes: FrameText["nodes"] = [];
  let text = "";
  let isNewBlock = false;
  const walk = (parent: Node) => {
    for (let child = parent.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === Node.TEXT_NODE) {
        const node = child as Text;
        if (isNewBlock && text !== "") text += BLOCK_END;
        isNewBlock = false;
        nodes.push({ node, start: text.length });
        text += node.data;
        continue;
      }
      const isBlock = BLOCKS.test(child.nodeName);
      isNewBlock ||= isBlock;
      walk(child);
      isNewBlock ||= isBlock;
    }
  };
  walk(body);
  return { text, nodes };
}

/** Where a range of the document lies in its text. */
export function placeOf({ text, nodes }: FrameText, range: Range): Place {
  const offsetOf = (container: Node, offset: number) => {
    const own = nodes.find(({ node }) => node === container);
    if (own) return own.start + offset;
    // Between nodes: the first that does not lie before it.
    const point = container.ownerDocument!.createRange();
    point.setStart(container, offset);
    return nodes.find(({ node }) => point.comparePoint(node, 0) >= 0)?.start ?? text.length;
  };
  return {
    start: offsetOf(range.startContainer, range.startOffset),
    end: offsetOf(range.endContainer, range.endOffset),
  };
}

/** The part of the document that a place of its text is; null where that is none. */
export function rangeAt({ nodes }: FrameText, { start, end }: Place): Range | null {
  const first = nodes.findLast((one) => one.start <= start);
  const last = nodes.findLast((one) => one.start < end);
  if (!first || !last) return null;
  const range = first.node.ownerDocument.createRange();
  range.setStart(first.node, Math.min(start - first.start, first.node.length));
  range.setEnd(last.node, Math.min(end - last.start, last.node.length));
  return range;
}
