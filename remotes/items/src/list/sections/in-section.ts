import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { type DueSection, type ItemGroup, NO_TAG_SECTION } from "@tessera/contracts-items/sections.ts";
import { shell } from "@tessera/shell-api";
import { assigneeKey } from "../../types/task/assignees.ts";
import { type DaysAround, daysAround } from "../days-around.ts";

/** Whether a card stands in a section, as the service says it. */
export function isInSection(
  group: ItemGroup,
  key: string,
  row: Pick<ItemSummary, "status" | "type" | "priority" | "tags" | "dueAt" | "assignee">,
  now: Date,
): boolean {
  switch (group) {
    case "status":
      return row.status === key;
    case "type":
      return row.type === key;
    case "priority":
      return (row.priority ?? "none") === key;
    case "tag":
      return key === NO_TAG_SECTION ? row.tags.length === 0 : row.tags.some((tag) => isTag(tag, key));
    case "assignee":
      return assigneeKey(row.assignee) === key;
    case "due":
      return (
        dueSection(
          row.dueAt,
          daysAround(now, { locale: "en", timeZone: shell().preferences.get().timeZone || undefined }),
        ) === key
      );
  }
}

export const isTag = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export function dueSection(dueAt: string | null, days: DaysAround): DueSection {
  if (!dueAt) return "none";
  const time = Date.parse(dueAt);
  if (time < days.today) return "overdue";
  if (time < days.tomorrow) return "today";
  if (time < days.dayAfterTomorrow) return "tomorrow";
  return time < days.inAWeek ? "week" : "later";
}
