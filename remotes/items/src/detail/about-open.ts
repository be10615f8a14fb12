const KEY = "tessera.items.about";

/** Whether the pane beside a card is open; the choice stays on this device. */
export function aboutIsOpen(): boolean {
  try {
    return localStorage.getItem(KEY) !== "closed";
  } catch {
    return true;
  }
}

export function keepAboutOpen(open: boolean): void {
  try {
    localStorage.setItem(KEY, open ? "open" : "closed");
  } catch {
    // Without storage the pane starts open again.
  }
}
