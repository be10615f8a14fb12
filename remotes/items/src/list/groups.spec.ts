import { provideShell, type ShellApi } from "@tessera/shell-api";
import { summaryOf } from "../detail/summary-of.ts";
import { card } from "../testing/items-server.ts";
import { daysAround } from "./days-around.ts";
import { dueWords } from "./due-words.ts";
import { dueLabel, groupsOf, labelOf, pastLabel } from "./groups.ts";

const now = new Date(2026, 10, 20, 15); // a Friday
const english = { locale: "en" };
const days = daysAround(now, english);
const at = (day: number, month = 10) => new Date(2026, month, day, 10).toISOString();

// Rows ask whether their type can be done.
beforeAll(() => provideShell({ contributions: { itemType: () => undefined } } as unknown as ShellApi));

describe("headings of a list", () => {
  it("names days by their distance, weeks, then months", () => {
    expect([at(20), at(19), at(17), at(14), at(2), at(2, 8)].map((iso) => pastLabel(iso, days, english))).toEqual([
      "Today",
      "Yesterday",
      "Earlier this week",
      "Last week",
      "November 2026",
      "September 2026",
    ]);
  });

  it("names due dates by urgency", () => {
    expect([at(19), at(20), at(21), at(25), at(1, 11), null].map((iso) => dueLabel(iso, days))).toEqual([
      "Overdue",
      "Today",
      "Tomorrow",
      "Next 7 days",
      "Later",
      "No due date",
    ]);
  });

  it("tells days of the person's own time zone and week", () => {
    const at = new Date("2026-11-20T03:00:00Z");
    const [auckland, newYork] = ["Pacific/Auckland", "America/New_York"].map((timeZone) => ({
      locale: "en",
      timeZone,
    }));
    const due = (iso: string, region = auckland!) => dueWords(iso, daysAround(at, region), region);
    expect([due("2026-11-20T10:59:00Z"), due("2026-11-20T11:00:00Z"), due("2026-11-19T10:59:00Z")]).toEqual([
      "Due today",
      "Due tomorrow",
      "Overdue since Nov 19",
    ]);
    expect([
      due("2026-11-20T03:30:00Z", newYork),
      due("2026-11-20T05:00:00Z", newYork),
      due("2026-12-04T02:00:00Z", newYork),
    ]).toEqual(["Due today", "Due tomorrow", "Due Dec 3"]);
    expect(pastLabel("2026-11-01T02:00:00Z", daysAround(at, newYork!), newYork!)).toBe("October 2026");
    const sunday = "2026-11-15T12:00:00Z";
    const week = (firstWeekday: "monday" | "sunday") =>
      pastLabel(sunday, daysAround(at, { firstWeekday, timeZone: "UTC" }), english);
    expect([week("monday"), week("sunday")]).toEqual(["Last week", "Earlier this week"]);
  });

  it("finds each heading without looking at every row", () => {
    const rows = Array.from({ length: 100_000 }, (_, n) =>
      summaryOf(card(n, { createdAt: new Date(now.getTime() - n * 300_000).toISOString() })),
    );
    const label = labelOf({ type: "all" }, days, english);
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
    expect(labelOf({ type: "all", sort: "title" }, days, english)).toBeNull();
    expect(labelOf({ type: "all", q: "lease" }, days, english)).toBeNull();
  });
});
