import { snoozeTimes } from "./snooze.ts";

const days = (now: Date) =>
  Object.fromEntries(
    snoozeTimes(now).map(({ id, at }) => [id, `${at.getMonth() + 1}-${at.getDate()} ${at.getHours()}`]),
  );

describe("times to snooze until", () => {
  it("offers this evening, tomorrow, the weekend, next week and next month", () => {
    expect(days(new Date(2026, 10, 18, 10))).toEqual({
      hours: "11-18 13",
      evening: "11-18 18",
      tomorrow: "11-19 9",
      weekend: "11-21 9",
      week: "11-23 9",
      month: "12-18 9",
    });
  });

  it("means the clock of the person's time zone, over a change of it too", () => {
    const at = (now: string, zone: string, id: string) =>
      snoozeTimes(new Date(now), zone)
        .find((time) => time.id === id)
        ?.at.toISOString();
    // In Auckland it is the 21st already; New York sets its clock back on the first of November.
    expect(at("2026-11-20T12:00:00Z", "Pacific/Auckland", "tomorrow")).toBe("2026-11-21T20:00:00.000Z");
    expect(at("2026-10-31T16:00:00Z", "America/New_York", "tomorrow")).toBe("2026-11-01T14:00:00.000Z");
    expect(at("2026-01-31T12:00:00Z", "UTC", "month")).toBe("2026-02-28T09:00:00.000Z");
    expect(at("2026-12-15T12:00:00Z", "UTC", "month")).toBe("2027-01-15T09:00:00.000Z");
  });

  it("offers no evening that has begun, and on a Monday the coming week", () => {
    expect(days(new Date(2026, 10, 16, 20))).toMatchObject({ week: "11-23 9" });
    expect(days(new Date(2026, 10, 16, 20))).not.toHaveProperty("evening");
  });

  it("names the weekend after this one on a Sunday, and tomorrow once", () => {
    const labels = snoozeTimes(new Date(2026, 10, 22, 10)).map(({ label }) => label);
    expect(labels).toEqual(["In three hours", "This evening", "Tomorrow morning", "Next weekend", "In a month"]);
  });

  it("comes soonest first and never in the past, at any hour of a week", () => {
    for (let hour = 0; hour < 24 * 7; hour++) {
      const now = new Date(2026, 10, 16, hour, 40);
      const times = snoozeTimes(now).map(({ at }) => at.getTime());
      expect(times[0]).toBeGreaterThan(now.getTime());
      expect([...times].sort((a, b) => a - b)).toEqual(times);
    }
  });
});
