import type { Place } from "./find-quote.ts";
import { frameText } from "./frame-text.ts";

/** A highlight at its place in the text. */
export interface Placed extends Place {
  id: string;
  /** What is said of it beside its words. */
  description: string;
}

const idsOf = (mark: HTMLElement): string[] => mark.dataset.highlights?.split(" ") ?? [];

/**
 * Draws highlights as elements around their words. Where several overlap, a piece belongs to each; the first piece of
 * each is reached by Tab. @returns what takes them away
 */
export function drawMarks(body: HTMLElement, placed: readonly Placed[]): () => void {
  const marks: HTMLElement[] = [];
  const begun = new Set<string>();
  const edges = [...new Set(placed.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  for (const { node, start } of frameText(body).nodes) {
    const end = start + node.length;
    const cuts = [start, ...edges.filter((edge) => edge > start && edge < end), end];
    let rest = node;
    for (const [at, from] of cuts.slice(0, -1).entries()) {
      const piece = rest;
      const length = cuts[at + 1]! - from;
      if (length < piece.length) rest = piece.splitText(length);
      const covering = placed.filter((one) => one.start < from + length && one.end > from);
      // Spaces between blocks are no words.
      if (covering.length && piece.data.trim() !== "") marks.push(wrap(piece, covering, begun));
    }
  }
  return () => {
    for (const mark of marks) {
      const parent = mark.parentNode;
      mark.replaceWith(...mark.childNodes);
      parent?.normalize();
    }
  };
}

function wrap(piece: Text, covering: readonly Placed[], begun: Set<string>): HTMLElement {
  const mark = piece.ownerDocument.createElement("mark");
  // The shortest is what is pressed: of one within another, the inner one.
  const inner = [...covering].sort((a, b) => a.end - a.start - (b.end - b.start));
  mark.dataset.highlights = inner.map(({ id }) => id).join(" ");
  const fresh = inner.filter(({ id }) => !begun.has(id));
  for (const { id } of fresh) begun.add(id);
  const first = fresh[0];
  if (first) {
    mark.tabIndex = 0;
    mark.role = "button";
    mark.dataset.opens = first.id;
    mark.ariaHasPopup = "dialog";
    mark.ariaDescription = first.description;
  }
  piece.replaceWith(mark);
  mark.append(piece);
  return mark;
}

/** The highlight that something in the text belongs to. */
export function highlightAt(target: EventTarget | null): string | undefined {
  const mark = (target as Element | null)?.closest?.<HTMLElement>("mark[data-highlights]");
  return mark ? (mark.dataset.opens ?? idsOf(mark)[0]) : undefined;
}

/** The pieces of a highlight, in the order of the text. */
export const marksOf = (body: HTMLElement, id: string): HTMLElement[] =>
  [...body.querySelectorAll<HTMLElement>("mark[data-highlights]")].filter((mark) => idsOf(mark).includes(id));
