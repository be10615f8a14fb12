import { completedLine } from "./completed-line.ts";

it.each([
  ["ite", { from: 0, words: ["items"] }, "items ", []],
  ["items ", { from: 6, words: ["ls", "show"] }, "items ", ["ls", "show"]],
  ["items ls --ta", { from: 9, words: ["--tag"] }, "items ls --tag ", []],
  ["queue s", { from: 6, words: ["snooze", "snow"] }, "queue sno", ["snooze", "snow"]],
  ["search ta", { from: 7, words: ["tag:"] }, "search tag:", []],
  ["run pl", { from: 4, words: ['"Plain editor"'] }, 'run "Plain editor" ', []],
  ["xyz", { from: 0, words: [] }, "xyz", []],
])("completes %j", (line, found, text, choices) => {
  expect(completedLine(line, found)).toEqual({ text, choices });
});
