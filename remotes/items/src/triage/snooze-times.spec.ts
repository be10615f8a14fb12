import { snoozeTimes } from "./snooze-times.ts";

const days = (now: Date) =>
  Object.fromEntries(snoozeTimes(now).map(({ id, at }) => [id, `${at.getMonth() + 1}-${at.getDate()} ${at.getHours()}`]));

describe("times to snooze until", () => {
  it("offers this evening, tomorrow, the weekend, next week and next month", () => {
    expect(days(new Date(2026, 10, 18, 10))).toEqual({
      evening: "11-18 18",
      tomorrow: "11-19 9",
      weekend: "11-21 9",
      week: "11-23 9",
      month: "12-18 9",
    });
  });

  it("leaves out an evening that has begun, and means the coming week on a Monday", () => {
    expect(days(new Date(2026, 10, 16, 20))).toMatchObject({ week: "11-23 9" });
    expect(days(new Date(2026, 10, 16, 20))).not.toHaveProperty("evening");
  });
});
