/** An input, a text area, or an element that takes dictation as an event: an editor, or what takes spoken commands. */
export type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

type Input = HTMLInputElement | HTMLTextAreaElement;

const isInput = (target: EventTarget | null): target is Input =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && INPUTS.includes(target.type));

/** Kinds of inputs that hold prose; a password or a number is not dictated. */
const INPUTS = ["text", "search"];

/** Whether nothing stands in a field; of an editor nobody knows. */
export const isEmpty = (field: TextField): boolean => isInput(field) && field.value === "";

/** Whether what is said there is a command, such as one to a list, and no text. */
export const takesCommands = (field: TextField): boolean => field.dataset.dictation === "commands";

/** What has a use of its own for keys, within an element that takes commands. */
const CONTROLS =
  'button, input, textarea, select, summary, [contenteditable="true"], [role="button"], [role="checkbox"], [role="menuitem"]';

/** The text field that an event is about; null where nothing is dictated, `data-dictation="off"` among them. */
export function fieldOf(target: EventTarget | null): TextField | null {
  if (!(target instanceof HTMLElement)) return null;
  if (isInput(target))
    return target.readOnly || target.disabled || target.closest('[data-dictation="off"]') ? null : target;
  // An event of something else in the editor, such as a box of a task, has another target.
  if (target.dataset.dictation === "editor") return target;
  return target.closest(CONTROLS) ? null : commandsAround(target);
}

/** The element around this one that takes commands; around nothing, as when the page has the focus, the one in it. */
const commandsAround = (target: HTMLElement) =>
  target.closest<HTMLElement>(COMMANDS) ?? target.querySelector<HTMLElement>(COMMANDS);
const COMMANDS = '[data-dictation="commands"]';

/** What becomes of a field's text: it ends at `from`, and `text` follows. */
export interface Change {
  from: number;
  text: string;
}

/** Tells an element that is no field what was said. */
export interface DictatedEvent extends CustomEvent<string> {
  /** Of what takes commands: which start it was said after. Pieces of one start belong together. */
  start?: number;
  /** Given the editor's text, what becomes of it; without it, `detail` is appended as in a field. */
  change?: (before: string) => Change;
}

/** Whether the field takes no line breaks. */
export const isSingleLine = (field: TextField): boolean => field instanceof HTMLInputElement;

/** Hands a piece of what was said after a start to what takes commands. */
export function command(field: TextField, transcript: string, start: number): void {
  field.dispatchEvent(Object.assign(new CustomEvent("dictated", { detail: transcript }), { start }));
}

/** Appends a transcript to the field's text, with one space between if neither side has one. */
export function append(field: TextField, transcript: string): void {
  if (isInput(field)) write(field, { from: field.value.length, text: gapOf(field.value, transcript) + transcript });
  else field.dispatchEvent(new CustomEvent("dictated", { detail: transcript }));
}

/** Changes the end of the field's text. @param alone what an editor appends that does not ask for the change */
export function changeEnd(field: TextField, change: (before: string) => Change, alone: string): void {
  if (isInput(field)) write(field, change(field.value));
  else field.dispatchEvent(Object.assign(new CustomEvent("dictated", { detail: alone }), { change }));
}

/** Writes something else where a text is in the field the last time, if it still is. */
export function replaceLast(field: TextField, text: string, instead: string): void {
  const change = (before: string): Change => {
    const from = before.lastIndexOf(text);
    return from < 0 ? { from: before.length, text: "" } : { from, text: instead + before.slice(from + text.length) };
  };
  changeEnd(field, change, "");
}

/** The space between what stands in a field and what is appended. */
export const gapOf = (before: string, added: string): string =>
  before === "" || /\s$/.test(before) || /^\s/.test(added) ? "" : " ";

/**
 * Changes the end of a field's text and dispatches an input event. One step for the browser's undo while the field has
 * the focus; a selection elsewhere in the text stays.
 */
function write(field: Input, { from, text }: Change): void {
  const { value, selectionStart, selectionEnd, selectionDirection } = field;
  if (value.slice(from) === text) return;
  field.setSelectionRange(from, value.length);
  if (!typed(field, text)) {
    field.setRangeText(text, from, value.length, "end");
    const inputType = from < value.length ? "insertReplacementText" : "insertText";
    field.dispatchEvent(new InputEvent("input", { bubbles: true, data: text, inputType }));
  }
  const wasAtEnd = selectionStart === value.length && selectionEnd === value.length;
  if (!wasAtEnd && selectionStart !== null)
    field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? "none");
}

/** Types over the selection as a person does: the one way into the browser's undo history, with its input event. */
function typed(field: Input, text: string): boolean {
  const { ownerDocument: page, value, selectionStart } = field;
  if (page.activeElement !== field) return false;
  const done = text ? page.execCommand?.("insertText", false, text) : page.execCommand?.("delete");
  return Boolean(done) && field.value === value.slice(0, selectionStart ?? value.length) + text;
}
