import { placeWords } from "./place-words.ts";

test("words share what is speech by their letters, and pauses are nobody's", () => {
  const silence = (count: number) => Array<number>(count).fill(0);
  const speech = (count: number) => Array<number>(count).fill(1);
  const places = placeWords(["one", "two", "seventeen"], [...silence(5), ...speech(18), ...silence(4)]);
  expect(places.map(({ start, end }) => [Math.round(start), Math.round(end)])).toEqual([
    [5, 9],
    [9, 13],
    [13, 23],
  ]);
  const [before, after] = placeWords(["one", "two"], [...speech(4), ...silence(10), ...speech(4)]);
  expect(before).toEqual({ start: expect.closeTo(0), end: expect.closeTo(4) });
  expect(after!.end).toBeCloseTo(18);
  expect(placeWords([], [1])).toEqual([]);
  // Without any speech everything is at the beginning of the piece, and still inside it.
  for (const { start, end } of placeWords(["a", "b"], [0, 0])) {
    expect(start).toBeLessThanOrEqual(end);
    expect(end).toBeLessThanOrEqual(2);
  }
});
