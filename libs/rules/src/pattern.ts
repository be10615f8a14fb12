import { fold } from "./fold.ts";
import type { Operand, Operator } from "./operators.ts";
import { automatonOf, type Matcher } from "./pattern-automaton.ts";
import { PatternFault, parsePattern } from "./pattern-syntax.ts";

/** Cells of all tables that are kept, of two bytes each: a pattern is made once, not for each card. */
const MAX_KEPT_CELLS = 10_000_000;
/** What a pattern takes besides its table, in cells. */
const MORE_CELLS = 500;

interface Made {
  matcher: Matcher | PatternFault;
  cells: number;
}
/** The one that was asked for last stands last. */
const kept = new Map<string, Made>();
let keptCells = 0;

function made(pattern: string): Matcher | PatternFault {
  const known = kept.get(pattern);
  const { matcher, cells } = known ?? make(pattern);
  kept.delete(pattern);
  kept.set(pattern, { matcher, cells });
  if (known) return matcher;
  keptCells += cells;
  for (const [oldest, other] of kept) {
    if (keptCells <= MAX_KEPT_CELLS) break;
    kept.delete(oldest);
    keptCells -= other.cells;
  }
  return matcher;
}

function make(pattern: string): Made {
  try {
    const { matches, cells } = automatonOf(parsePattern(pattern));
    return { matcher: matches, cells: cells + MORE_CELLS };
  } catch (error) {
    if (error instanceof PatternFault) return { matcher: error, cells: MORE_CELLS };
    throw error;
  }
}

/** A pattern as the operand of `contains` and `doesNotContain`: what pages of before show and keep as a text. */
export const writtenPattern = (pattern: string): string => `~/${pattern}/`;

/** The pattern that an operand is; null when it is another one. */
export function patternIn(operator: Operator, operand: Operand): string | null {
  if (operator !== "contains" && operator !== "doesNotContain") return null;
  return typeof operand === "string" ? (/^\s*~\/(.+)\/\s*$/s.exec(operand)?.[1] ?? null) : null;
}

/** Whether a text has what a pattern stands for, without case and accents; null for a pattern with a fault. */
export function patternTest(pattern: string): ((text: string) => boolean) | null {
  const matcher = made(pattern);
  return matcher instanceof PatternFault ? null : (text) => matcher(fold(text));
}

/** Why a pattern cannot be used, in a sentence; null when it can. */
export function patternFault(pattern: string): string | null {
  const matcher = made(pattern);
  return matcher instanceof PatternFault ? matcher.message : null;
}
