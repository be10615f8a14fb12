import type { Due, DueWords } from "@tessera/contracts-core/day-words.ts";
import { readDue } from "@tessera/contracts-core/day-words.ts";
import { readReminder, reminderWords } from "./reminder.ts";
import { type Repeat, readRepeat, repeatWords } from "./repeat.ts";

/** What a piece of a text means: written where it is used, stored as a field. */
export type Word = { from: number; to: number; label: string } & (
  | { kind: "due"; due: Due }
  | { kind: "repeat"; repeat: Repeat }
  | { kind: "reminder"; reminder: number }
  | { kind: "priority"; priority: "high" | "medium" | "low" | "none" }
  | { kind: "tag"; tag: string }
);

/** The texts of words that the person refused: they stay text. */
export type Refused = readonly string[];

const PRIORITIES = { "1": "high", "2": "medium", "3": "low", "4": "none" } as const;
const PRIORITY_LABEL = { high: "High priority", medium: "Medium priority", low: "Low priority", none: "No priority" };

/** Where a word may begin and end: never within another, an address, or a quoted text. */
const BEFORE = String.raw`(?<=^|[\s(])`;
const AFTER = String.raw`(?=$|[\s),.;:!?])`;

/**
 * Finds the fields in one line of text: "#tag" and "@person" (a tag with its sign), "p1" to "p4", a due day with or
 * without a time, how often it repeats, and when a mail reminds of it. The first of a kind counts, but every tag.
 * @param region the clock and language that days are named by
 */
export function readWords(line: string, region: DueWords, refused: Refused = []): Word[] {
  const found: Word[] = [];
  const free = (from: number, to: number) =>
    !refused.includes(line.slice(from, to)) && found.every((word) => to <= word.from || from >= word.to);
  for (const match of line.matchAll(new RegExp(`${BEFORE}(#|@)([\\p{L}\\p{N}][\\p{L}\\p{N}_-]{0,58})${AFTER}`, "gu"))) {
    const [text, sign, name] = match as unknown as [string, string, string];
    // "#3" is a number of something, no tag.
    if (/^\d+$/.test(name)) continue;
    const tag = sign === "@" ? text : name;
    const [from, to] = [match.index, match.index + text.length];
    if (free(from, to)) found.push({ kind: "tag", from, to, label: text, tag });
  }
  for (const match of line.matchAll(new RegExp(`${BEFORE}p([1-4])${AFTER}`, "gi"))) {
    const [from, to] = [match.index, match.index + match[0].length];
    const priority = PRIORITIES[match[1] as keyof typeof PRIORITIES];
    if (!free(from, to)) continue;
    found.push({ kind: "priority", from, to, label: PRIORITY_LABEL[priority], priority });
    break;
  }
  for (const { from, to, repeat } of readRepeat(line)) {
    if (!free(from, to)) continue;
    found.push({ kind: "repeat", from, to, label: repeatWords(repeat), repeat });
    break;
  }
  let rest = line;
  for (const { from, to, reminder } of readReminder(line)) {
    if (!free(from, to)) continue;
    found.push({ kind: "reminder", from, to, label: reminderWords(reminder), reminder });
    // In "remind me 1 day before 4 December" the day begins after "before".
    rest = `${line.slice(0, from)}${" ".repeat(to - from)}${line.slice(to)}`;
    break;
  }
  for (const { from, to, due, label } of readDue(rest, region)) {
    if (!free(from, to)) continue;
    found.push({ kind: "due", from, to, label, due });
    break;
  }
  return found.sort((a, b) => a.from - b.from);
}

/** The line without what its words say; the line itself where nothing else would be left. */
export function withoutWords(line: string, words: readonly Word[]): string {
  let rest = "";
  let at = 0;
  for (const { from, to } of words) {
    rest += line.slice(at, from);
    at = to;
  }
  rest = `${rest}${line.slice(at)}`
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\s+([,.;:!?])/g, "$1")
    .trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest.replace(/[,;:]+$/, "") : line.trim();
}
