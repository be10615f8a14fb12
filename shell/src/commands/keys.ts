import type { Command } from "@tessera/shell-api";
import { tinykeys } from "tinykeys";
import { currentCommands } from "./registry.ts";

interface Options {
  commands(): readonly Command[];
  subscribe(listener: () => void): () => void;
  /** Whether single-key shortcuts are on (WCAG 2.1.4). */
  singleKeys(): boolean;
  /** While a dialog or the palette is open, keys belong to it. */
  blocked(): boolean;
  fail(error: unknown): void;
}

/** Keys without Ctrl, Alt or Meta: a slip of the finger in a text field would run them. */
export function isSingleKey(keys: string): boolean {
  return !/(^|\s)(\$mod|Control|Meta|Alt)\+/.test(keys);
}

/** Binds every registered command's keys to the window, for as long as it is registered. Returns what unbinds them. */
export function bindKeys({ commands, subscribe, singleKeys, blocked, fail }: Options): () => void {
  let unbind = () => {};
  const bind = () => {
    unbind();
    const map: Record<string, (event: KeyboardEvent) => void> = {};
    for (const command of currentCommands(commands())) {
      const { keys } = command;
      if (!keys) continue;
      map[keys] = (event) => {
        if (event.defaultPrevented || event.isComposing || blocked()) return;
        if (isSingleKey(keys) && (!singleKeys() || isTyping(event))) return;
        event.preventDefault();
        Promise.resolve(command.run()).catch(fail);
      };
    }
    unbind = tinykeys(window, map, { ignore: () => false });
  };
  bind();
  const stop = subscribe(bind);
  return () => {
    stop();
    unbind();
  };
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
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
    .map((part) => names[part] ?? (part.length === 1 && keys.includes("+") ? part.toUpperCase() : part.replace(/^Key/, "")));
}
