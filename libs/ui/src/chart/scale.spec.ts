import { bandsOf, lineThrough, scaleOf } from "./scale.ts";

test("begins and ends at round values, bars at zero", () => {
  expect(scaleOf([4180, 5910]).ticks).toEqual([0, 2000, 4000, 6000]);
  const worth = scaleOf([62_210, 70_640], { fromZero: false });
  expect(worth.ticks).toEqual([62_000, 64_000, 66_000, 68_000, 70_000, 72_000]);
  expect([worth.y(62_000), worth.y(67_000), worth.y(72_000)]).toEqual([100, 50, 0]);
});

test("draws months without money, a line without a change, and what is below zero", () => {
  expect(scaleOf([0, 0]).y(0)).toBe(100);
  expect(scaleOf([500, 500], { fromZero: false }).y(500)).toBe(100);
  const mixed = scaleOf([-300, 900], { fromZero: false });
  expect(mixed.y(-300)).toBeLessThanOrEqual(100);
  expect(mixed.y(0)).toBeLessThan(mixed.y(-300));
});

test("stands at whole units, and writes each once", () => {
  expect(scaleOf([0, 3]).ticks).toEqual([0, 1, 2, 3]);
  const { ticks, y } = scaleOf([0, 90], { unit: 60 });
  expect(ticks).toEqual([0, 60]);
  expect([y(0), y(90)]).toEqual([100, 0]);
});

test("shares the plot among bars, with half a gap on either side", () => {
  const { step, width, x } = bandsOf(4, 0.6);
  expect(step).toBe(25);
  expect(width).toBeCloseTo(15);
  expect([x(0), x(3)].map(Math.round)).toEqual([5, 80]);
});

test("draws a line through its points", () => {
  expect(
    lineThrough([
      [0, 100],
      [50, 20],
      [100, 0],
    ]),
  ).toBe("M0,100L50,20L100,0");
});
