import { addDays, dayOf, isTimeZone, momentOf, startOfDay, wallTime, weekdayOf } from "./days.ts";

const iso = (at: Date) => at.toISOString();

it("tells which day it is at a place", () => {
  const at = new Date("2026-04-10T02:30:00Z");
  expect([dayOf(at, "UTC"), dayOf(at, "America/New_York"), dayOf(at, "Pacific/Kiritimati")]).toEqual([
    "2026-04-10",
    "2026-04-09",
    "2026-04-10",
  ]);
  expect(wallTime(at, "Asia/Kathmandu")).toBe("2026-04-10T08:15");
});

it("finds the moment of a wall clock, and says the same wall clock of it", () => {
  expect(iso(momentOf("2026-04-09T16:05", "Europe/Oslo"))).toBe("2026-04-09T14:05:00.000Z");
  expect(iso(momentOf("2026-12-09T16:05", "Europe/Oslo"))).toBe("2026-12-09T15:05:00.000Z");
  for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Australia/Lord_Howe", "Asia/Kathmandu"]) {
    for (const month of ["01", "04", "07", "10"]) {
      const wall = `2026-${month}-05T09:00`;
      expect(wallTime(momentOf(wall, zone), zone)).toBe(wall);
    }
  }
});

it("begins a day where its clock is changed at midnight", () => {
  // Chile skips midnight in September and has the hour before it twice in April.
  expect(iso(startOfDay("2026-09-06", "America/Santiago"))).toBe("2026-09-06T04:00:00.000Z");
  expect(iso(startOfDay("2026-04-05", "America/Santiago"))).toBe("2026-04-05T04:00:00.000Z");
  // Two o'clock comes twice in Oslo in October, half past two never in March.
  expect(iso(momentOf("2026-10-25T02:30", "Europe/Oslo"))).toBe("2026-10-25T00:30:00.000Z");
  expect(iso(momentOf("2026-03-29T02:30", "Europe/Oslo"))).toBe("2026-03-29T01:30:00.000Z");
});

it("takes the machine's own zone where none is named", () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  for (const wall of ["2026-01-05T00:00", "2026-07-05T23:59", "2026-11-21T09:30"]) {
    expect(iso(momentOf(wall))).toBe(iso(momentOf(wall, timeZone)));
    expect(wallTime(momentOf(wall))).toBe(wall);
  }
});

it("finds no moment of what is no wall clock", () => {
  expect([momentOf("", "UTC"), momentOf("soon", "Asia/Tokyo"), momentOf("")].map((at) => at.getTime())).toEqual([
    NaN,
    NaN,
    NaN,
  ]);
});

it("counts days over the ends of months", () => {
  expect([addDays("2026-02-28", 1), addDays("2026-01-01", -1), weekdayOf("2026-11-20")]).toEqual([
    "2026-03-01",
    "2025-12-31",
    5,
  ]);
});

it("knows the names of zones", () => {
  expect(
    ["Europe/Berlin", "UTC", "Etc/GMT+5", "America/Argentina/Ushuaia"].filter((name) => !isTimeZone(name)),
  ).toEqual([]);
  expect(["", "Mars/Olympus", "+02:00", "Europe/Berlin'; drop table", "Europe"].filter(isTimeZone)).toEqual([]);
});
