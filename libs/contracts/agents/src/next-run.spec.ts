import { nextRun } from "./next-run.ts";
import type { Rhythm } from "./schedules.ts";

const daily: Rhythm = { every: "day" };
/** The next runs, one after the other, as ISO times without seconds. */
function runs(rhythm: Rhythm, time: string, timeZone: string, after: string, count: number): string[] {
  const found: string[] = [];
  for (let at = new Date(after); found.length < count; ) {
    at = nextRun({ rhythm, time, timeZone }, at);
    found.push(at.toISOString().slice(0, 16));
  }
  return found;
}

it("keeps the local time across daylight-saving changes", () => {
  expect(runs(daily, "08:00", "Europe/Berlin", "2026-03-27T12:00Z", 3)).toEqual([
    ...["2026-03-28T07:00", "2026-03-29T06:00", "2026-03-30T06:00"],
  ]);
  expect(runs(daily, "08:00", "Europe/Berlin", "2026-10-23T12:00Z", 3)).toEqual([
    ...["2026-10-24T06:00", "2026-10-25T07:00", "2026-10-26T07:00"],
  ]);
});

it("runs at the first moment after a local time that does not exist", () => {
  // From 02:00 to 03:00; at Lord Howe by half an hour, from 02:00 to 02:30.
  expect(runs(daily, "02:30", "Europe/Berlin", "2026-03-28T12:00Z", 2)).toEqual([
    ...["2026-03-29T01:00", "2026-03-30T00:30"],
  ]);
  expect(runs(daily, "02:00", "Europe/Berlin", "2026-03-28T12:00Z", 1)).toEqual(["2026-03-29T01:00"]);
  expect(runs(daily, "03:00", "Europe/Berlin", "2026-03-28T12:00Z", 1)).toEqual(["2026-03-29T01:00"]);
  expect(runs(daily, "02:15", "Australia/Lord_Howe", "2026-10-03T12:00Z", 1)).toEqual(["2026-10-03T15:30"]);
  // A whole day was left out.
  expect(runs(daily, "08:00", "Pacific/Apia", "2011-12-29T18:30Z", 2)).toEqual([
    ...["2011-12-30T10:00", "2011-12-30T18:00"],
  ]);
});

it("runs once at a local time that occurs twice", () => {
  expect(runs(daily, "02:30", "Europe/Berlin", "2026-10-24T12:00Z", 2)).toEqual([
    ...["2026-10-25T00:30", "2026-10-26T01:30"],
  ]);
  expect(runs(daily, "01:30", "America/New_York", "2026-11-01T05:30Z", 1)).toEqual(["2026-11-02T06:30"]);
});

it("runs on weekdays, and on chosen days of the week in its time zone", () => {
  expect(runs({ every: "weekday" }, "08:00", "UTC", "2026-11-26T08:00Z", 3)).toEqual([
    ...["2026-11-27T08:00", "2026-11-30T08:00", "2026-12-01T08:00"],
  ]);
  expect(runs({ every: "week", days: [1, 4] }, "00:30", "Asia/Tokyo", "2026-11-25T15:29Z", 3)).toEqual([
    ...["2026-11-25T15:30", "2026-11-29T15:30", "2026-12-02T15:30"],
  ]);
});

it("uses the last day of a shorter month", () => {
  expect(runs({ every: "month", day: 31 }, "23:59", "UTC", "2027-01-31T23:59Z", 4)).toEqual([
    ...["2027-02-28T23:59", "2027-03-31T23:59", "2027-04-30T23:59", "2027-05-31T23:59"],
  ]);
  expect(runs({ every: "month", day: 30 }, "00:00", "UTC", "2028-01-30T00:00Z", 2)).toEqual([
    ...["2028-02-29T00:00", "2028-03-30T00:00"],
  ]);
  expect(runs({ every: "month", day: 1 }, "09:00", "America/New_York", "2026-11-01T13:59Z", 2)).toEqual([
    ...["2026-11-01T14:00", "2026-12-01T14:00"],
  ]);
});
