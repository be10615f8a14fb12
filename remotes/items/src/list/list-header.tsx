import { ChevronDown16Regular } from "@fluentui/react-icons/svg/chevron-down";
import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import { Search20Regular } from "@fluentui/react-icons/svg/search";
import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger, makeStyles, tokens } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { shell, useKeys } from "@tessera/shell-api";
import { IconButton, Keycap, PaneHeader } from "@tessera/ui";
import { pluralOf, useItemTypes } from "../types/item-types.ts";
import { FilterMenu, ListChoices, SortMenu } from "./list-menus.tsx";
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
  menu: { maxHeight: "60vh", overflowY: "auto" },
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
  const navigate = useNavigate();
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
              <ListChoices />
            </MenuList>
          </MenuPopover>
        </Menu>
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
      <Menu positioning="below-end">
        <MenuTrigger disableButtonEnhancement>
          <IconButton icon={<MoreHorizontal20Regular />} label="More" />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem secondaryContent={<Keycap>{keyOf("items.capture")}</Keycap>} onClick={props.onCapture}>
              Capture
            </MenuItem>
            <MenuItem secondaryContent={<Keycap>{keyOf("items.import")}</Keycap>} onClick={props.onImport}>
              Import bookmarks or mails
            </MenuItem>
            <MenuDivider />
            <MenuItem secondaryContent={<Keycap>{keyOf("select-all")}</Keycap>} onClick={props.onSelectAll}>
              Select all that are loaded
            </MenuItem>
            <MenuItem onClick={() => navigate("/ws-items")}>Watch live changes</MenuItem>
            <MenuItem
              secondaryContent={<Keycap>{keyOf("shortcuts")}</Keycap>}
              onClick={() => shell().commands.openShortcuts()}
            >
              Keyboard shortcuts
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
    </PaneHeader>
  );
}

/** The rest on a phone, in the bar above; the lists are behind its title. */
export function PhoneListMenu({
  onSearch,
  onImport,
  onSelectAll,
}: Pick<ListHeaderProps, "onSearch" | "onImport" | "onSelectAll">) {
  const styles = useStyles();
  const navigate = useNavigate();
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <IconButton icon={<MoreHorizontal20Regular />} label="More" size="large" />
      </MenuTrigger>
      <MenuPopover>
        <MenuList className={styles.menu}>
          <MenuItem onClick={onSearch}>Search in this list</MenuItem>
          <MenuItem onClick={onSelectAll}>Select all that are loaded</MenuItem>
          <MenuItem onClick={onImport}>Import bookmarks or mails</MenuItem>
          <MenuItem onClick={() => navigate("/ws-items")}>Watch live changes</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
