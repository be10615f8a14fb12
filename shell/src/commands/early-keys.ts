import { isPlain, isTextField, type Press, pressOf, replay } from "./hold-keys.ts";

/** How long keys are kept for a page that does not come, ms from the last: nobody waits longer for what they do. */
const MAX_WAIT = 10_000;

/**
 * Keeps plain keys, and those of the palette, that are pressed while only the outline of a page is shown: its commands
 * and lists are not there yet, and those of the page before are not seen any more. Keys for what has the focus pass:
 * all of a field's, and those that press a link or a button. Escape and a click drop what was kept. Returns what
 * presses the keys in their order, and keeps no more: to be called when the page is drawn.
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
    if ((!isPlain(event) && !opensPalette(event)) || isOwn(event.key, document.activeElement)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.repeat) return;
    held.push(pressOf(event));
    clearTimeout(timer);
    timer = setTimeout(drop, MAX_WAIT);
  };
  let timer = setTimeout(drop, MAX_WAIT);
  // Before anything on the page sees it: a command that is there already would overtake the keys before it.
  window.addEventListener("keydown", onKeyDown, true);
  window.addEventListener("pointerdown", drop, true);
  return () => {
    stop();
    // A page that begins with a field was not what these keys were for.
    const inField = document.activeElement !== null && isField(document.activeElement);
    for (const press of inField ? [] : held.splice(0)) replay(press);
  };
}

/** Ctrl K, or Command K on a Mac, as people have it who chose no other key; browsers would search with it. */
const opensPalette = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key?.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;

/** Whether a key means what has the focus: a letter says nothing to a link, but may be a command. */
const isOwn = (key: string, focused: Element | null): boolean =>
  focused !== null &&
  focused !== document.body &&
  focused.id !== "page" &&
  (key === " " || key.length > 1 || isField(focused));

const isField = (element: Element): boolean =>
  isTextField(element) || /^(INPUT|SELECT)$/.test(element.tagName) || (element as HTMLElement).isContentEditable;
