import { fold } from "./fold.ts";
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
