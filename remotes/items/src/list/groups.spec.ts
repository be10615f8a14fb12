import { summaryOf } from "../detail/summary-of.ts";
import { card } from "../testing/items-server.ts";
import { dueLabel, groupsOf, labelOf, pastLabel } from "./groups.ts";
import { RowGeometry } from "./row-geometry.ts";

const now = new Date(2026, 10, 20, 15); // a Friday
const at = (day: number, month = 10) => new Date(2026, month, day, 10).toISOString();

describe("headings of a list", () => {
  it("names days by their distance, weeks, then months", () => {
    expect([at(20), at(19), at(17), at(14), at(2), at(2, 8)].map((iso) => pastLabel(iso, now, "en"))).toEqual([
      "Today",
      "Yesterday",
      "Earlier this week",
      "Last week",
      "November 2026",
      "September 2026",
    ]);
  });

  it("names due dates by urgency", () => {
    expect([at(19), at(20), at(21), at(25), at(1, 11), null].map((iso) => dueLabel(iso, now))).toEqual([
      "Overdue",
      "Today",
      "Tomorrow",
      "Next 7 days",
      "Later",
      "No due date",
    ]);
  });

  it("finds each heading without looking at every row", () => {
    const rows = Array.from({ length: 100_000 }, (_, n) =>
      summaryOf(card(n, { createdAt: new Date(now.getTime() - n * 300_000).toISOString() })),
    );
    const label = labelOf({ type: "all" }, now, "en");
    let asked = 0;
    const groups = groupsOf(rows, (row) => {
      asked++;
      return label?.(row) ?? "";
    });
    expect(groups[0]).toEqual({ index: 0, label: "Today" });
    expect(groups.map(({ index }) => label?.(rows[index]!))).toEqual(groups.map((group) => group.label));
    for (const { index } of groups.slice(1)) expect(label?.(rows[index - 1]!)).not.toBe(label?.(rows[index]!));
    expect(asked).toBeLessThan(2_000);
  });

  it("has none for an order that is no time", () => {
    expect(labelOf({ type: "all", sort: "title" }, now)).toBeNull();
    expect(labelOf({ type: "all", q: "lease" }, now)).toBeNull();
  });
});

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
