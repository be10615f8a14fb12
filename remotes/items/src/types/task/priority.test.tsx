import { darkTheme, lightTheme } from "@tessera/ui";
import { render, screen } from "@testing-library/react";
import { PRIORITY_COLOURS, PRIORITY_WORDS, type Priority, withoutPriority } from "./priorities.ts";
import { PriorityWord } from "./priority.tsx";

/** Relative luminance of "#rrggbb", WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
const priorities = Object.keys(PRIORITY_WORDS) as Priority[];

describe.each([
  ["light", lightTheme],
  ["dark", darkTheme],
])("the colours of priorities in the %s theme", (_, theme) => {
  const values = theme as unknown as Record<string, string>;
  const colourOf = (priority: Priority) => values[PRIORITY_COLOURS[priority].slice("var(--".length, -1)] as string;

  it.each(priorities)("has enough contrast on every row background: %s", (priority) => {
    for (const background of ["colorNeutralBackground1", "colorSubtleBackgroundHover", "sel"])
      expect(contrast(colourOf(priority), values[background] as string)).toBeGreaterThan(4.5);
  });

  it("differ", () => {
    expect(new Set(priorities.map(colourOf)).size).toBe(priorities.length);
  });
});

it("shows its word and a flag in its colour", () => {
  const { container } = render(<PriorityWord priority="high" />);
  expect(getComputedStyle(screen.getByText("High priority")).color).toBe("var(--bad)");
  expect(container.querySelectorAll("svg")).toHaveLength(1);
});

it.each([
  ["every month · High priority · 1 of 2 steps", "every month · 1 of 2 steps"],
  ["High priority · High priority", "High priority"],
  ["High priority", ""],
  ["Not a High priority · at all", null],
])("is removed from the rest of the row's text: %s", (line, rest) => {
  expect(withoutPriority(line, "high")).toBe(rest);
  expect(withoutPriority(line, undefined)).toBeNull();
});
