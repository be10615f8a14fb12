import { expect, it } from "@jest/globals";
import { continueList } from "./continue-list.ts";

/** The text after Enter at "|", with the place of the caret. */
function entered(written: string): string | null {
  const at = written.indexOf("|");
  const text = written.replace("|", "");
  const next = continueList(text, at);
  return next && `${text.slice(0, next.from)}${next.text}|${text.slice(at)}`;
}

it.each([
  ["- oak|", "- oak\n- |"],
  ["* oak| fronts", "* oak\n* | fronts"],
  ["  - oak|\nend", "  - oak\n  - |\nend"],
  ["9. oak|", "9. oak\n10. |"],
  ["1) oak|", "1) oak\n2) |"],
  ["- [x] oak|", "- [x] oak\n- [ ] |"],
  ["> - oak|", "> - oak\n> - |"],
])("continues with the next entry of a list: %j", (before, after) => {
  expect(entered(before)).toBe(after);
});

it.each([
  ["- oak\n- |", "- oak\n|"],
  ["1. oak\n2. |", "1. oak\n|"],
  ["- [ ] |", "|"],
])("ends the list in an entry without words: %j", (before, after) => {
  expect(entered(before)).toBe(after);
});

it.each(["oak|", "|- oak", "-|oak", "2026.|", "- oak\n|", "**|oak"])("leaves other lines alone: %j", (before) => {
  expect(entered(before)).toBeNull();
});
