import { withoutCode } from "@tessera/contracts-items/references.ts";

const BOX = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])(?=\][ \t])/gm;

/**
 * Ticks or unticks a task of a text in Markdown.
 * @param task its number, of `tasks` that a reader sees
 * @returns null where the text has another number of them: one of its boxes is then not what it looks like
 */
export function tickTask(text: string, task: number, tasks: number): string | null {
  const found = [...withoutCode(text).matchAll(BOX)];
  const box = found[task];
  if (!box || found.length !== tasks) return null;
  const at = box.index + box[0].length - 1;
  return text.slice(0, at) + (box[1] === " " ? "x" : " ") + text.slice(at + 1);
}
