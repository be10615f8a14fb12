import { describe, expect, it } from "@jest/globals";
import { RolloutSchedule } from "@tessera/contracts-releases/schedule.ts";
import type { Weekday } from "@tessera/contracts-releases/schedule-words.ts";
import { holdAt } from "./opening.ts";

const WORKDAYS: Weekday[] = ["mon", "tue", "wed", "thu", "fri"];
const schedule = (fields: Partial<RolloutSchedule>) =>
  RolloutSchedule.parse({ timeZone: "Europe/Berlin", windows: [], freezes: [], ...fields });
const until = (given: RolloutSchedule[], at: string) => holdAt(given, Date.parse(at))?.until ?? "open";

const office = schedule({
  windows: [
    { days: ["mon", "tue", "wed", "thu"], from: "09:00", to: "16:00" },
    { days: ["fri"], from: "09:00", to: "12:00" },
  ],
});

describe("windows", () => {
  it("are open within their hours of the time zone, not on Friday night", () => {
    // 20 November 2026 is a Friday; Berlin is an hour ahead of UTC.
    expect(until([office], "2026-11-20T10:59:59.999Z")).toBe("open");
    expect(holdAt([office], Date.parse("2026-11-20T11:00:00Z"))).toEqual({
      reason: "Rollouts continue Mon–Thu 09:00–16:00, Fri 09:00–12:00 (Europe/Berlin).",
      until: "2026-11-23T08:00:00.000Z",
    });
    expect(until([office], "2026-11-23T07:59:00Z")).toBe("2026-11-23T08:00:00.000Z");
    expect(until([office], "2026-11-23T08:00:00Z")).toBe("open");
  });

  it("are not there: rollouts continue at any time", () => {
    expect(until([], "2026-11-21T23:00:00Z")).toBe("open");
    expect(until([schedule({})], "2026-11-21T23:00:00Z")).toBe("open");
  });

  it("last until the end of the day, and continue at midnight where another begins", () => {
    const night = schedule({
      windows: [
        { days: ["fri"], from: "22:00", to: "24:00" },
        { days: ["sat"], from: "00:00", to: "02:00" },
      ],
    });
    expect(until([night], "2026-11-20T22:59:59Z")).toBe("open");
    expect(until([night], "2026-11-20T23:00:00Z")).toBe("open");
    expect(until([night], "2026-11-21T01:00:00Z")).toBe("2026-11-27T21:00:00.000Z");
  });

  it("of an app replace those of all apps", () => {
    const own = schedule({ windows: [{ days: ["sat"], from: "00:00", to: "24:00" }] });
    expect(until([own, office], "2026-11-21T12:00:00Z")).toBe("open");
    expect(until([own, office], "2026-11-23T09:00:00Z")).toBe("2026-11-27T23:00:00.000Z");
  });
});

describe("freezes", () => {
  const yearEnd = { from: "2026-12-18T18:00", to: "2027-01-04T09:00", reason: "Year-end closing" };

  it("hold within windows, until a window is open after them", () => {
    const late = { ...yearEnd, to: "2027-01-01T13:00" }; // a Friday afternoon
    expect(holdAt([schedule({ ...office, freezes: [late] })], Date.parse("2026-12-21T10:00:00Z"))).toEqual({
      reason: "Frozen until 2027-01-01 13:00 (Europe/Berlin): Year-end closing",
      until: "2027-01-04T08:00:00.000Z",
    });
  });

  it("of all apps hold apps with windows of their own, and one follows the other", () => {
    const own = schedule({ windows: [{ days: WORKDAYS, from: "00:00", to: "24:00" }] });
    const all = schedule({ freezes: [yearEnd, { from: "2027-01-04T08:00", to: "2027-01-05T00:00", reason: "Audit" }] });
    expect(until([own, all], "2026-12-23T10:00:00Z")).toBe("2027-01-04T23:00:00.000Z");
    expect(until([own, all], "2026-12-18T16:59:00Z")).toBe("open");
  });

  it("are in the time zone of their own schedule", () => {
    const tokyo = schedule({
      timeZone: "Asia/Tokyo",
      freezes: [{ from: "2026-11-23T00:00", to: "2026-11-23T12:00", reason: "x" }],
    });
    expect(until([tokyo], "2026-11-22T14:59:00Z")).toBe("open");
    expect(until([tokyo], "2026-11-22T15:00:00Z")).toBe("2026-11-23T03:00:00.000Z");
  });
});

describe("when clocks are set", () => {
  it("forward, hours stay those of the wall clock", () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00.
    expect(until([office], "2026-03-28T12:00:00Z")).toBe("2026-03-30T07:00:00.000Z");
  });

  it("forward over the beginning of a window, it opens at once", () => {
    const gap = schedule({ windows: [{ days: ["sun"], from: "02:30", to: "04:00" }] });
    expect(until([gap], "2026-03-29T00:59:00Z")).toBe("2026-03-29T01:00:00.000Z");
    expect(until([gap], "2026-03-29T01:00:00Z")).toBe("open");
    expect(until([gap], "2026-03-29T02:00:00Z")).toBe("2026-04-05T00:30:00.000Z");
  });

  it("forward over a whole window, it opens a week later", () => {
    const gone = schedule({ windows: [{ days: ["sun"], from: "02:00", to: "03:00" }] });
    expect(until([gone], "2026-03-28T12:00:00Z")).toBe("2026-04-05T00:00:00.000Z");
  });

  it("back, the hour that comes twice is in the window twice", () => {
    // Berlin, 25 October 2026: 03:00 becomes 02:00.
    const twice = schedule({ windows: [{ days: ["sun"], from: "01:00", to: "02:30" }] });
    expect(until([twice], "2026-10-25T00:29:00Z")).toBe("open");
    expect(until([twice], "2026-10-25T00:30:00Z")).toBe("2026-10-25T01:00:00.000Z");
    expect(until([twice], "2026-10-25T01:29:00Z")).toBe("open");
    expect(until([twice], "2026-10-25T01:30:00Z")).toBe("2026-11-01T00:00:00.000Z");
  });

  it("back over the end of a freeze, it ends with the later of the two", () => {
    const freeze = { from: "2026-10-24T00:00", to: "2026-10-25T02:30", reason: "x" };
    expect(until([schedule({ freezes: [freeze] })], "2026-10-25T00:45:00Z")).toBe("2026-10-25T01:30:00.000Z");
  });
});

describe("a schedule", () => {
  const issues = (fields: object) =>
    RolloutSchedule.safeParse({ timeZone: "UTC", windows: [], freezes: [], ...fields });
  it.each([
    { timeZone: "Mars/Olympus" },
    { timeZone: "+02:00" },
    { windows: [{ days: [], from: "09:00", to: "10:00" }] },
    { windows: [{ days: ["mon"], from: "22:00", to: "02:00" }] },
    { windows: [{ days: ["mon"], from: "24:00", to: "24:00" }] },
    { freezes: [{ from: "2026-02-30T00:00", to: "2026-03-01T00:00", reason: "no such day" }] },
    { freezes: [{ from: "2026-03-01T00:00", to: "2026-03-02T00:00", reason: " " }] },
  ])("is refused: %j", (fields) => {
    expect(issues(fields).success).toBe(false);
  });
});
