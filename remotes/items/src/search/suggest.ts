import {
  QUALIFIER_NAMES,
  QUALIFIERS,
  type QualifierName,
  qualifier,
  STATES,
  wordAt,
} from "@tessera/contracts-items/search/language.ts";

export interface Suggestion {
  /** What is written in place of the word at the caret. */
  text: string;
  about: string;
}
export interface Suggestions {
  start: number;
  end: number;
  lines: Suggestion[];
  /** Letters of a tag that is being written; tags are asked of the service. */
  tag?: string;
}

const VALUES: Partial<Record<QualifierName, readonly [value: string, about: string][]>> = {
  is: STATES.map((state) => [state, ""]),
  assignee: [
    ["me", "what I do"],
    ["none", "tasks that nobody has"],
    ["agent", "given to an agent"],
    ["person", "given to somebody"],
  ],
  source: [
    ["capture", "captured by hand"],
    ["import", "imported from a file"],
  ],
  before: [
    ["today", "until yesterday"],
    ["yesterday", ""],
  ],
  after: [
    ["today", ""],
    ["yesterday", "today included"],
  ],
  age: [
    ["<1d", "a day at most"],
    ["<7d", "a week at most"],
    ["<1m", "a month at most"],
    [">1y", "more than a year"],
  ],
};

/** What may be meant by the word at the caret. */
export function suggestionsAt(
  query: string,
  caret: number,
  types: readonly { type: string; plural: string }[],
): Suggestions | null {
  const { start, end, text } = wordAt(query, caret);
  const colon = text.indexOf(":");
  if (colon < 0) {
    const typed = text.toLowerCase();
    if (typed.length < 2) return null;
    const names = QUALIFIER_NAMES.filter((name) => name.startsWith(typed));
    return lines(
      start,
      end,
      names.map((name) => ({ text: `${name}:`, about: QUALIFIERS[name].about })),
    );
  }
  const name = QUALIFIER_NAMES.find((one) => one === text.slice(0, colon).toLowerCase());
  if (!name) return null;
  const typed = text
    .slice(colon + 1)
    .replaceAll('"', "")
    .toLowerCase();
  if (name === "tag") return { start, end, lines: [], tag: typed };
  const values = name === "type" ? types.map(({ type, plural }) => [type, plural] as const) : (VALUES[name] ?? []);
  const fitting = values.filter(([value]) => value.startsWith(typed) && value !== typed);
  return lines(
    start,
    end,
    fitting.map(([value, about]) => ({ text: qualifier(name, value), about })),
  );
}

const lines = (start: number, end: number, all: Suggestion[]): Suggestions | null =>
  all.length > 0 ? { start, end, lines: all } : null;
