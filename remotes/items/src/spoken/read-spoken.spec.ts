import { nearestTag } from "./nearest-tag.ts";
import { readSpoken } from "./read-spoken.ts";

/** A Friday. */
const now = new Date("2026-11-27T10:00:00Z");
const region = { now, timeZone: "UTC", locale: "en-GB", tags: ["Tax", "receipts", "Research and Development"] };
const read = (text: string) => {
  const { addTags, removeTags, undo, unknown, open, snooze, ...spoken } = readSpoken(text, region);
  return {
    ...spoken,
    ...(addTags.length ? { addTags } : {}),
    ...(removeTags.length ? { removeTags } : {}),
    ...(undo ? { undo } : {}),
    ...(unknown.length ? { unknown } : {}),
    ...(open ? { open } : {}),
    ...(snooze ? { snooze: snooze === "wake" ? snooze : snooze.at.toISOString().slice(0, 16) } : {}),
  };
};

test("several commands are said in one sentence, with and without marks", () => {
  const wanted = { snooze: "2026-11-30T09:00", addTags: ["Tax"] };
  for (const text of [
    "Snooze to Monday, tag tax.",
    "snooze to monday tag tax",
    "Snooze until Monday and tag tax",
    "Tag tax. Snooze to Monday.",
    "Please snooze it to Monday, then tag it with tax.",
  ])
    expect([text, read(text)]).toEqual([text, wanted]);
});

test.each([
  ["Archive.", { status: "archived" }],
  ["Archive it please.", { status: "archived" }],
  ["Done.", { status: "done" }],
  ["Mark it as done", { status: "done" }],
  ["Not done", { reopen: true }],
  ["Mark as not done", { reopen: true }],
  ["Later", { status: "later" }],
  ["Move to later.", { status: "later" }],
  ["Move it to the inbox", { status: "inbox" }],
  ["Delete it.", { status: "trash" }],
  ["Pin it, tag urgent.", { pinned: true, addTags: ["urgent"] }],
  ["Unpin.", { pinned: false }],
  ["Wake it up", { snooze: "wake" }],
  ["Undo that.", { undo: true }],
  ["Reschedule to Friday", { due: { day: "2026-12-04", label: expect.stringMatching(/^Fri.* 4 Dec$/) } }],
  ["Postpone until the moon", { unknown: ["Postpone until the moon"] }],
])("“%s”", (text, wanted) => expect(read(text)).toEqual(wanted));

test.each([
  ["Snooze until tomorrow morning.", "2026-11-28T09:00"],
  ["Snooze until tomorrow afternoon", "2026-11-28T14:00"],
  ["Snooze to Monday at nine thirty.", "2026-11-30T09:30"],
  ["Snooze to Monday, at five pm", "2026-11-30T17:00"],
  ["Snooze for three hours.", "2026-11-27T13:00"],
  ["Snooze for an hour", "2026-11-27T11:00"],
  ["Snooze for two weeks", "2026-12-11T09:00"],
  ["Snooze until this evening", "2026-11-27T18:00"],
  ["Snooze until the weekend", "2026-11-28T09:00"],
  ["Snooze for the weekend", "2026-11-28T09:00"],
  ["Snooze till next week", "2026-11-30T09:00"],
  ["Snooze until December 5", "2026-12-05T09:00"],
])("“%s”", (text, at) => expect(read(text)).toEqual({ snooze: at }));

test("a tag in use is found by what it sounds like, and keeps its own spelling", () => {
  expect(read("Tag research and development, receipt and new ideas")).toEqual({
    addTags: ["Research and Development", "receipts", "new ideas"],
  });
  expect(read("Remove the tag tax")).toEqual({ removeTags: ["Tax"] });
  expect(read("Tag archive")).toEqual({ addTags: ["archive"] });
  expect(nearestTag("travel", ["travels", "travelx"])).toBeNull();
  expect(nearestTag("tea", ["tax"])).toBeNull();
});

test("what follows a command ends it only where it can", () => {
  expect(read("Tag urgent, later today I call, pin")).toEqual({
    addTags: ["urgent"],
    pinned: true,
    unknown: ["later today I call"],
  });
  expect(read("Tag tax. Good morning.")).toEqual({ addTags: ["Tax"], unknown: ["Good morning"] });
  expect(read("Snooze to Monday, perhaps")).toEqual({ snooze: "2026-11-30T09:00", unknown: ["perhaps"] });
});

test("what is no command is said to be none, and does nothing", () => {
  expect(read("Good morning.")).toEqual({ unknown: ["Good morning"] });
  expect(read("Later today I call her.")).toEqual({ unknown: ["Later today I call her"] });
  expect(read("Snooze to yesterday evening")).toEqual({ unknown: ["Snooze to yesterday evening"] });
  expect(read("Snooze until today")).toEqual({ unknown: ["Snooze until today"] });
});

test("half a command waits for its other half", () => {
  expect(read("Archive. Snooze to")).toEqual({ status: "archived", open: "Snooze to" });
  expect(read("Tag")).toEqual({ open: "Tag" });
});
