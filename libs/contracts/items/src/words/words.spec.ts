import { dueLabel } from "@tessera/contracts-core/day-words.ts";
import { reminderWords } from "./reminder.ts";
import { firstDay, nextDay, readRepeat, repeatByRule, repeatWords } from "./repeat.ts";
import { readWords, withoutWords } from "./words.ts";

/** A Wednesday, late in the evening in Vienna and already Thursday in Auckland. */
const region = { now: new Date("2026-11-25T22:30:00Z"), timeZone: "Europe/Vienna", locale: "en-GB" };
const read = (line: string, refused: string[] = [], zone = region.timeZone) => {
  const words = readWords(line, { ...region, timeZone: zone }, refused);
  const fields = words.map((word) =>
    word.kind === "due"
      ? `${word.due.day}${word.due.time ? ` ${word.due.time}` : ""}`
      : word.kind === "tag"
        ? `#${word.tag}`
        : word.kind === "priority"
          ? word.priority
          : word.label,
  );
  return [withoutWords(line, words), ...fields];
};

describe("words that mean a field", () => {
  it.each([
    ["call dentist tomorrow 9", "call dentist", "2026-11-26 09:00"],
    ["call dentist re crown, before 4 December", "call dentist re crown", "2026-12-04"],
    [
      "call dentist before 4 dec at 9:30 p1 #health @ada",
      "call dentist",
      "2026-12-04 09:30",
      "high",
      "#health",
      "#@ada",
    ],
    ["Send the VAT return every 3 months 30 Nov", "Send the VAT return", "every 3 months", "2026-11-30"],
    ["today water the plants", "water the plants", "2026-11-25"],
    ["meet Friday at 5 pm", "meet", "2026-11-27 17:00"],
    ["pay rent next week", "pay rent", "2026-11-30"],
    ["pay rent in two weeks", "pay rent", "2026-12-09"],
    ["renew in a year", "renew", "2027-11-25"],
    ["report 2026-12-24 noon", "report", "2026-12-24 12:00"],
    ["report January 2nd", "report", "2027-01-02"],
    ["taxes by 31 March 2028", "taxes", "2028-03-31"],
    ["ring at 7:15", "ring", "2026-11-25 07:15"],
    ["stretch daily p3", "stretch", "every day", "low"],
    ["bins every other Friday #home", "bins", "every 2 weeks on Friday", "#home"],
    ["bins every Mon and Thu", "bins", "every Monday and Thursday"],
    ["stand-up every weekday at 9:30", "stand-up", "every weekday", "2026-11-25 09:30"],
    ["run every 2 weeks on Tue, Sat", "run", "every 2 weeks on Tuesday and Saturday"],
    ["rent every 15th", "rent", "every 15th"],
    ["pay every last day of the month", "pay", "every last day of the month"],
    ["club every 1st Monday of the month", "club", "every 1st Monday"],
    ["retro every last Friday", "retro", "every last Friday"],
    ["descale every! 3 days p2", "descale", "every! 3 days", "medium"],
    ["review every quarter", "review", "every 3 months"],
    ["water every 3rd day", "water", "every 3 days"],
    ["tonight film", "film", "2026-11-25 20:00"],
    ["call the bank tomorrow 9 !30m", "call the bank", "2026-11-26 09:00", "30 minutes before"],
    ["dentist Friday at 5 pm remind me 1 hour before", "dentist", "2026-11-27 17:00", "1 hour before"],
    ["remind me a day before 4 December to pack", "to pack", "1 day before", "2026-12-04"],
    ["ring at 7:15, remind me when due", "ring", "2026-11-25 07:15", "when due"],
    ["flight 2026-12-24 noon !2d #trip", "flight", "2026-12-24 12:00", "2 days before", "#trip"],
  ])("%s", (line, ...wanted) => {
    expect(read(line)).toEqual(wanted);
  });

  it.each([
    "issue #3 of the p5 model",
    "mail ada@example.org about C#",
    "https://example.org/#tomorrow",
    "may I go, sat down in the sun",
    "30 February is no day",
    "at 25:00 or 12 people",
    "Tomorrow's list",
    "everyday things",
    "remind me to call",
    "remind me 99 weeks before",
    "!30",
    "!99w",
  ])("leaves alone what only looks like it: %s", (line) => {
    expect(read(line)).toEqual([line]);
  });

  it("takes the number after a day for an hour only where it counts nothing", () => {
    expect(read("dinner Friday 9 guests")).toEqual(["dinner 9 guests", "2026-11-27"]);
    expect(read("dinner Friday 19 #home")).toEqual(["dinner", "2026-11-27 19:00", "#home"]);
  });

  it("reads days by the person's clock", () => {
    expect(read("x tomorrow", [], "Pacific/Auckland")).toEqual(["x", "2026-11-27"]);
    expect(dueLabel({ day: "2026-11-26", time: "09:00" }, region)).toBe("Tomorrow, 09:00");
    expect(dueLabel({ day: "2027-01-04", time: null }, region)).toMatch(/Mon.* 4 Jan 2027/);
  });

  it("leaves what was refused in the text, and takes the next of its kind", () => {
    expect(read("film Friday or Saturday p1", ["Friday"])).toEqual(["film Friday or", "2026-11-28", "high"]);
    expect(read("p1 #home", ["p1", "#home"])).toEqual(["p1 #home"]);
  });

  it("never leaves a card without a title", () => {
    expect(read("tomorrow #home")).toEqual(["tomorrow #home", "2026-11-26", "#home"]);
  });
});

it.each([
  [0, "when due", "at 9:00 on the day"],
  [10, "10 minutes before", "10 minutes before 9:00 on the day"],
  [60, "1 hour before", "1 hour before 9:00 on the day"],
  [90, "90 minutes before", "90 minutes before 9:00 on the day"],
  [1440, "1 day before", "at 9:00 the day before"],
  [2880, "2 days before", "at 9:00, 2 days before"],
])("a reminder %d minutes before is said in words", (minutes, ofTime, ofDay) => {
  expect([reminderWords(minutes), reminderWords(minutes, true)]).toEqual([ofTime, ofDay]);
});

describe("the next day of what repeats", () => {
  it("keeps the rhythm, the end of short months, and does not pile up what was missed", () => {
    expect(nextDay("2026-11-30", "2026-11-25", { every: 3, unit: "month" })).toBe("2027-02-28");
    expect(nextDay("2026-01-31", "2026-03-15", { every: 1, unit: "month" })).toBe("2026-03-31");
    expect(nextDay("2026-11-20", "2026-11-25", { every: 1, unit: "day" })).toBe("2026-11-26");
    expect(nextDay("2026-11-20", "2026-11-25", { every: 2, unit: "week", weekday: 5 })).toBe("2026-12-04");
    expect(nextDay("2024-02-29", "2026-11-25", { every: 1, unit: "year" })).toBe("2027-02-28");
  });
});

describe("how often something repeats", () => {
  it.each([
    "every day",
    "every! 3 days",
    "every Monday and Thursday",
    "every 2 weeks on Friday",
    "every 2 weeks on Tuesday and Saturday",
    "every weekday",
    "every 3rd",
    "every last day of the month",
    "every 2nd Tuesday",
    "every! last Friday",
  ])("is said as it is typed: %s", (words) => {
    const [found] = readRepeat(words);
    expect(found).toMatchObject({ from: 0, to: words.length });
    expect(repeatWords(found!.repeat)).toBe(words);
  });

  it("begins on the first day that it names", () => {
    const first = (words: string) => firstDay("2026-11-25", readRepeat(words)[0]!.repeat);
    expect(first("every Mon and Thu")).toBe("2026-11-26");
    expect(first("every weekday")).toBe("2026-11-25");
    expect(first("every 15th")).toBe("2026-12-15");
    expect(first("every 31st")).toBe("2026-12-31");
    expect(first("every last day of the month")).toBe("2026-11-30");
    expect(first("every last Friday")).toBe("2026-11-27");
    expect(first("every 1st Monday")).toBe("2026-12-07");
    expect(first("every 2 days")).toBe("2026-11-25");
  });

  it("counts from completion where it is strict", () => {
    expect(nextDay("2026-11-01", "2026-11-25", { every: 3, unit: "day", after: "completion" })).toBe("2026-11-28");
    const friday = { every: 2, unit: "week", weekday: 5, after: "completion" } as const;
    expect(nextDay("2026-11-20", "2026-11-25", friday)).toBe("2026-12-04");
  });

  it("takes a rule of RFC 5545 as it is, but none that counts", () => {
    const rule = "FREQ=YEARLY;INTERVAL=2;BYMONTH=5;BYDAY=2SU";
    expect(repeatByRule(`RRULE:${rule.toLowerCase()}`)).toEqual({ every: 2, unit: "year", rule });
    expect(repeatWords({ every: 2, unit: "year", rule })).toBe(rule);
    expect(repeatByRule("FREQ=DAILY;COUNT=3")).toBeNull();
    expect(repeatByRule("FREQ=SECONDLY")).toBeNull();
    expect(repeatByRule("weekly")).toBeNull();
  });
});
