import { pollDelay } from "../polling.ts";
import { durationWords, progressWords } from "./job-words.tsx";

test("progress is shown with its unit", () => {
  expect(progressWords({ done: 1200, total: 4000, unit: "bookmarks", state: "running" })).toBe(
    "1,200 of 4,000 bookmarks",
  );
  expect(progressWords({ done: 12, total: null, unit: "mails", state: "running" })).toBe("12 mails so far");
  expect(progressWords({ done: 1, total: null, unit: "steps", state: "done" })).toBe("1 step");
  expect(progressWords({ done: 1, total: null, unit: "entries", state: "done" })).toBe("1 entry");
  expect(progressWords({ done: 1, total: 1, unit: "mails", state: "done" })).toBe("1 of 1 mail");
  expect(progressWords({ done: 1, total: 2, unit: "entries", state: "running" })).toBe("1 of 2 entries");
  expect(progressWords({ done: 0, total: null, unit: "mails", state: "waiting" })).toBe("");
});

test("durations are short to read", () => {
  expect([400, 38_000, 125_000, 4_320_000].map(durationWords)).toEqual(["0.4 s", "38 s", "2 min 5 s", "1 h 12 min"]);
});

test("polling slows down while nothing changes", () => {
  expect([0, 8_000, 40_000, 600_000].map(pollDelay)).toEqual([2_000, 2_000, 10_000, 15_000]);
});
