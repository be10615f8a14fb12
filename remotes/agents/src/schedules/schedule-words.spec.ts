import type { Rhythm } from "@tessera/contracts-agents/schedules.ts";
import { ordinal, whenInWords } from "./schedule-words.ts";

it.each<[Rhythm, string]>([
  [{ every: "day" }, "Every day at 08:00, Europe/Berlin"],
  [{ every: "weekday" }, "Every weekday at 08:00, Europe/Berlin"],
  [{ every: "week", days: [0] }, "Every Sunday at 08:00, Europe/Berlin"],
  [{ every: "week", days: [0, 5, 1] }, "Every Monday, Friday and Sunday at 08:00, Europe/Berlin"],
  [{ every: "month", day: 1 }, "On the 1st of every month at 08:00, Europe/Berlin"],
  [{ every: "month", day: 31 }, "On the 31st of every month, or its last day, at 08:00, Europe/Berlin"],
])("says %j in words", (rhythm, words) => {
  expect(whenInWords({ rhythm, time: "08:00", timeZone: "Europe/Berlin" })).toBe(words);
});

it("formats time zones and ordinals for reading", () => {
  const rhythm = { every: "day" } as const;
  expect(whenInWords({ rhythm, time: "20:15", timeZone: "America/New_York" })).toBe(
    "Every day at 20:15, America/New York",
  );
  expect([2, 3, 11, 12, 13, 22].map(ordinal)).toEqual(["2nd", "3rd", "11th", "12th", "13th", "22nd"]);
});
