import { useEffect, useState } from "react";

/** What is selected in a frame: where the selection ends, in px from the frame's corner. */
export interface Selected {
  range: Range;
  bottom: number;
  left: number;
}

/**
 * The text that is selected in a document, by mouse, finger or key; null while there is none, and while the mouse still
 * selects.
 */
export function useSelected(inside: Document | null): Selected | null {
  const [selected, setSelected] = useState<Selected | null>(null);
  useEffect(() => {
    setSelected(null);
    if (!inside) return;
    let isPressed = false;
    const look = () => setSelected(isPressed ? null : selectedIn(inside));
    const press = ({ pointerType, button }: PointerEvent) => {
      isPressed = pointerType === "mouse" && button === 0;
    };
    const release = () => {
      isPressed = false;
      look();
    };
    // The mouse may be let go beside the frame.
    const pages = [inside, document];
    inside.addEventListener("selectionchange", look);
    inside.addEventListener("pointerdown", press);
    for (const page of pages) for (const name of ["pointerup", "pointercancel"]) page.addEventListener(name, release);
    return () => {
      inside.removeEventListener("selectionchange", look);
      inside.removeEventListener("pointerdown", press);
      for (const page of pages)
        for (const name of ["pointerup", "pointercancel"]) page.removeEventListener(name, release);
    };
  }, [inside]);
  return selected;
}

/** What is selected at this moment; the event that tells of a change comes later. */
export function selectedIn(inside: Document): Selected | null {
  const selection = inside.getSelection();
  if (!selection || selection.isCollapsed || selection.toString().trim() === "") return null;
  const range = selection.getRangeAt(0);
  return { range, ...endOf(range) };
}

/** Where a range ends in its frame. */
export function endOf(range: Range): Omit<Selected, "range"> {
  const { bottom, left } = [...range.getClientRects()].at(-1) ?? range.getBoundingClientRect();
  return { bottom, left };
}
