import { LINK_SCORE } from "@tessera/contracts-finance/limits.ts";
import { bestPairs, type Edge } from "./best-pairs.ts";

/** What speaks for a pair: points of the most it could have, and why, in words. */
export interface Reason<Name extends string> {
  name: Name;
  points: number;
  of: number;
  words: string;
}

/** Points from which a pair is offered. */
export const MIN_SCORE = 45;
/** Points by which a clear pair is ahead of all others that have one of its sides. */
const AHEAD = 20;
const DAY_MS = 86_400_000;

export type Candidate<P extends Edge> = P & {
  /** Nothing else comes near, and it is high. */
  isClear: boolean;
  /** Other pairs that have one of its sides, the best ones first. */
  others: P[];
};

export const scoreOf = (reasons: readonly Reason<string>[]): number =>
  reasons.reduce((sum, { points }) => sum + points, 0);

export const daysApart = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS;

/** It is high, and no other way comes near. @param next points of the best other way, if there is one */
export const isFarAhead = (points: number, next = 0): boolean => points >= LINK_SCORE && next <= points - AHEAD;

/** The best way to pair all of them, with what else each could be paired with; pairs below MIN_SCORE are left out. */
export function clearest<P extends Edge>(all: readonly P[]): Candidate<P>[] {
  const pairs = all.filter(({ weight }) => weight >= MIN_SCORE);
  const bySide = (side: "from" | "to") => Map.groupBy(pairs, (pair) => pair[side]);
  const [byFrom, byTo] = [bySide("from"), bySide("to")];
  return bestPairs(pairs).map((pair) => {
    const others = [...byFrom.get(pair.from)!, ...byTo.get(pair.to)!]
      .filter((other) => other !== pair)
      .sort((a, b) => b.weight - a.weight);
    return { ...pair, isClear: isFarAhead(pair.weight, others[0]?.weight), others };
  });
}
