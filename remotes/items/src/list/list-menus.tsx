import { ArrowSort20Regular } from "@fluentui/react-icons/svg/arrow-sort";
import { Checkmark16Regular } from "@fluentui/react-icons/svg/checkmark";
import { Filter20Filled, Filter20Regular } from "@fluentui/react-icons/svg/filter";
import { SNOOZED_LIST } from "@tessera/contracts-items/snoozed.ts";
import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger, makeStyles, tokens } from "@tessera/fluent";
import { useQuery } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { IconButton } from "@tessera/ui";
import { Fragment } from "react";
import { items, keys } from "../api.ts";
import { useSavedSearches } from "../search/saved-searches.ts";
import { askTag } from "../tags/ask-tag.ts";
import { TagWord } from "../tags/tag-word.tsx";
import { useItemTypes } from "../types/item-types.ts";
import { taggedWords } from "./filter-note.tsx";
import { listChoices } from "./list-choices.ts";
import { type ListQuery, type ListSort, orderOf, sortOf, tagsIn } from "./list-query.ts";
import { useDueCounts } from "./use-due-counts.ts";
import type { ChangeQuery } from "./use-list-query.ts";

const useStyles = makeStyles({
  count: { color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
  menu: { maxHeight: "60vh", overflowY: "auto" },
});

/** Tags offered in the filter menu, the most used first. */
const OFFERED_TAGS = 15;

const SORTS: { sort: ListSort; label: string; asc: string; desc: string }[] = [
  { sort: "relevance", label: "Best match", asc: "Worst first", desc: "Best first" },
  { sort: "created", label: "Captured", asc: "Oldest first", desc: "Newest first" },
  { sort: "updated", label: "Changed", asc: "Oldest first", desc: "Newest first" },
  { sort: "due", label: "Due", asc: "Soonest first", desc: "Latest first" },
  { sort: "priority", label: "Priority", asc: "Highest first", desc: "Lowest first" },
  { sort: "wake", label: "Comes back", asc: "Soonest first", desc: "Latest first" },
  { sort: "title", label: "Title", asc: "A to Z", desc: "Z to A" },
];
interface QueryProps {
  query: ListQuery;
  change: ChangeQuery;
}

/** Every list there is, as lines of a menu. */
export function ListChoices() {
  const styles = useStyles();
  const navigate = useNavigate();
  const groups = listChoices(useItemTypes(), useSavedSearches(), useDueCounts());
  return groups.map((group, index) => (
    <Fragment key={group[0]?.path}>
      {index > 0 && <MenuDivider />}
      {group.map(({ path, label, count }) => (
        <MenuItem
          key={path}
          secondaryContent={
            count === undefined ? undefined : <span className={styles.count}>{count.toLocaleString()}</span>
          }
          onClick={() => navigate(path)}
        >
          {label}
        </MenuItem>
      ))}
    </Fragment>
  ));
}

const tick = (on: boolean) => (on ? <Checkmark16Regular /> : <span />);

export function FilterMenu({ query, change, size = "medium" }: QueryProps & { size?: "medium" | "large" }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const tags = useQuery({
    queryKey: keys.tags,
    queryFn: ({ signal }) => items.tags(signal),
    staleTime: 30_000,
    enabled: false,
  });
  const active = [query.unread && "unread", query.tag && `tagged ${taggedWords(query)}`].filter(Boolean);
  const chosen = tagsIn(query);
  const isChosen = (tag: string) => chosen.some((one) => one.toLowerCase() === tag.toLowerCase());
  const toggle = (tag: string) => {
    const left = chosen.filter((one) => one.toLowerCase() !== tag.toLowerCase());
    change({ tag: (left.length < chosen.length ? left : [...chosen, tag]).join() });
  };
  const known = tags.data ?? [];
  const offered = [
    ...chosen.map((tag) => known.find((one) => one.tag.toLowerCase() === tag.toLowerCase()) ?? { tag, count: null }),
    ...known.filter(({ tag }) => !isChosen(tag)).slice(0, OFFERED_TAGS),
  ];
  return (
    <Menu positioning="below-end" onOpenChange={(_, data) => data.open && void tags.refetch()}>
      <MenuTrigger disableButtonEnhancement>
        <IconButton
          size={size}
          icon={active.length > 0 ? <Filter20Filled /> : <Filter20Regular />}
          label={active.length > 0 ? `Filter: ${active.join(", ")}` : "Filter"}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList className={styles.menu}>
          <MenuItem
            role="menuitemcheckbox"
            aria-checked={query.unread === "true"}
            icon={tick(query.unread === "true")}
            onClick={() => change({ unread: query.unread ? undefined : "true" })}
          >
            Unread only
          </MenuItem>
          <MenuDivider />
          <MenuItem
            role="menuitemcheckbox"
            aria-checked={chosen.length === 0}
            icon={tick(chosen.length === 0)}
            onClick={() => change({ tag: undefined })}
          >
            Any tag
          </MenuItem>
          {offered.map(({ tag, count }) => (
            <MenuItem
              key={tag}
              role="menuitemcheckbox"
              aria-checked={isChosen(tag)}
              icon={tick(isChosen(tag))}
              secondaryContent={<span className={styles.count}>{count?.toLocaleString()}</span>}
              onClick={() => toggle(tag)}
            >
              <TagWord tag={tag} />
            </MenuItem>
          ))}
          {(tags.data?.length ?? 0) > OFFERED_TAGS && (
            <MenuItem icon={<span />} onClick={() => void askTag().then((tag) => tag && !isChosen(tag) && toggle(tag))}>
              {`Find among ${tags.data?.length.toLocaleString()} tags…`}
            </MenuItem>
          )}
          <MenuDivider />
          <MenuItem icon={<span />} onClick={() => navigate("/items/tags")}>
            Manage tags
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

export function SortMenu({ query, change, size = "medium" }: QueryProps & { size?: "medium" | "large" }) {
  const chosen = sortOf(query);
  const order = query.order ?? orderOf(chosen);
  const offered = SORTS.filter(({ sort }) =>
    sort === "relevance" ? query.q : sort !== "wake" || query.type === SNOOZED_LIST,
  );
  const words = SORTS.find((one) => one.sort === chosen) ?? (SORTS[0] as (typeof SORTS)[number]);
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <IconButton
          size={size}
          icon={<ArrowSort20Regular />}
          label={`Order: ${words.label}, ${words[order].toLowerCase()}`}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {offered.map(({ sort, label }) => (
            <MenuItem
              key={sort}
              role="menuitemradio"
              aria-checked={sort === chosen}
              icon={tick(sort === chosen)}
              onClick={() =>
                change({ sort: sort === sortOf({ type: query.type, q: query.q }) ? undefined : sort, order: undefined })
              }
            >
              {label}
            </MenuItem>
          ))}
          <MenuDivider />
          {(["asc", "desc"] as const).map((one) => (
            <MenuItem
              key={one}
              role="menuitemradio"
              aria-checked={one === order}
              icon={tick(one === order)}
              onClick={() => change({ order: one === orderOf(chosen) ? undefined : one })}
            >
              {words[one]}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
