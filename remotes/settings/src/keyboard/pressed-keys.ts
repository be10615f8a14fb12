/** Keys that move, leave or choose: they stay what they are. */
const OWN = new Set(["Tab", "Enter", "Escape", " ", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);
/** With Ctrl or Cmd: close, new tab or window, reload, address, print, quit, copy, cut, paste. */
const OF_BROWSER = new Set([..."wtnrlpqcxv"]);
const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta"]);

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/**
 * A press as the map writes it (tinykeys syntax): "e", "Shift+E", "$mod+b"; null for a modifier alone. A sign may need
 * Shift on this keyboard and not on another.
 */
export function written(event: Press): string | null {
  const { key } = event;
  if (!key || MODIFIERS.has(key) || key === "Dead") return null;
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  const parts = [
    (event.ctrlKey || event.metaKey) && "$mod",
    event.altKey && "Alt",
    event.shiftKey && (isLetter || key.length > 1 ? "Shift" : "[Shift]"),
  ].filter(Boolean);
  return [...parts, isLetter && event.shiftKey ? key.toUpperCase() : key].join("+");
}

/** Whether a press belongs to the browser or to the page, and can be nobody's key. */
export function isTaken({ key, ctrlKey, metaKey }: Press): boolean {
  return OWN.has(key) || ((ctrlKey || metaKey) && OF_BROWSER.has(key.toLowerCase()));
}
