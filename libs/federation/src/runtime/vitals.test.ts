import { expect, it, jest } from "@jest/globals";
import { areWarm } from "./vitals.ts";

const [own, other] = ["http://localhost/assets/items/2/", "http://localhost/assets/queue/1/"];
const script = (name: string, transferSize: number, startTime = 10, workerStart = 0) => ({
  name,
  transferSize,
  startTime,
  workerStart,
});

it.each([
  ["are warm from the cache", [script(`${own}a.js`, 0), script(`${own}b.js`, 0)], true],
  ["are warm from a service worker", [script(`${own}a.js`, 900, 10, 5)], true],
  ["are cold when one came over the network", [script(`${own}a.js`, 0), script(`${own}b.js`, 900)], false],
  ["are as they were when the page was painted", [script(`${own}a.js`, 0), script(`${own}later.js`, 900, 5_000)], true],
  [
    "are those of the app alone",
    [script(`${own}a.js`, 0), script(`${other}a.js`, 900), script(`${own}picture.png`, 900)],
    true,
  ],
])("scripts %s", (_title, entries, expected) => {
  performance.getEntriesByType = jest.fn(() => entries as unknown as PerformanceEntryList);
  expect(areWarm([own], 1_000)).toBe(expected);
});
