import { FairQueue } from "./fair-queue.ts";

it("lets people take turns, whatever one of them has waiting, each in their own order", () => {
  const queue = new FairQueue<string>();
  for (const entry of ["ann 1", "ann 2", "ann 3"]) queue.add("ann", entry);
  queue.add("ben", "ben 1");
  queue.add("cem", "cem 1");
  queue.remove("cem", "cem 1");
  expect(queue.size).toBe(4);
  expect([queue.take(), queue.take()]).toEqual(["ann 1", "ben 1"]);
  queue.add("ben", "ben 2");
  expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual(["ann 2", "ben 2", "ann 3", undefined]);
});
