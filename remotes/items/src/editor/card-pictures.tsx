import type { EditorState, Range } from "@codemirror/state";
import { Decoration, type EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { CardPicture } from "../mentions/card-picture.tsx";

interface Place {
  key: number;
  element: HTMLElement;
  view: EditorView;
  address: string;
  alt: string;
}

const CARD = /^\/items\/[a-z][a-z0-9-]*\/[0-9a-f-]{36}$/;

let places: readonly Place[] = [];
let made = 0;
const listeners = new Set<() => void>();
function set(next: readonly Place[]): void {
  places = next;
  // An editor makes its widgets while React may draw.
  queueMicrotask(() => {
    for (const listener of [...listeners]) listener();
  });
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A picture that is a card, in place of its Markdown; React draws it there. */
class PictureWidget extends WidgetType {
  constructor(
    readonly address: string,
    readonly alt: string,
  ) {
    super();
  }
  override eq(other: PictureWidget): boolean {
    return other.address === this.address && other.alt === this.alt;
  }
  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement("span");
    element.className = "cm-picture";
    made += 1;
    set([...places, { key: made, element, view, address: this.address, alt: this.alt }]);
    return element;
  }
  override destroy(element: HTMLElement): void {
    set(places.filter((place) => place.element !== element));
  }
}

/** @returns whether the image is one of a card, and stands there as a picture */
export function addPicture(
  state: EditorState,
  node: SyntaxNode,
  isWritten: boolean,
  found: Range<Decoration>[],
): boolean {
  const url = node.getChild("URL");
  const address = url ? state.sliceDoc(url.from, url.to) : "";
  if (isWritten || !CARD.test(address)) return false;
  const [open, close] = node.getChildren("LinkMark");
  const alt = open && close ? state.sliceDoc(open.to, close.from).replaceAll(/\\(.)/g, "$1") : "";
  found.push(Decoration.replace({ widget: new PictureWidget(address, alt) }).range(node.from, node.to));
  return true;
}

/** Draws the pictures of an editor in their places. */
export function CardPictures({ view }: { view: EditorView }) {
  const all = useSyncExternalStore(subscribe, () => places);
  return all
    .filter((place) => place.view === view)
    .map(({ key, element, address, alt }) =>
      createPortal(<CardPicture address={address} alt={alt} />, element, `${key}`),
    );
}
