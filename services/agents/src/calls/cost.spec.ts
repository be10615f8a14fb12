import { costOf } from "./cost.ts";

const prices = { input: 3_000_000, cached: 300_000, output: 15_000_000 };

test("a call costs what its tokens cost, rounded half up, without floating point", () => {
  expect(costOf({ input: 1_000_000, cached: null, output: 0 }, prices)).toBe(3_000_000);
  expect(costOf({ input: 1000, cached: 800, output: 10 }, prices)).toBe(600 + 240 + 150);
  // 0.1 + 0.2 of a micro-dollar, and halves.
  expect(costOf({ input: 1, cached: 0, output: 1 }, { input: 100_000, cached: null, output: 200_000 })).toBe(0);
  expect(costOf({ input: 5, cached: 0, output: 0 }, { input: 100_000, cached: null, output: 0 })).toBe(1);
  // Beyond what a double holds exactly on the way.
  expect(costOf({ input: 99_999_999, cached: 0, output: 1 }, { input: 999_999_999, cached: null, output: 1 })).toBe(
    99_999_998_900,
  );
});

test("cached tokens without a price cost as others do, and are never more than the input", () => {
  expect(costOf({ input: 10, cached: 50, output: 0 }, { ...prices, cached: null })).toBe(30);
  expect(costOf({ input: 10, cached: 50, output: 0 }, prices)).toBe(3);
});

test("what is unknown is not free", () => {
  expect(costOf({ input: 10, cached: null, output: null }, prices)).toBeNull();
  expect(costOf({ input: 10, cached: null, output: 1 }, { ...prices, output: null })).toBeNull();
});
