import { fold } from "./fold.ts";
import type { Operand, Operator } from "./operators.ts";
import { automatonOf, type Matcher } from "./pattern-automaton.ts";
import { PatternFault, parsePattern } from "./pattern-syntax.ts";

/** Patterns that are kept: each is made once, not for each card. */
const MAX_KEPT = 1000;
const kept = new Map<string, Matcher | PatternFault>();

function made(pattern: string): Matcher | PatternFault {
  const known = kept.get(pattern);
  if (known) return known;
  const matcher = make(pattern);
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
  kept.set(pattern, matcher);
  return matcher;
}

function make(pattern: string): Matcher | PatternFault {
  try {
    return automatonOf(parsePattern(pattern));
  } catch (error) {
    if (error instanceof PatternFault) return error;
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
