import { postgresChangesFilter } from "@supabase/supabase-js";
import type { ChangedTable } from "@tessera/service-kit";
import { likeMatches } from "./like.ts";
import { parseFilter } from "./row-filter.ts";

const table: ChangedTable = {
  schema: "notes",
  table: "note",
  key: "id",
  owner: "user_id",
  columns: [
    { name: "title", type: "text" },
    { name: "rank", type: "numeric" },
    { name: "done", type: "bool" },
    { name: "due_at", type: "timestamptz" },
  ],
};
const row = { title: 'a, "b" (c)', rank: 10, done: false, due_at: null };
const filter = postgresChangesFilter;

it.each<[string, boolean]>([
  [filter().eq("title", 'a, "b" (c)').build(), true],
  [filter().neq("title", "x").gt("rank", 9).lte("rank", 10).build(), true],
  [filter().gt("rank", 9).lt("rank", 10).build(), false],
  [filter().in("title", ["x", 'a, "b" (c)']).build(), true],
  [filter().not("title", "in", ["x", "y"]).build(), true],
  [filter().in("rank", [1, 2]).build(), false],
  [filter().is("due_at", null).build(), true],
  [filter().is("done", true).build(), false],
  [filter().not("done", "is", true).build(), true],
  [filter().eq("done", false).build(), true],
  [filter().like("title", "a,%").build(), true],
  [filter().ilike("title", "A_%(C)").build(), true],
  [filter().gt("due_at", "2026-01-01").build(), false],
  [filter().isDistinct("due_at", "2026-01-01T00:00:00Z").build(), true],
  [filter().isDistinct("due_at", null).build(), false],
])("%s", (text, expected) => {
  expect(parseFilter(text, table)(row)).toBe(expected);
});

it.each([
  ["rank"],
  ["rank=gt"],
  ["rank=near.5"],
  ["secret=eq.1"],
  ["rank=gt.many"],
  ["due_at=lt.soon"],
  ["title=in.a,b"],
  ["done=is.maybe"],
  ["title=imatch.x"],
])("%s is refused", (text) => {
  expect(() => parseFilter(text, table)).toThrow("Unable to subscribe to changes with given parameters");
});

it("LIKE is answered soon, whatever the pattern", () => {
  const started = process.cpuUsage();
  expect(likeMatches(`${"%a".repeat(500)}%b`, "a".repeat(5_000), false)).toBe(false);
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000); // µs, which other processes do not add to
  expect(likeMatches("100\\%", "100%", false)).toBe(true);
  expect(likeMatches("100\\%", "1000", false)).toBe(false);
});
