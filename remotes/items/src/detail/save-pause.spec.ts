import { LONG_TEXT } from "./long-text.ts";
import { pauseBefore } from "./save-pause.ts";

it.each([
  ["a short text after a short pause", 100, 60_000, 800],
  ["a long text after a longer one", LONG_TEXT, 0, 2_500],
  ["a long text while somebody writes on, in time", LONG_TEXT, 9_000, 1_000],
  ["a long text that waited long enough at once", LONG_TEXT, 12_000, 0],
])("saves %s", (_, length, waited, pause) => {
  expect(pauseBefore(length, waited)).toBe(pause);
});
