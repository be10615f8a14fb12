import { ArrowSort20Regular } from "@fluentui/react-icons/svg/arrow-sort";
import { Board20Regular } from "@fluentui/react-icons/svg/board";
import { Filter20Filled, Filter20Regular } from "@fluentui/react-icons/svg/filter";
import { GroupList20Filled, GroupList20Regular } from "@fluentui/react-icons/svg/group-list";
import { IconButton, LazyMenu } from "@tessera/ui";
import { loadPart, openPart } from "../load-part.ts";
import { taggedWords } from "./filter-note.tsx";
import { useAssigneeName } from "./list-assignees.ts";
import type { ListQuery } from "./list-query.ts";
import { sortNow } from "./list-sorts.ts";
import { GROUP_NAMES } from "./sections/section-names.ts";
import type { ChangeQuery } from "./use-list-query.ts";

/** The menus of a list, which are loaded together when one is opened. */
export const listMenus = () => loadPart(() => import("./open-list-menus.tsx"));

interface Props {
  query: ListQuery;
  change: ChangeQuery;
  size?: "medium" | "large";
}

export function FilterMenu({ query, change, size = "medium" }: Props) {
  const name = useAssigneeName(query);
  const active = [
    ...[query.unread && "unread", query.tag && `tagged ${taggedWords(query)}`],
    query.assignee && `assigned to ${name}`,
  ].filter(Boolean);
  return (
    <LazyMenu
      trigger={
        <IconButton
          size={size}
          icon={active.length > 0 ? <Filter20Filled /> : <Filter20Regular />}
          label={active.length > 0 ? `Filter: ${active.join(", ")}` : "Filter"}
        />
      }
      load={() => openPart(async () => (await listMenus()).FilterLines)}
      lines={{ query, change }}
    />
  );
}

export function GroupMenu({ query, change, size = "medium" }: Props) {
  const { group, layout } = query;
  const now = group && `${layout === "board" ? "board" : "sections"} by ${GROUP_NAMES[group].toLowerCase()}`;
  return (
    <LazyMenu
      trigger={
        <IconButton
          size={size}
          icon={layout === "board" ? <Board20Regular /> : group ? <GroupList20Filled /> : <GroupList20Regular />}
          label={now ? `Sections: ${now}` : "Sections"}
        />
      }
      load={() => openPart(async () => (await listMenus()).GroupLines)}
      lines={{ query, change }}
    />
  );
}

export function SortMenu({ query, change, size = "medium" }: Props) {
  const { words, order } = sortNow(query);
  return (
    <LazyMenu
      trigger={
        <IconButton
          size={size}
          icon={<ArrowSort20Regular />}
          label={`Order: ${words.label}, ${words[order].toLowerCase()}`}
        />
      }
      load={() => openPart(async () => (await listMenus()).SortLines)}
      lines={{ query, change }}
    />
  );
}
