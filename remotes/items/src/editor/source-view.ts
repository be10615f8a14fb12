const KEY = "tessera.items.source-view";

/** Whether texts are written as they are, without formatting; the choice stays on this device. */
export function isSourceView(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

export function keepSourceView(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the next text is formatted again.
  }
}
