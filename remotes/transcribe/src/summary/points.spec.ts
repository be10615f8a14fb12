import { readPoints, withMoments, written } from "./points.ts";

test("lines that begin with a time become points, however a model lists them", () => {
  const { points, others } = readPoints(
    "Here is the summary:\n\n- [1:02] Oak fronts\n2. **[0:05]** – Hello\n[1:00:00] Behind the end\n[0:70:00] what",
    600,
  );
  expect(points).toEqual([
    { atMs: 5_000, text: "Hello" },
    { atMs: 62_000, text: "Oak fronts" },
  ]);
  expect(others).toEqual(["Here is the summary:", "[1:00:00] Behind the end", "[0:70:00] what"]);
});

test("what is written and read again keeps its exact moments", () => {
  const points = [{ atMs: 62_345, text: "Oak fronts" }];
  expect(written(points)).toBe("[1:02] Oak fronts");
  expect(withMoments(readPoints("[1:02] Oak", 600).points, points)).toEqual([{ atMs: 62_345, text: "Oak" }]);
});
