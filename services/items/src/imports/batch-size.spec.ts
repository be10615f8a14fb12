import { BatchSize, MAX_ENTRIES, MIN_ENTRIES } from "./batch-size.ts";

const after = (msPerEntry: number) => {
  const size = new BatchSize();
  for (let batch = 0; batch < 10; batch += 1) size.took(size.entries, size.entries * msPerEntry);
  return size.entries;
};

it("finds the number of entries that others wait 20 ms for, within bounds", () => {
  expect([after(0.5), after(0.2), after(0.01), after(20)]).toEqual([40, 100, MAX_ENTRIES, MIN_ENTRIES]);
});
