import { MAX_TRANSFER_PARTS } from "@tessera/contracts-finance/limits.ts";
import { type Candidate, isFarAhead, MIN_SCORE } from "../matching/clearest.ts";
import type { Pair } from "./find-candidates.ts";

/** Ids of all that a pair links: one on each side, and what else is on the side that is several. */
export const membersOf = ({ from, to, also }: Pair): string[] => [from, to, ...also];

/** The same for the same transactions, in whichever order they were found. */
export const keyOf = (pair: Pair): string => membersOf(pair).toSorted().join(" ");

/**
 * Two or more parts that add up to a sum exactly, up to MAX_TRANSFER_PARTS of them; fewer parts come first.
 * @param parts with amounts above zero; with 16 of them some 7,000 sums are tried at most
 * @param most ways that are answered
 */
export function addingUp<P extends { amount: number }>(parts: readonly P[], sum: number, most: number): P[][] {
  const sorted = parts.filter(({ amount }) => amount < sum).toSorted((a, b) => b.amount - a.amount);
  const found: P[][] = [];
  const seek = (start: number, rest: number, left: number, taken: readonly P[]): void => {
    for (let at = start; at < sorted.length && found.length < most; at++) {
      const part = sorted[at]!;
      if (part.amount > rest) continue;
      // Those that follow are smaller still.
      if (part.amount * left < rest) return;
      if (part.amount === rest && left === 1) found.push([...taken, part]);
      else if (part.amount < rest && left > 1) seek(at + 1, rest - part.amount, left - 1, [...taken, part]);
    }
  };
  for (let count = 2; count <= MAX_TRANSFER_PARTS && found.length < most; count++) seek(0, sum, count, []);
  return found;
}

/**
 * What is offered of pairs and of sets of several. A set is offered where it outdoes each pair that has one of its
 * transactions; such pairs are named beside it then. What is near keeps either from being clear.
 * @param pairs all that may be one, and `best` the best way to pair them
 */
export function withSets(
  pairs: readonly Pair[],
  best: readonly Candidate<Pair>[],
  sets: readonly Pair[],
): Candidate<Pair>[] {
  const offered = sets.filter(({ weight }) => weight >= MIN_SCORE);
  if (!offered.length) return [...best];
  const byMember = new Map<string, Pair[]>();
  for (const pair of [...pairs.filter(({ weight }) => weight >= MIN_SCORE), ...offered])
    for (const id of membersOf(pair)) byMember.set(id, [...(byMember.get(id) ?? []), pair]);
  const rivalsOf = (pair: Pair) => {
    const near = new Set(membersOf(pair).flatMap((id) => byMember.get(id) ?? []));
    near.delete(pair);
    return [...near].sort((a, b) => b.weight - a.weight);
  };
  const taken = new Set<string>();
  const chosen = offered
    .toSorted((a, b) => b.weight - a.weight || a.also.length - b.also.length)
    .flatMap((set): Candidate<Pair>[] => {
      const ids = membersOf(set);
      const others = rivalsOf(set);
      const isOutdone = others.some(({ also, weight }) => !also.length && weight >= set.weight);
      if (isOutdone || ids.some((id) => taken.has(id))) return [];
      for (const id of ids) taken.add(id);
      return [{ ...set, others, isClear: !set.isCrowded && isFarAhead(set.weight, others[0]?.weight) }];
    });
  const left = best
    .filter((pair) => !membersOf(pair).some((id) => taken.has(id)))
    .map((pair) => ({ ...pair, isClear: pair.isClear && isFarAhead(pair.weight, rivalOfSets(pair)) }));
  return [...chosen, ...left];

  function rivalOfSets({ from, to }: Pair): number | undefined {
    const near = [...(byMember.get(from) ?? []), ...(byMember.get(to) ?? [])].filter(({ also }) => also.length);
    return near.length ? Math.max(...near.map(({ weight }) => weight)) : undefined;
  }
}
