import type { RunStep } from "@tessera/contracts-agents/runs.ts";

/** What a step of one run may have differently from that of another. */
export type StepField = "name" | "state" | "reasoning" | "text" | "arguments" | "output" | "reason";

/** Steps of two runs that stand beside each other; null: the other run has none there. */
export interface StepPair {
  one: RunStep | null;
  other: RunStep | null;
  /** What differs; empty where one is null. */
  differs: readonly StepField[];
}

const FIELDS: readonly StepField[] = ["name", "state", "reasoning", "text", "arguments", "output", "reason"];
/** Steps of each run that are compared with each of the other: the rest stands beside each other by position. */
const MOST = 400;

/** JSON with sorted keys: the same values in another order are the same. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export const differencesOf = (one: RunStep, other: RunStep): StepField[] =>
  FIELDS.filter((field) => sortedJson(one[field]) !== sortedJson(other[field]));

/** How alike two steps are: 0 where they cannot stand beside each other, more the fewer things differ. */
function likeness(one: RunStep, other: RunStep): number {
  if (one.kind !== other.kind) return 0;
  // Models answer in turn, whichever they are; a tool stands beside itself alone.
  if (one.kind === "tool" && one.name !== other.name) return 0;
  return 2 * FIELDS.length - differencesOf(one, other).length;
}

/**
 * Puts the steps of two runs beside each other, in the order of both, so that as much as possible is alike: the longest
 * common subsequence, weighted by how alike its pairs are.
 */
export function alignSteps(ones: readonly RunStep[], others: readonly RunStep[]): StepPair[] {
  const [rows, columns] = [Math.min(ones.length, MOST), Math.min(others.length, MOST)];
  const alike = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => likeness(ones[row]!, others[column]!)),
  );
  // best[row][column]: the most that the steps from there on can be alike.
  const best = Array.from({ length: rows + 1 }, () => new Array<number>(columns + 1).fill(0));
  const paired = (row: number, column: number) => {
    const value = alike[row]![column]!;
    return value && value + best[row + 1]![column + 1]!;
  };
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      best[row]![column] = Math.max(paired(row, column), best[row + 1]![column]!, best[row]![column + 1]!);
  const pairs: StepPair[] = [];
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    const here = best[row]![column]!;
    if (alike[row]![column] && paired(row, column) === here) pairs.push(pairOf(ones[row++]!, others[column++]!));
    else if (best[row + 1]![column] === here) pairs.push(pairOf(ones[row++]!, null));
    else pairs.push(pairOf(null, others[column++]!));
  }
  while (row < ones.length) pairs.push(pairOf(ones[row++]!, null));
  while (column < others.length) pairs.push(pairOf(null, others[column++]!));
  return pairs;
}

const pairOf = (one: RunStep | null, other: RunStep | null): StepPair => ({
  ...{ one, other },
  differs: one && other ? differencesOf(one, other) : [],
});

/** Whether both runs did the same there. */
export const isSamePair = ({ one, other, differs }: StepPair): boolean => Boolean(one && other) && differs.length === 0;
