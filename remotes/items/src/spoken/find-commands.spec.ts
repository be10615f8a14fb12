import { commandsIn } from "./find-commands.ts";

/** A Friday. */
const now = new Date("2026-11-27T10:00:00Z");
const region = { now, timeZone: "UTC", locale: "en-GB", tags: ["Tax", "travel", "research"] };
const titles = (query: string) => commandsIn(query, region).map(({ title }) => title);

test("a command with what it needs is offered as it would be done", () => {
  expect(titles("snooze until monday")).toEqual([expect.stringMatching(/^Snooze until .*30 Nov.*09:00$/)]);
  expect(titles("Reschedule to tomorrow")).toEqual([expect.stringMatching(/^Move to tomorrow/)]);
  expect(titles("untag travel")).toEqual(["Untag “travel”"]);
  expect(titles("tag tax, snooze to Monday")).toEqual([expect.stringMatching(/^Snooze until .*, tag “Tax”$/)]);
});

test("a command that was begun is offered with what people often mean", () => {
  for (const begun of ["snooze", "snooze until "])
    expect(titles(begun)).toEqual([
      expect.stringMatching(/^Snooze until today, 18:00/),
      expect.stringMatching(/^Snooze until tomorrow, 09:00/),
      expect.stringMatching(/^Snooze until .*30 Nov/),
      expect.stringMatching(/^Snooze until .*11 Dec/),
    ]);
  expect(titles("tag")).toEqual(["Tag “Tax”", "Tag “travel”", "Tag “research”"]);
  expect(titles("tag t")).toEqual(["Tag “t”", "Tag “Tax”", "Tag “travel”"]);
  expect(titles("untag ta")).toContain("Untag “Tax”");
});

test("what is not understood, or needs no words, is not offered", () => {
  for (const query of ["snooze until the cows come home", "archive", "undo", "snooze until monday, archive", "pin"])
    expect([query, titles(query)]).toEqual([query, []]);
});
