import { MAX_CHECKS } from "@tessera/contracts-items/limits.ts";
import { mergedLines } from "@tessera/text-changes/text-difference.ts";
import { placesBefore, type Step } from "./same-steps.ts";

type Steps = readonly Step[];

/** The steps of one side by their place in the base, and all of its steps by names that the sides share. */
function sideOf(base: Steps, steps: Steps, side: string) {
  const places = placesBefore(base, steps);
  const names = places.map((place, at) => (place === null ? `${side} ${at}` : String(place)));
  return { names, byName: new Map(names.map((name, at) => [name, steps[at] as Step])) };
}

const asLines = (names: readonly string[]) => names.map((name) => `${name}\n`).join("");
const isSame = (a: Step, b: Step) => a.text === b.text && a.done === b.done;

/**
 * The changes of both sides to a checklist, step by step: one may tick what the other renames or moves.
 * @returns null where both renamed a step, one removed what the other changed, or both reordered the same place: the
 * person decides then
 */
export function mergedSteps(base: Steps, mine: Steps, theirs: Steps): Step[] | null {
  const [a, b] = [sideOf(base, mine, "mine"), sideOf(base, theirs, "theirs")];
  const before = base.map((_, at) => String(at));
  const lines = mergedLines(asLines(before), asLines(a.names), asLines(b.names));
  if (lines === null) return null;
  // What both moved stands where it came first.
  const order = new Set(lines.split("\n").filter(Boolean));
  for (const [at, step] of base.entries()) {
    const [one, other] = [a.byName.get(String(at)), b.byName.get(String(at))];
    if (one && other ? !order.has(String(at)) : !isSame(one ?? other ?? step, step)) return null;
  }
  const merged: Step[] = [];
  for (const name of order) {
    const [one, other] = [a.byName.get(name), b.byName.get(name)];
    const step = one && other ? stepOf(base[Number(name)] as Step, one, other) : (one ?? other ?? null);
    if (!step) return null;
    merged.push(step);
  }
  return merged.length > MAX_CHECKS ? null : merged;
}

function stepOf(base: Step, mine: Step, theirs: Step): Step | null {
  const text = mine.text === base.text ? theirs.text : mine.text;
  if (text !== theirs.text && theirs.text !== base.text) return null;
  return { text, done: mine.done === base.done ? theirs.done : mine.done };
}
