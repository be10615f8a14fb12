/** An input, a text area, or the element of an editor that takes dictation as an event. */
export type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

type Input = HTMLInputElement | HTMLTextAreaElement;

const isInput = (target: EventTarget | null): target is Input =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && INPUTS.includes(target.type));

/** Kinds of inputs that hold prose; a password or a number is not dictated. */
const INPUTS = ["text", "search"];

/** Whether nothing stands in a field; of an editor nobody knows. */
export const isEmpty = (field: TextField): boolean => isInput(field) && field.value === "";

/** The text field that an event is about; null where nothing is dictated, `data-dictation="off"` among them. */
export function fieldOf(target: EventTarget | null): TextField | null {
  // An event of something else in the editor, such as a box of a task, has another target.
  if (!isInput(target)) return target instanceof HTMLElement && target.dataset.dictation === "editor" ? target : null;
  if (target.readOnly || target.disabled) return null;
  return target.closest('[data-dictation="off"]') ? null : target;
}

/**
 * Appends a transcript to the field's text, with one space between if neither side has one, and dispatches an input
 * event. One step for the browser's undo while the field has the focus; a selection elsewhere in the text stays.
 */
export function append(field: TextField, transcript: string): void {
  if (!isInput(field)) {
    field.dispatchEvent(new CustomEvent("dictated", { detail: transcript }));
    return;
  }
  const { value, selectionStart, selectionEnd, selectionDirection } = field;
  const gap = value === "" || /\s$/.test(value) || /^\s/.test(transcript) ? "" : " ";
  const added = gap + transcript;
  field.setSelectionRange(value.length, value.length);
  if (!typed(field, added)) {
    field.setRangeText(added, value.length, value.length, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true, data: added, inputType: "insertText" }));
  }
  const wasAtEnd = selectionStart === value.length && selectionEnd === value.length;
  if (!wasAtEnd && selectionStart !== null)
    field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? "none");
}

/** Types as a person does. The one way to write into the browser's undo history; it dispatches the input event. */
function typed(field: Input, text: string): boolean {
  if (field.ownerDocument.activeElement !== field) return false;
  const before = field.value;
  return Boolean(field.ownerDocument.execCommand?.("insertText", false, text)) && field.value === before + text;
}
