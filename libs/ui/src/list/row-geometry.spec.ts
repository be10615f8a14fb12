import { groupsBy, RowGeometry } from "./row-geometry.ts";

describe("where rows lie", () => {
  const geometry = new RowGeometry(100, 44, 28, [
    { index: 0, label: "Today" },
    { index: 10, label: "Yesterday" },
  ]);

  it("counts the headings above a row", () => {
    expect([geometry.top(0), geometry.top(9), geometry.top(10), geometry.height]).toEqual([28, 424, 496, 4456]);
  });

  it("finds the row at a height", () => {
    for (const index of [0, 5, 9, 10, 42, 99]) expect(geometry.rowAt(geometry.top(index))).toBe(index);
    expect(geometry.rowAt(-50)).toBe(0);
    expect(geometry.rowAt(1e9)).toBe(99);
  });
});

it("starts a group where the label changes", () => {
  expect(groupsBy(["apple", "ant", "bee", "axe"], (word) => word.slice(0, 1))).toEqual([
    { index: 0, label: "a" },
    { index: 2, label: "b" },
    { index: 3, label: "a" },
  ]);
});
