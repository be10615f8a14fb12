import { provideShell, type ShellApi } from "@tessera/shell-api";
import { summaryOf } from "../detail/summary-of.ts";
import { card } from "../testing/items-server.ts";
import { append, belongs, changeRows, type ListData, mergeHead, putBack } from "./list-data.ts";

const row = (n: number, fields = {}) => summaryOf(card(n, fields));
const data = (from: number, to: number, nextCursor: string | null = "next"): ListData => ({
  rows: Array.from({ length: to - from + 1 }, (_, index) => row(from + index)),
  total: 1000,
  nextCursor,
});
const titles = (list: ListData) => list.rows.map((one) => one.title.replace("Card ", "")).join(" ");
const page = (from: number, to: number, nextCursor: string | null = "next") => ({
  items: data(from, to).rows,
  total: 1000,
  nextCursor,
});
const now = new Date(2026, 10, 20);

// Rows ask whether their type can be done.
beforeAll(() => provideShell({ contributions: { itemType: () => undefined } } as unknown as ShellApi));

describe("the loaded beginning of a list", () => {
  it("shows a row once that slipped onto the next page meanwhile", () => {
    expect(titles(append(data(1, 3), page(3, 5)))).toBe("1 2 3 4 5");
  });

  it("takes a fresh first page and keeps what is loaded below it", () => {
    const merged = mergeHead(data(2, 6, "deep"), page(1, 3));
    expect([titles(merged), merged.nextCursor]).toEqual(["1 2 3 4 5 6", "deep"]);
  });

  it("starts over when the fresh page shares nothing with what was loaded", () => {
    expect(titles(mergeHead(data(50, 60), page(1, 3)))).toBe("1 2 3");
  });

  it("takes out rows that no longer belong and puts them back where they were", () => {
    const before = data(1, 5);
    const changed = new Map([2, 3, 5].map((n) => [row(n).id, row(n, { status: "archived" })]));
    const { data: after, removed } = changeRows({ type: "inbox" }, before, changed, now);
    expect([titles(after), after.total]).toEqual(["1 4", 997]);
    const back = putBack(after, removed);
    expect([titles(back), back.total]).toEqual(["1 2 3 4 5", 1000]);
  });

  it("knows which cards a list holds", () => {
    const later = new Date(now.getTime() + 60_000).toISOString();
    expect(belongs({ type: "inbox" }, row(1, { snoozeUntil: later }), now)).toBe(false);
    expect(belongs({ type: "note" }, row(1, { status: "archived" }), now)).toBe(true);
    expect(belongs({ type: "note" }, row(1, { status: "trash" }), now)).toBe(false);
    expect(belongs({ type: "note", status: "trash" }, row(1, { status: "trash" }), now)).toBe(true);
    expect(belongs({ type: "all", tag: "Home" }, row(1, { tags: ["home"] }), now)).toBe(true);
    expect(belongs({ type: "all", tag: "tax" }, row(1, { tags: ["home"] }), now)).toBe(false);
  });
});
