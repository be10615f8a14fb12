import { type Command, isSingleKey, type KeyChoices, keysOf } from "@tessera/shell-api";
import { type KeybindingPress, matchKeybindingPress, parseKeybinding } from "tinykeys";
import { currentCommands } from "./registry.ts";

/** Milliseconds within which the second key of a chord such as `g i` must follow. */
const CHORD_TIMEOUT = 1000;

interface Options {
  commands(): readonly Command[];
  /** Whether single-key shortcuts are on (WCAG 2.1.4). */
  singleKeys(): boolean;
  /** Keys that the person chose, by line of the key map. */
  chosen(): KeyChoices;
  /** While a dialog or the palette is open, keys belong to it. */
  blocked(): boolean;
  fail(error: unknown): void;
}

interface Binding {
  command: Command;
  keys: string;
  presses: KeybindingPress[];
}

/** Keys that edit text: in a field they are the field's own. */
const isEditingKey = (keys: string) => /^\$mod\+(\[?Shift\]?\+)?[acvxyz]$/i.test(keys);

/**
 * Binds the keys of all registered commands to the window; of several with the same keys the last one runs.
 * A second key that completes no chord does nothing at all. Returns what unbinds them.
 */
export function bindKeys({ commands, singleKeys, chosen, blocked, fail }: Options): () => void {
  let read: { commands?: readonly Command[]; choices?: KeyChoices } = {};
  let bindings: Binding[] = [];
  const bound = () => {
    const now = { commands: commands(), choices: chosen() };
    if (now.commands !== read.commands || now.choices !== read.choices)
      bindings = currentCommands(now.commands).flatMap((command) => bindingsOf(command, now.choices));
    read = now;
    return bindings;
  };
  /** Chords whose first keys were pressed, with the presses that are missing, and until when they may follow. */
  let begun: { chords: Binding[]; until: number } = { chords: [], until: 0 };

  const press = (event: KeyboardEvent, candidates: readonly Binding[]) => {
    const matching = candidates.filter(({ presses: [first] }) => first && matchKeybindingPress(event, first));
    const chords = matching.flatMap(({ presses: [, ...rest], ...binding }) =>
      rest.length > 0 ? [{ ...binding, presses: rest }] : [],
    );
    begun = { chords, until: performance.now() + CHORD_TIMEOUT };
    const binding = matching.at(-1);
    if (!binding || chords.length > 0) return;
    event.preventDefault();
    new Promise((done) => done(binding.command.run())).catch(fail);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isPress(event) || event.defaultPrevented || blocked()) return;
    const typing = isTyping(event);
    const mayRun = ({ command, keys }: Binding) =>
      (isSingleKey(keys) ? singleKeys() && !typing : !(typing && isEditingKey(keys))) && command.when?.() !== false;
    press(event, bound().filter(mayRun));
  };
  // Before anything on the page sees it: a list has keys of its own.
  const onChord = (event: KeyboardEvent) => {
    if (!isPress(event) || begun.chords.length === 0) return;
    const { chords, until } = begun;
    begun = { chords: [], until: 0 };
    const own = event.key === "Tab" || event.ctrlKey || event.metaKey || event.altKey;
    if (own || performance.now() > until || isTyping(event) || blocked()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    press(event, chords);
  };
  window.addEventListener("keydown", onChord, true);
  window.addEventListener("keydown", onKeyDown);
  return () => {
    window.removeEventListener("keydown", onChord, true);
    window.removeEventListener("keydown", onKeyDown);
  };
}

const bindingsOf = (command: Command, choices: KeyChoices): Binding[] =>
  keysOf(command, choices).map((keys) => ({ command, keys, presses: parseKeybinding(keys) }));

/** Not what autofill sends, what composes a letter, or a modifier alone. */
function isPress(event: KeyboardEvent): boolean {
  return (
    Boolean(event.key) && !event.isComposing && !["Shift", "Control", "Alt", "AltGraph", "Meta"].includes(event.key)
  );
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
