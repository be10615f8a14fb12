import { ArrowSort20Regular } from "@fluentui/react-icons/svg/arrow-sort";
import { Checkmark16Regular } from "@fluentui/react-icons/svg/checkmark";
import { ChevronDown16Regular } from "@fluentui/react-icons/svg/chevron-down";
import { Filter20Filled, Filter20Regular } from "@fluentui/react-icons/svg/filter";
import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import { Search20Regular } from "@fluentui/react-icons/svg/search";
import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger, makeStyles, tokens } from "@tessera/fluent";
import { useQuery } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { IconButton, Keycap, PaneHeader } from "@tessera/ui";
import { items, keys } from "../api.ts";
import { LISTS, pluralOf, useItemTypes } from "../types/item-types.ts";
import { type ListQuery, type ListSort, orderOf, sortOf } from "./list-query.ts";
import type { ChangeQuery } from "./use-list-query.ts";

const useStyles = makeStyles({
  title: {
    display: "inline-flex",
    alignItems: "center",
    gap: "4px",
    padding: "2px 4px",
    margin: "0 -4px",
    border: "none",
    borderRadius: "6px",
    font: "inherit",
    letterSpacing: "inherit",
    color: "inherit",
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  },
  count: { color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
  menu: { maxHeight: "60vh", overflowY: "auto" },
});

/** Cards that left the inbox, whatever they are. */
const ELSEWHERE = [
  { status: "later", label: "Later" },
  { status: "done", label: "Done" },
  { status: "archived", label: "Archived" },
  { status: "trash", label: "Trash" },
];

/** Tags offered in the filter menu, the most used first. */
const OFFERED_TAGS = 15;

const SORTS: { sort: ListSort; label: string; asc: string; desc: string }[] = [
  { sort: "relevance", label: "Best match", asc: "Worst first", desc: "Best first" },
  { sort: "created", label: "Captured", asc: "Oldest first", desc: "Newest first" },
  { sort: "updated", label: "Changed", asc: "Oldest first", desc: "Newest first" },
  { sort: "due", label: "Due", asc: "Soonest first", desc: "Latest first" },
  { sort: "title", label: "Title", asc: "A to Z", desc: "Z to A" },
];
export interface ListHeaderProps {
  query: ListQuery;
  count: number | undefined;
  change: ChangeQuery;
  onSearch: () => void;
  onSelectAll: () => void;
  onImport: () => void;
  onCapture: () => void;
}

/** Name and length of the list; search, filter, order and the rest at its right. */
export function ListHeader(props: ListHeaderProps) {
  const styles = useStyles();
  const navigate = useNavigate();
  const types = useItemTypes();
  return (
    <PaneHeader
      count={props.count}
      title={
        <Menu positioning="below-start">
          <MenuTrigger disableButtonEnhancement>
            <button type="button" className={styles.title} title="Show another list">
              {pluralOf(props.query.type, types)}
              <ChevronDown16Regular aria-hidden="true" />
            </button>
          </MenuTrigger>
          <MenuPopover>
            <MenuList className={styles.menu}>
              {Object.entries(LISTS).map(([type, label]) => (
                <MenuItem key={type} onClick={() => navigate(`/items/${type}`)}>
                  {label}
                </MenuItem>
              ))}
              <MenuDivider />
              {ELSEWHERE.map(({ status, label }) => (
                <MenuItem key={status} onClick={() => navigate(`/items/all?status=${status}`)}>
                  {label}
                </MenuItem>
              ))}
              <MenuDivider />
              {types
                .filter((info) => info.type !== "inbox")
                .sort((a, b) => a.order - b.order)
                .map((info) => (
                  <MenuItem
                    key={info.type}
                    secondaryContent={<span className={styles.count}>{info.count.toLocaleString()}</span>}
                    onClick={() => navigate(`/items/${info.type}`)}
                  >
                    {info.plural}
                  </MenuItem>
                ))}
            </MenuList>
          </MenuPopover>
        </Menu>
      }
    >
      <IconButton icon={<Search20Regular />} label="Search in this list" shortcut="/" onClick={props.onSearch} />
      <FilterMenu query={props.query} change={props.change} />
      <SortMenu query={props.query} change={props.change} />
      <Menu positioning="below-end">
        <MenuTrigger disableButtonEnhancement>
          <IconButton icon={<MoreHorizontal20Regular />} label="More" />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem secondaryContent={<Keycap>c</Keycap>} onClick={props.onCapture}>
              Capture
            </MenuItem>
            <MenuItem secondaryContent={<Keycap>i</Keycap>} onClick={props.onImport}>
              Import bookmarks or mails
            </MenuItem>
            <MenuDivider />
            <MenuItem onClick={props.onSelectAll}>Select all that are loaded</MenuItem>
            <MenuItem secondaryContent={<Keycap>?</Keycap>} onClick={() => shell().commands.openShortcuts()}>
              Keyboard shortcuts
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
    </PaneHeader>
  );
}

const tick = (on: boolean) => (on ? <Checkmark16Regular /> : <span />);

function FilterMenu({ query, change }: { query: ListQuery; change: ChangeQuery }) {
  const styles = useStyles();
  const tags = useQuery({ queryKey: keys.tags, queryFn: ({ signal }) => items.tags(signal), staleTime: 30_000, enabled: false });
  return (
    <Menu positioning="below-end" onOpenChange={(_, data) => data.open && void tags.refetch()}>
      <MenuTrigger disableButtonEnhancement>
        <IconButton
          icon={query.tag ? <Filter20Filled /> : <Filter20Regular />}
          label={query.tag ? `Filter: tag ${query.tag}` : "Filter by tag"}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList className={styles.menu}>
          <MenuItem role="menuitemradio" aria-checked={!query.tag} icon={tick(!query.tag)} onClick={() => change({ tag: undefined })}>
            Any tag
          </MenuItem>
          {(tags.data ?? []).slice(0, OFFERED_TAGS).map(({ tag, count }) => (
            <MenuItem
              key={tag}
              role="menuitemradio"
              aria-checked={query.tag === tag}
              icon={tick(query.tag === tag)}
              secondaryContent={<span className={styles.count}>{count.toLocaleString()}</span>}
              onClick={() => change({ tag })}
            >
              {tag}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

function SortMenu({ query, change }: { query: ListQuery; change: ChangeQuery }) {
  const chosen = sortOf(query);
  const order = query.order ?? orderOf(chosen);
  const offered = SORTS.filter(({ sort }) => sort !== "relevance" || query.q);
  const words = SORTS.find((one) => one.sort === chosen) ?? (SORTS[0] as (typeof SORTS)[number]);
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <IconButton icon={<ArrowSort20Regular />} label={`Order: ${words.label}, ${words[order].toLowerCase()}`} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {offered.map(({ sort, label }) => (
            <MenuItem
              key={sort}
              role="menuitemradio"
              aria-checked={sort === chosen}
              icon={tick(sort === chosen)}
              onClick={() => change({ sort: sort === sortOf({ type: query.type, q: query.q }) ? undefined : sort, order: undefined })}
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
