import { isPlain, isTextField, type Press, pressOf, replay } from "./hold-keys.ts";

/** How long keys are kept for a page that does not come, in ms: nobody still waits for what they would do then. */
const MAX_WAIT = 10_000;

/**
 * Keeps plain keys that are pressed while only the outline of the page is shown: its commands and lists are not there
 * yet. Keys for what has the focus already pass. Escape and a click drop what was kept.
 * Returns what presses the keys in their order, and keeps no more: to be called when the page is drawn.
 */
export function holdEarlyKeys(): () => void {
  const held: Press[] = [];
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener("keydown", onKeyDown, true);
    window.removeEventListener("pointerdown", drop, true);
  };
  const drop = () => {
    held.length = 0;
    stop();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return drop();
    if (!isPlain(event) || document.activeElement !== document.body) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) held.push(pressOf(event));
  };
  const timer = setTimeout(drop, MAX_WAIT);
  // Before anything on the page sees it: a command that is there already would overtake the keys before it.
  window.addEventListener("keydown", onKeyDown, true);
  window.addEventListener("pointerdown", drop, true);
  return () => {
    stop();
    // A page that begins with a field was not what these keys were for.
    const isField = document.activeElement !== null && isTextField(document.activeElement);
    for (const press of isField ? [] : held.splice(0)) replay(press);
  };
}
