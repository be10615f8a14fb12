import { dayNames } from "./day-names.ts";

it("days have names by the clock of the person's zone", () => {
  const nameOf = dayNames("2026-11-27", "en-GB", "Asia/Kathmandu");
  // Midnight there is 18:15 UTC.
  expect(nameOf("2026-11-26T18:15:00.000Z")).toBe("Today");
  expect(nameOf("2026-11-26T18:14:59.999Z")).toBe("Yesterday");
  expect(nameOf("2026-11-25T18:14:59.999Z")).toBe("Wednesday 25 November");
});

it("a name is made once for jobs of the same quarter of an hour", () => {
  const { toLocaleDateString } = Date.prototype;
  let made = 0;
  Date.prototype.toLocaleDateString = function (this: Date, ...options: []) {
    made += 1;
    return toLocaleDateString.apply(this, options);
  };
  try {
    const nameOf = dayNames("2026-11-27", "en-GB", "UTC");
    for (let second = 10; second < 60; second += 1) nameOf(`2026-11-01T10:00:${second}.000Z`);
  } finally {
    Date.prototype.toLocaleDateString = toLocaleDateString;
  }
  expect(made).toBe(1);
});
