import { Pace } from "./pace.ts";

it("begins at even intervals, also for those that ask at once, and at once after a pause", async () => {
  let now = 1_000;
  const waits: number[] = [];
  const pace = new Pace(
    200,
    () => now,
    async (ms) => waits.push(ms),
  );
  await pace.turn();
  await Promise.all([pace.turn(), pace.turn()]);
  now = 5_000;
  await pace.turn();
  expect(waits).toEqual([200, 400]);
});
