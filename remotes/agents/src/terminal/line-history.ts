import { shell } from "@tessera/shell-api";

/** Lines that are kept, and characters of one of them. */
const MAX_LINES = 200;
const MAX_LENGTH = 1_000;

/** Among what the shell stores for a person (`tessera.of.`): it is forgotten when they sign out. */
const key = () => `tessera.of.${shell().auth.getSession().user?.id ?? ""}.agents.terminal`;

/** The lines of before, the oldest first. */
export function linesOfBefore(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key()) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string").slice(-MAX_LINES) : [];
  } catch {
    return [];
  }
}

/** @returns the lines with this one last; what begins with a blank, and the same again, is not kept */
export function withLine(lines: readonly string[], line: string): string[] {
  const isKept = line.trim() && !line.startsWith(" ") && line.length <= MAX_LENGTH && lines.at(-1) !== line;
  return isKept ? [...lines, line].slice(-MAX_LINES) : [...lines];
}

export function keepLines(lines: readonly string[]): void {
  try {
    localStorage.setItem(key(), JSON.stringify(lines));
  } catch {
    // Without storage the history is this page's alone.
  }
}

/** Where somebody is who walks through the lines; `at` behind the last one is what they type. */
export interface Walk {
  at: number;
  typed: string;
}

/** @returns the line to show, and where it is; null where there is no other */
export function walked(lines: readonly string[], walk: Walk, by: -1 | 1): { walk: Walk; line: string } | null {
  const at = walk.at + by;
  if (at < 0 || at > lines.length) return null;
  return { walk: { ...walk, at }, line: lines[at] ?? walk.typed };
}

/** The newest line before `at` that has a text in it; -1: none. */
export const foundBefore = (lines: readonly string[], text: string, at: number): number => {
  const wanted = text.toLowerCase();
  return lines.findLastIndex((line, index) => index < at && line.toLowerCase().includes(wanted));
};
