import type { ItemTypeInfo } from "@tessera/contracts-items/items.ts";
import { type ItemGroup, MY_SECTION, NO_TAG_SECTION, NOBODY_SECTION } from "@tessera/contracts-items/sections.ts";
import { pluralOf } from "../../types/item-types.ts";
import { PRIORITY_WORDS } from "../../types/task/priorities.ts";

/** By what lists have sections, as menus say it. */
export const GROUP_NAMES: Record<ItemGroup, string> = {
  status: "Status",
  type: "Type",
  priority: "Priority",
  tag: "Tag",
  due: "Due date",
  assignee: "Assignee",
};

const NAMES: Partial<Record<ItemGroup, Record<string, string>>> = {
  status: { inbox: "Inbox", later: "Later", done: "Done", archived: "Archived", trash: "Trash" },
  priority: { ...PRIORITY_WORDS, none: "No priority" },
  due: {
    overdue: "Overdue",
    today: "Today",
    tomorrow: "Tomorrow",
    week: "Next 7 days",
    later: "Later",
    none: "No due date",
  },
  assignee: { [MY_SECTION]: "Me", [NOBODY_SECTION]: "Nobody" },
};

/** What a section is called. */
export function nameOfSection(group: ItemGroup, key: string, types: readonly ItemTypeInfo[]): string {
  if (group === "tag") return key === NO_TAG_SECTION ? "No tag" : key;
  // Captures without a type yet: a list of all that waits has the type's own name.
  if (group === "type") return key === "inbox" ? "Untyped" : pluralOf(key, types);
  return NAMES[group]?.[key] ?? key;
}
