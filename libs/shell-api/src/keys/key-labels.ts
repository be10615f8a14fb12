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
  Delete: "Del",
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

/** The same as one text: "Ctrl K". */
export const keyLabel = (keys: string): string => keyLabels(keys).join(" ");

/**
 * Keys without Ctrl, Alt or Meta, of what is typed: a slip of the finger would run them (WCAG 2.1.4). F1 to F12 type
 * nothing, so they work in text fields, too.
 */
export function isSingleKey(keys: string): boolean {
  return !/(^|\s)((\$mod|Control|Meta|Alt)\+|(Shift\+)?F\d\d?(\s|$))/.test(keys);
}
