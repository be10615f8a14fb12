import { scaleOf } from "./scale.ts";

test("begins and ends at round values, bars at zero", () => {
  expect(scaleOf([4180, 5910]).ticks).toEqual([0, 2000, 4000, 6000]);
  const worth = scaleOf([62_210, 70_640], { fromZero: false });
  expect(worth.ticks).toEqual([62_000, 64_000, 66_000, 68_000, 70_000, 72_000]);
  expect([worth.at(62_000), worth.at(67_000), worth.at(72_000)]).toEqual([0, 0.5, 1]);
});

test("draws months without money, a line without a change, and what is below zero", () => {
  expect(scaleOf([0, 0]).at(0)).toBe(0);
  expect(scaleOf([500, 500], { fromZero: false }).at(500)).toBe(0);
  const mixed = scaleOf([-300, 900], { fromZero: false });
  expect(mixed.at(-300)).toBeGreaterThanOrEqual(0);
  expect(mixed.at(0)).toBeGreaterThan(0);
});

test("stands at whole units, and writes each once", () => {
  expect(scaleOf([0, 3]).ticks).toEqual([0, 1, 2, 3]);
  const { ticks, at } = scaleOf([0, 90], { unit: 60 });
  expect(ticks).toEqual([0, 60]);
  expect([at(0), at(90)]).toEqual([0, 1]);
});
