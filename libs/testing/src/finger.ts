import { fireEvent } from "@testing-library/dom";

type Kind = "down" | "move" | "up" | "cancel";

/** A finger at a place of the window, in px, at a moment, in ms: jsdom has no pointer events of its own. */
export function finger(element: Element, kind: Kind, at: { x?: number; y?: number; ms?: number }): void {
  const event = new MouseEvent(`pointer${kind}`, {
    bubbles: true,
    cancelable: true,
    clientX: at.x ?? 0,
    clientY: at.y ?? 0,
  });
  for (const [name, value] of Object.entries({
    pointerId: 1,
    pointerType: "touch",
    isPrimary: true,
    timeStamp: 1 + (at.ms ?? 0), // React takes 0 for none
  }))
    Object.defineProperty(event, name, { value });
  fireEvent(element, event);
}
