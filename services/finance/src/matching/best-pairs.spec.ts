import { randomOf } from "../bank-files/testing/random.ts";
import { bestPairs, type Edge } from "./best-pairs.ts";

const sum = (edges: readonly Edge[]) => edges.reduce((total, { weight }) => total + weight, 0);

/** The greatest sum, by trying every way. */
function best(edges: readonly Edge[], taken = new Set<string>()): number {
  const [first, ...rest] = edges;
  if (!first) return 0;
  const sides = [`f${first.from}`, `t${first.to}`];
  const without = best(rest, taken);
  if (sides.some((side) => taken.has(side))) return without;
  return Math.max(without, first.weight + best(rest, new Set([...taken, ...sides])));
}

test("two pairs that are good together are taken before the one that is best alone", () => {
  const edges = [
    { from: "a", to: "x", weight: 60 },
    { from: "a", to: "y", weight: 55 },
    { from: "b", to: "x", weight: 50 },
  ];
  expect(bestPairs(edges)).toEqual([edges[2], edges[1]]);
});

test("nothing is in two pairs, and no other way has a greater sum", () => {
  const random = randomOf(7);
  for (let round = 0; round < 200; round++) {
    const edges = Array.from({ length: 4 }, (_, from) => Array.from({ length: 3 }, (_, to) => [from, to] as const))
      .flat()
      .filter(() => random(10) < 6)
      .map(([from, to]) => ({ from: `${from}`, to: `${to}`, weight: 1 + random(100) }));
    const pairs = bestPairs(edges);
    expect(new Set(pairs.map(({ from }) => from)).size).toBe(pairs.length);
    expect(new Set(pairs.map(({ to }) => to)).size).toBe(pairs.length);
    expect(sum(pairs)).toBe(best(edges));
  }
});

test("a crowd too large for the best way takes its best pairs first", () => {
  const sides = Array.from({ length: 250 }, (_, index) => String(index));
  const edges = sides.flatMap((from) => sides.map((to) => ({ from, to, weight: from === to ? 90 : 50 })));
  expect(sum(bestPairs(edges))).toBe(250 * 90);
});
