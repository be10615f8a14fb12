import { ChevronDown16Regular } from "@fluentui/react-icons/svg/chevron-down";
import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import { Search20Regular } from "@fluentui/react-icons/svg/search";
import { makeStyles, tokens } from "@tessera/fluent";
import { useKeys } from "@tessera/shell-api";
import { IconButton, LazyMenu, PaneHeader } from "@tessera/ui";
import { openPart } from "../load-part.ts";
import { pluralOf, useItemTypes } from "../types/item-types.ts";
import { FilterMenu, GroupMenu, listMenus, SortMenu } from "./list-menus.tsx";
import type { ListQuery } from "./list-query.ts";
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
});

export interface ListHeaderProps {
  query: ListQuery;
  count: number | string | undefined;
  change: ChangeQuery;
  onSearch: () => void;
  onSelectAll: () => void;
  onImport: () => void;
  onCapture: () => void;
}

/** Name and length of the list; search, filter, order and the rest at its right. */
export function ListHeader(props: ListHeaderProps) {
  const keyOf = useKeys();
  const styles = useStyles();
  const types = useItemTypes();
  return (
    <PaneHeader
      count={props.count}
      title={
        <LazyMenu
          trigger={
            <button type="button" className={styles.title} title="Show another list">
              {pluralOf(props.query.type, types)}
              <ChevronDown16Regular aria-hidden="true" />
            </button>
          }
          load={() => openPart(async () => (await listMenus()).ListLines)}
          lines={{}}
        />
      }
    >
      <IconButton
        icon={<Search20Regular />}
        label="Search in this list"
        shortcut={keyOf("search")}
        onClick={props.onSearch}
      />
      <FilterMenu query={props.query} change={props.change} />
      <SortMenu query={props.query} change={props.change} />
      <GroupMenu query={props.query} change={props.change} />
      <LazyMenu
        trigger={<IconButton icon={<MoreHorizontal20Regular />} label="More" />}
        load={() => openPart(async () => (await listMenus()).MoreLines)}
        lines={props}
      />
    </PaneHeader>
  );
}

/** The rest on a phone, in the bar above; the lists are behind its title. */
export const PhoneListMenu = (props: Pick<ListHeaderProps, "onSearch" | "onImport" | "onSelectAll">) => (
  <LazyMenu
    trigger={<IconButton icon={<MoreHorizontal20Regular />} label="More" size="large" />}
    load={() => openPart(async () => (await listMenus()).PhoneLines)}
    lines={props}
  />
);
