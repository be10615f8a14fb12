import { jest } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { UiProvider } from "../provider.tsx";
import { DayField } from "./day-field.tsx";
import { readPastDay } from "./read-past-day.ts";

const taken: string[] = [];
function Field({ required = false }) {
  const [value, setValue] = useState("2026-11-20");
  return (
    <DayField
      label="From"
      required={required}
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
        ...{ timeZone: "Europe/Vienna", firstWeekday: "sunday" },
      }}
    >
      {node}
    </UiProvider>,
  );
beforeEach(() => {
  taken.length = 0;
  // A Wednesday.
  jest.useFakeTimers({ now: new Date("2026-11-25T11:00:00Z"), doNotFake: ["setTimeout", "setInterval", "nextTick"] });
});
afterEach(() => jest.useRealTimers());

it.each([
  ["en-GB", "yesterday", "2026-11-24"],
  ["en-GB", "today", "2026-11-25"],
  ["en-GB", "Friday", "2026-11-20"],
  ["en-GB", "last Friday", "2026-11-20"],
  ["en-GB", "Wednesday", "2026-11-25"],
  ["en-GB", "next Friday", "2026-11-27"],
  ["en-GB", "3 weeks ago", "2026-11-04"],
  ["en-GB", "a month ago", "2026-10-25"],
  ["en-GB", "4 October", "2026-10-04"],
  ["en-GB", "4 December", "2025-12-04"],
  ["en-GB", "4 December 2026", "2026-12-04"],
  ["en-GB", "2026-12-04", "2026-12-04"],
  ["en-GB", "3/10", "2026-10-03"],
  ["en-US", "10/3", "2026-10-03"],
  ["de-AT", "3.12.", "2025-12-03"],
  ["de-AT", "3.12.26", "2026-12-03"],
  ["en-GB", "31/2/2026", null],
  ["en-GB", "yesterday 9", null],
  ["en-GB", "soonish", null],
])("reads, in %s, “%s” as %s", (locale, text, day) => {
  expect(readPastDay(text, { now: new Date(), timeZone: "Europe/Vienna", locale })).toBe(day);
});

it("takes words, says what they mean, and keeps the day when they mean none", async () => {
  open();
  const user = userEvent.setup();
  const field = screen.getByRole("textbox", { name: "From" });
  expect(field).toHaveValue("20 Nov 2026");
  await user.clear(field);
  await user.type(field, "4 october");
  expect(screen.getByRole("status")).toHaveTextContent("4 Oct 2026");
  await user.keyboard("{Enter}");
  expect(taken).toEqual(["2026-10-04"]);
  await user.clear(field);
  await user.type(field, "soonish{Enter}");
  expect(screen.getByRole("status")).toHaveTextContent(/^This is not a date/);
  expect(taken).toHaveLength(1);
  await user.keyboard("{Escape}");
  expect(field).toHaveValue("4 Oct 2026");
  await user.click(screen.getByRole("button", { name: "From: no day" }));
  expect(taken.at(-1)).toBe("");
});

it("opens a month whose weeks begin as the person chose, and gives the focus back", async () => {
  open();
  const user = userEvent.setup();
  const field = screen.getByRole("textbox", { name: "From" });
  await user.click(field);
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("button", { name: /\b20 November 2026/ })).toHaveFocus();
  expect(screen.getAllByRole("columnheader")[0]).toHaveTextContent("Sun");
  await user.keyboard("{ArrowUp}{Enter}");
  expect(taken).toEqual(["2026-11-13"]);
  expect(field).toHaveFocus();
  expect(screen.queryByRole("grid")).toBeNull();
});

it("cannot be emptied where there is always a day", async () => {
  open(<Field required />);
  const user = userEvent.setup();
  const field = screen.getByRole("textbox", { name: "From" });
  await user.clear(field);
  await user.tab();
  expect(taken).toEqual([]);
  expect(field).toHaveValue("20 Nov 2026");
  expect(screen.queryByRole("button", { name: "From: no day" })).toBeNull();
});
