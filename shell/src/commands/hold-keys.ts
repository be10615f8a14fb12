/** A key press as it is kept and given to the dialog later. */
export type Press = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey">;

export const pressOf = ({ key, code, shiftKey, ctrlKey, metaKey }: KeyboardEvent): Press => ({
  key,
  code,
  shiftKey,
  ctrlKey,
  metaKey,
});

/**
 * Runs what opens a dialog. Until the dialog has the focus, plain keys run no command and move nothing on the page: the
 * dialog gets them in their order. They are dropped when the work ends without a dialog or fails (a download that does
 * not arrive fails after the bundler's own timeout), and by Escape or a click, which say that the person no longer
 * waits.
 * @throws what the work throws
 */
export function holdKeysUntilDialog<T>(work: () => T | Promise<T>): Promise<T> {
  const held: Press[] = [];
  let holding = true;
  const drop = () => {
    holding = false;
    window.removeEventListener("keydown", onKeyDown, true);
    window.removeEventListener("pointerdown", drop, true);
    window.removeEventListener("focusin", onFocus);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return drop();
    if (!isPlain(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // A key that is held down repeats what it was pressed for: opening the dialog.
    if (!event.repeat) held.push(pressOf(event));
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.closest('[role="dialog"]')) return;
    // The content may move the focus on, from the dialog to its field.
    queueMicrotask(() => {
      if (!holding) return;
      drop();
      for (const press of held) replay(press);
    });
  };
  // Before anything on the page sees it: a list has keys of its own.
  window.addEventListener("keydown", onKeyDown, true);
  window.addEventListener("pointerdown", drop, true);
  window.addEventListener("focusin", onFocus);
  return new Promise<T>((done) => done(work())).finally(drop);
}

/** Types, edits or moves; not Tab, a function key, a modifier alone, or a shortcut of the browser. */
export function isPlain(event: KeyboardEvent): boolean {
  const shortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
  if (shortcut || event.isComposing) return false;
  return event.key?.length === 1 || /^(Enter|Backspace|Delete|Home|End|PageUp|PageDown|Arrow.+)$/.test(event.key);
}

/**
 * Presses a key in what has the focus. A made-up event types nothing on its own, so a text field gets the letter as
 * well.
 */
export function replay(press: Press): void {
  const target = document.activeElement ?? document.body;
  const unhandled = target.dispatchEvent(new KeyboardEvent("keydown", { ...press, bubbles: true, cancelable: true }));
  if (unhandled && isTextField(target) && !press.ctrlKey && !press.metaKey) type(target, press.key);
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Has a caret; a field for dates or numbers does not tell where. */
export const isTextField = (element: Element): element is TextField =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.selectionStart !== null);

function type(field: TextField, key: string): void {
  const start = field.selectionStart ?? 0;
  const end = field.selectionEnd ?? start;
  if (key === "Backspace") field.setRangeText("", start === end ? Math.max(0, start - 1) : start, end, "end");
  else if (key.length === 1) field.setRangeText(key, start, end, "end");
  else if (key === "Enter" && field instanceof HTMLTextAreaElement) field.setRangeText("\n", start, end, "end");
  else return;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
