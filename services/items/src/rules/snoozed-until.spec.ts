import { snoozedUntil } from "./snoozed-until.ts";

// A Friday in Tokyo, and Thursday still in New York.
const now = new Date("2026-11-26T23:30:00Z");

test.each([
  [{ hours: 3 }, "Asia/Tokyo", "2026-11-27T02:30:00.000Z"],
  [{ days: 1, at: "09:00" }, "Asia/Tokyo", "2026-11-28T00:00:00.000Z"],
  [{ days: 1, at: "09:00" }, "America/New_York", "2026-11-27T14:00:00.000Z"],
  [{ weekday: "monday", at: "09:00" }, "Asia/Tokyo", "2026-11-30T00:00:00.000Z"],
  [{ weekday: "friday", at: "00:00" }, "Asia/Tokyo", "2026-12-03T15:00:00.000Z"],
  [{ weekday: "friday", at: "18:30" }, "America/New_York", "2026-11-27T23:30:00.000Z"],
  [{ weekday: "sunday", at: "07:15" }, "UTC", "2026-11-29T07:15:00.000Z"],
  // The clock was put back in between.
  [{ days: 300, at: "08:00" }, "Europe/Berlin", "2027-09-23T06:00:00.000Z"],
] as const)("%j in %s is until %s", (snooze, zone, until) => {
  expect(snoozedUntil(snooze, now, zone)).toBe(until);
});
