import { type KeyLine, meet } from "./key-map.ts";

/** One press in the form that is compared: a sign that may need Shift is the sign, whatever the keyboard. */
function comparable(press: string): string {
  const parts = press.split(/\+(?=.)/).filter((part) => !part.startsWith("["));
  const key = parts.pop() ?? "";
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  const modifiers = parts.filter((part) => part !== "Shift" || !isSign).sort();
  return [...modifiers, key].join("+").toLowerCase();
}

/** Whether pressing the one is pressing the other, or begins it: `g` would never let `g i` be finished. */
export function clash(a: string, b: string): boolean {
  const [first, second] = [a.split(" ").map(comparable), b.split(" ").map(comparable)];
  const shorter = Math.min(first.length, second.length);
  return first.slice(0, shorter).join(" ") === second.slice(0, shorter).join(" ");
}

/** The lines that have these keys where `line` holds, too. */
export const linesWith = (keys: string, line: KeyLine, map: readonly KeyLine[]): KeyLine[] =>
  map.filter(
    (other) =>
      other.id !== line.id && meet(other.context, line.context) && other.keys.some((taken) => clash(taken, keys)),
  );
