import { AtOnce } from "./at-once.ts";

/** Pieces of work that end when the test says so; `begun` lists those that run or ran. */
function pieces(turns: AtOnce) {
  const begun: number[] = [];
  const ends: Record<number, PromiseWithResolvers<void>> = {};
  const start = (piece: number) => {
    const end = Promise.withResolvers<void>();
    ends[piece] = end;
    return turns.run(async () => {
      begun.push(piece);
      await end.promise;
      return piece;
    });
  };
  return { begun, ends, start };
}

it("runs as many at once as it may, the others in their order", async () => {
  const { begun, ends, start } = pieces(new AtOnce(2));
  const all = [1, 2, 3, 4].map(start);
  expect(begun).toEqual([1, 2]);
  ends[2]!.resolve();
  await all[1];
  expect(begun).toEqual([1, 2, 3]);
  ends[3]!.resolve();
  ends[1]!.resolve();
  await all[2];
  ends[4]!.resolve();
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  expect(begun).toEqual([1, 2, 3, 4]);
});

it("continues after one that failed, and has all its places again", async () => {
  const { begun, ends, start } = pieces(new AtOnce(1));
  const [first, second] = [start(1), start(2)];
  ends[1]!.reject(new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  ends[2]!.resolve();
  expect(await second).toBe(2);
  void start(3);
  expect(begun).toEqual([1, 2, 3]);
});
