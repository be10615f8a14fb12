import { numbersFrom } from "../testing/random-books.ts";
import type { Pair } from "./find-candidates.ts";
import { addingUp, withSets } from "./several.ts";

test("all ways in which two to five parts add up to a sum are found, and no other", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const below = numbersFrom(seed);
    const parts = Array.from({ length: 1 + below(9) }, (_, id) => ({ id, amount: 1 + below(12) }));
    const sum = 2 + below(40);
    const found = addingUp(parts, sum, 1000).map((set) =>
      set
        .map(({ id }) => id)
        .sort((a, b) => a - b)
        .join(" "),
    );
    const expected = Array.from({ length: 2 ** parts.length }, (_, mask) => parts.filter(({ id }) => mask & (2 ** id)))
      .filter(({ length }) => length >= 2 && length <= 5)
      .filter((set) => set.reduce((total, { amount }) => total + amount, 0) === sum)
      .map((set) => set.map(({ id }) => id).join(" "));
    expect(found.sort()).toEqual(expected.sort());
  }
});

test("sixteen equal parts are tried within a bound", () => {
  const parts = Array.from({ length: 16 }, () => ({ amount: 100 }));
  expect(addingUp(parts, 250, 4)).toEqual([]);
  expect(addingUp(parts, 300, 4)).toHaveLength(4);
});

const pair = (ids: string, weight: number, isCrowded = false): Pair => {
  const [from, to, ...also] = ids.split(" ");
  return {
    ...{ from: from!, to: to!, also, whole: also.length ? from! : null, fee: 0, day: "2026-11-12" },
    ...{ isCrowded, weight, reasons: [] },
  };
};
const alone = (one: Pair) => ({ ...one, isClear: true, others: [] });
const offered = (pairs: Pair[], best: Pair[], sets: Pair[]) =>
  withSets(pairs, best.map(alone), sets).map(({ from, to, also, isClear }) => [[from, to, ...also].join(" "), isClear]);

test("a set that nothing comes near is clear; beside another one, or among too many, it is not", () => {
  expect(offered([], [], [pair("a b c", 80)])).toEqual([["a b c", true]]);
  expect(offered([], [], [pair("a b c", 74)])).toEqual([["a b c", false]]);
  expect(offered([], [], [pair("a b c", 80, true)])).toEqual([["a b c", false]]);
  expect(offered([], [], [pair("a b c", 80), pair("a b d", 61)])).toEqual([["a b c", false]]);
  expect(offered([], [], [pair("a b c", 80), pair("x b d", 60)])).toEqual([["a b c", true]]);
});

test("a set outdoes weaker pairs of its transactions, and a pair as strong keeps it away", () => {
  const weak = pair("a b", 50);
  expect(offered([weak], [weak], [pair("a b c", 80)])).toEqual([["a b c", true]]);
  const strong = pair("a b", 80);
  expect(offered([strong], [strong], [pair("a b c", 80)])).toEqual([["a b", false]]);
  expect(offered([strong], [strong], [pair("a b c", 60)])).toEqual([["a b", true]]);
});
