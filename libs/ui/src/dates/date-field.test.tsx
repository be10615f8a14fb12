import { jest } from "@jest/globals";
import { type Due, dueLabel } from "@tessera/contracts-core/day-words.ts";
import { SnoozeDialog } from "@tessera/ui/snooze";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { clock } from "../clock.ts";
import { UiProvider } from "../provider.tsx";
import { DateField } from "./date-field.tsx";
import { dayAfterKey, inMonth, weeksAround } from "./month.ts";

const taken: (Due | null)[] = [];
function Field() {
  const [value, setValue] = useState<Due | null>(null);
  return (
    <DateField
      label="Due"
      value={value}
      onChange={(next) => {
        taken.push(next);
        setValue(next);
      }}
    />
  );
}
const open = (node = <Field />) =>
  render(
    <UiProvider
      settings={{
        ...{ mode: "light", density: "comfortable", reducedMotion: false, locale: "en-GB" },
        ...{ timeZone: "Europe/Vienna", firstWeekday: "monday" },
      }}
    >
      {node}
    </UiProvider>,
  );
beforeEach(() => {
  taken.length = 0;
  jest.useFakeTimers({ now: new Date("2026-11-25T11:00:00Z"), doNotFake: ["setTimeout", "setInterval", "nextTick"] });
});
afterEach(() => jest.useRealTimers());

it("writes hours as clocks of the locale have them", () => {
  const nine = (locale: string) =>
    new Intl.DateTimeFormat(locale, { ...clock(locale), timeZone: "UTC" }).format(Date.UTC(2026, 0, 14, 9, 5));
  const due = (locale: string) =>
    dueLabel({ day: "2026-11-26", time: "09:05" }, { now: new Date(), timeZone: "Europe/Vienna", locale });
  expect(["en-US", "en-GB", "de"].map(nine)).toEqual(["9:05 AM", "09:05", "09:05"]);
  expect(["en-US", "en-GB"].map(due)).toEqual(["Tomorrow, 9:05 AM", "Tomorrow, 09:05"]);
});

describe("a field for a day", () => {
  it("takes words, says what they mean, and what it does not understand", async () => {
    open();
    const user = userEvent.setup();
    const field = screen.getByRole("textbox", { name: "Due" });
    await user.type(field, "tomorrow 9");
    expect(screen.getByRole("status")).toHaveTextContent("Tomorrow, 09:00");
    await user.keyboard("{Enter}");
    expect(taken).toEqual([{ day: "2026-11-26", time: "09:00" }]);
    expect(field).toHaveValue("Tomorrow, 09:00");
    await user.clear(field);
    await user.type(field, "soonish{Enter}");
    expect(screen.getByRole("status")).toHaveTextContent(/^This is not a date/);
    expect(taken).toHaveLength(1);
    await user.keyboard("{Escape}");
    expect(field).toHaveValue("Tomorrow, 09:00");
    await user.clear(field);
    await user.keyboard("{Enter}");
    expect(taken.at(-1)).toBeNull();
  });

  it("opens a month by the arrow down, whose days the keys choose, and gives the focus back", async () => {
    open();
    const user = userEvent.setup();
    const field = screen.getByRole("textbox", { name: "Due" });
    await user.click(field);
    await user.keyboard("{ArrowDown}");
    expect(screen.getByRole("button", { name: /25 November 2026/ })).toHaveFocus();
    expect(screen.getAllByRole("columnheader").map((head) => head.textContent)[0]).toBe("Mon");
    await user.keyboard("{ArrowDown}{ArrowRight}{PageDown}");
    expect(screen.getByRole("button", { name: /\b3 January 2027/ })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(taken).toEqual([{ day: "2027-01-03", time: null }]);
    expect(field).toHaveFocus();
    await user.keyboard("{ArrowDown}{Escape}");
    expect(screen.queryByRole("grid")).toBeNull();
    expect(field).toHaveFocus();
  });

  it("puts a snooze off by words, to the morning where no time is said, never to the past", async () => {
    const chosen: { at: Date }[] = [];
    open(<SnoozeDialog dialog={{ close: (choice) => void chosen.push(choice) }} />);
    const user = userEvent.setup();
    await user.type(screen.getByRole("textbox", { name: "Another time" }), "today 9{Enter}");
    expect(screen.getByRole("status")).toHaveTextContent("This time is in the past.");
    const field = screen.getByRole("textbox", { name: "Another time" });
    await user.clear(field);
    await user.type(field, "4 December{Enter}");
    await user.click(screen.getByRole("button", { name: "Snooze" }));
    expect(chosen.map(({ at }) => at.toISOString())).toEqual(["2026-12-04T08:00:00.000Z"]);
  });
});

describe("a month", () => {
  it("begins its weeks as the person chose", () => {
    expect(weeksAround("2026-11-25", "monday")[0]?.[0]).toBe("2026-10-26");
    expect(weeksAround("2026-11-25", "sunday")[0]?.[0]).toBe("2026-11-01");
    expect(weeksAround("2026-11-25", "saturday")[0]?.[0]).toBe("2026-10-31");
    expect(dayAfterKey("Home", "2026-11-25", "sunday")).toBe("2026-11-22");
    expect(dayAfterKey("End", "2026-11-25", "monday")).toBe("2026-11-29");
  });

  it("keeps to the last day of a short month", () => {
    expect([inMonth("2026-01-31", 1), inMonth("2027-01-15", -1)]).toEqual(["2026-02-28", "2026-12-15"]);
  });
});
