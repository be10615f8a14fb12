import { snoozeChoices } from "./snooze-choices.ts";

const labels = (now: Date) => snoozeChoices(now).map((choice) => choice.label);

test("choices are in the future and soonest first", () => {
  for (let hour = 0; hour < 24 * 7; hour++) {
    const now = new Date(2026, 10, 16, hour, 40);
    const times = snoozeChoices(now).map((choice) => choice.until.getTime());
    expect(times[0]).toBeGreaterThan(now.getTime());
    expect([...times].sort((a, b) => a - b)).toEqual(times);
  }
});

test("the evening is offered while it is far enough, Monday unless tomorrow or in a week says the same", () => {
  expect(labels(new Date(2026, 10, 18, 10))).toEqual(["In three hours", "This evening", "Tomorrow", "Next Monday", "In a week"]);
  expect(labels(new Date(2026, 10, 18, 17, 30))).not.toContain("This evening");
  expect(labels(new Date(2026, 10, 22, 10))).not.toContain("Next Monday");
  expect(labels(new Date(2026, 10, 23, 10))).not.toContain("Next Monday");
});
