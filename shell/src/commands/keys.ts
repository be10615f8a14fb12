import type { Command } from "@tessera/shell-api";
import { type KeybindingPress, matchKeybindingPress, parseKeybinding } from "tinykeys";
import { currentCommands } from "./registry.ts";

/** Milliseconds within which the second key of a chord such as `g i` must follow. */
const CHORD_TIMEOUT = 1000;

interface Options {
  commands(): readonly Command[];
  /** Whether single-key shortcuts are on (WCAG 2.1.4). */
  singleKeys(): boolean;
  /** While a dialog or the palette is open, keys belong to it. */
  blocked(): boolean;
  fail(error: unknown): void;
}

interface Binding {
  command: Command;
  presses: KeybindingPress[];
}

/** Keys without Ctrl, Alt or Meta: a slip of the finger in a text field would run them. */
export function isSingleKey(keys: string): boolean {
  return !/(^|\s)(\$mod|Control|Meta|Alt)\+/.test(keys);
}

/** Keys that edit text: in a field they are the field's own. */
const isEditingKey = (keys: string) => /^\$mod\+(\[?Shift\]?\+)?[acvxyz]$/i.test(keys);

/**
 * Binds the keys of all registered commands to the window; of several with the same keys the last one runs.
 * A second key that completes no chord does nothing at all. Returns what unbinds them.
 */
export function bindKeys({ commands, singleKeys, blocked, fail }: Options): () => void {
  let read: readonly Command[] | undefined;
  let bindings: Binding[] = [];
  const bound = () => {
    const registered = commands();
    if (registered !== read) bindings = currentCommands(registered).flatMap(bindingOf);
    read = registered;
    return bindings;
  };
  /** Chords whose first keys were pressed, with the presses that are missing, and until when they may follow. */
  let begun: { chords: Binding[]; until: number } = { chords: [], until: 0 };

  const press = (event: KeyboardEvent, candidates: readonly Binding[]) => {
    const matching = candidates.filter(({ presses: [first] }) => first && matchKeybindingPress(event, first));
    const chords = matching.flatMap(({ command, presses: [, ...rest] }) =>
      rest.length > 0 ? [{ command, presses: rest }] : [],
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
    const mayRun = ({ command: { keys = "" } }: Binding) =>
      isSingleKey(keys) ? singleKeys() && !typing : !(typing && isEditingKey(keys));
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

const bindingOf = (command: Command): Binding[] =>
  command.keys ? [{ command, presses: parseKeybinding(command.keys) }] : [];

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

const mac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
const names: Record<string, string> = {
  $mod: mac ? "⌘" : "Ctrl",
  Control: "Ctrl",
  Meta: "⌘",
  Alt: mac ? "⌥" : "Alt",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  Space: "Space",
};

/** `$mod+k` as it is printed on keys: ["Ctrl", "K"]; presses one after the other follow each other. */
export function keyLabels(keys: string): string[] {
  return keys
    .split(" ")
    .flatMap((press) => press.split(/\+(?=.)/))
    .filter((part) => !part.startsWith("["))
    .filter((part) => part !== "Shift" || !/\?$/.test(keys))
    .map(
      (part) =>
        names[part] ?? (part.length === 1 && keys.includes("+") ? part.toUpperCase() : part.replace(/^Key/, "")),
    );
}
