import { type RefObject, useEffect } from "react";

/** Name of the highlight in the styles of the card. */
export const CITED = "cited-sentence";
/** Ms within which a text may still load. */
const PATIENCE_MS = 5_000;
/** Ms from a change to the next look: a long text comes part by part, and each look reads all of it. */
const PAUSE_MS = 200;

/** Letters and digits alone: marks of Markdown are not shown, and lines break anywhere. */
const plainOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/** Where an element shows a sentence; null where it does not. */
export function rangeOf(root: Element, sentence: string): Range | null {
  const wanted = plainOf(sentence);
  if (!wanted) return null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const places: { node: Text; offset: number }[] = [];
  let shown = "";
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const plain = plainOf(node.data[offset]!);
      // A letter may be two in lower case.
      for (const letter of plain) {
        shown += letter;
        places.push({ node, offset });
      }
    }
  }
  const from = shown.indexOf(wanted);
  if (from === -1) return null;
  const first = places[from]!;
  const last = places[from + wanted.length - 1]!;
  const range = document.createRange();
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.offset + 1);
  return range;
}

/** Marks the sentence that the address names (`?cite=`) and scrolls to it, once its text is there. */
export function useCitedSentence(card: RefObject<HTMLElement | null>, id: string, search: string): void {
  const sentence = new URLSearchParams(search).get("cite") ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another card of the same address is looked at again
  useEffect(() => {
    const root = card.current;
    if (!sentence || !root) return;
    const look = () => {
      const range = rangeOf(root, sentence);
      if (!range) return;
      observer.disconnect();
      // Not in every browser that we support.
      if (typeof Highlight === "function") CSS.highlights.set(CITED, new Highlight(range));
      range.startContainer.parentElement?.scrollIntoView({ block: "center" });
    };
    let next: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(() => {
      next ??= setTimeout(() => {
        next = undefined;
        look();
      }, PAUSE_MS);
    });
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    const timer = setTimeout(() => observer.disconnect(), PATIENCE_MS);
    look();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      clearTimeout(next);
      if (typeof Highlight === "function") CSS.highlights.delete(CITED);
    };
  }, [card, id, sentence]);
}
