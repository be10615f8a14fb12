import { Checkmark16Regular } from "@fluentui/react-icons/svg/checkmark";
import { GROUPS } from "@tessera/contracts-items/sections.ts";
import { SNOOZED_LIST } from "@tessera/contracts-items/snoozed.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { MenuDivider, MenuItem } from "@tessera/fluent-data";
import { useQuery } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { shell, useKeys } from "@tessera/shell-api";
import { Keycap, type OpenMenu } from "@tessera/ui";
import { MenuPopup } from "@tessera/ui/menu-popup";
import { Fragment } from "react";
import { items, keys } from "../api.ts";
import { useSavedSearches } from "../search/saved-searches.ts";
import { askTag } from "../tags/ask-tag.ts";
import { TagWord } from "../tags/tag-word.tsx";
import { useItemTypes } from "../types/item-types.ts";
import { useListAssignees } from "./list-assignees.ts";
import { listChoices } from "./list-choices.ts";
import type { ListHeaderProps } from "./list-header.tsx";
import { type ListQuery, orderOf, sortOf, tagsIn } from "./list-query.ts";
import { SORTS, sortNow } from "./list-sorts.ts";
import { GROUP_NAMES } from "./sections/section-names.ts";
import { useDueCounts } from "./use-due-counts.ts";
import type { ChangeQuery } from "./use-list-query.ts";

const useStyles = makeStyles({
  count: { color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
  // The ring of a line is 2 px wider than it.
  menu: { maxHeight: "60vh", margin: "-2px", padding: "2px", overflowY: "auto" },
});

/** Tags offered in the filter menu, the most used first. */
const OFFERED_TAGS = 15;

interface QueryProps {
  menu: OpenMenu;
  query: ListQuery;
  change: ChangeQuery;
}

/** Every list there is. */
export function ListLines({ menu }: { menu: OpenMenu }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const groups = listChoices(useItemTypes(), useSavedSearches(), useDueCounts());
  return (
    <MenuPopup menu={menu} align="start" className={styles.menu}>
      {groups.map((group, index) => (
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
      ))}
    </MenuPopup>
  );
}

const tick = (on: boolean) => (on ? <Checkmark16Regular /> : <span />);

export function FilterLines({ menu, query, change }: QueryProps) {
  const styles = useStyles();
  const navigate = useNavigate();
  const tags = useQuery({
    queryKey: keys.tags,
    queryFn: ({ signal }) => items.tags(signal),
    staleTime: 30_000,
    refetchOnMount: "always",
  });
  const chosen = tagsIn(query);
  const assignees = useListAssignees(query);
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
    <MenuPopup menu={menu} className={styles.menu}>
      <MenuItem
        role="menuitemcheckbox"
        aria-checked={query.unread === "true"}
        icon={tick(query.unread === "true")}
        onClick={() => change({ unread: query.unread ? undefined : "true" })}
      >
        Unread only
      </MenuItem>
      {assignees.length > 0 && <MenuDivider />}
      {assignees.map(({ key, label, count }) => (
        <MenuItem
          key={key}
          role="menuitemradio"
          aria-checked={query.assignee === key}
          icon={tick(query.assignee === key)}
          secondaryContent={<span className={styles.count}>{count?.toLocaleString()}</span>}
          onClick={() => change({ assignee: query.assignee === key ? undefined : key })}
        >
          {label}
        </MenuItem>
      ))}
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
    </MenuPopup>
  );
}

/** By what the list has sections, and whether they stand beside each other. */
export function GroupLines({ menu, query, change }: QueryProps) {
  const isBoard = query.layout === "board";
  const line = (key: string, label: string, on: boolean, patch: Parameters<ChangeQuery>[0]) => (
    <MenuItem key={key} role="menuitemradio" aria-checked={on} icon={tick(on)} onClick={() => change(patch)}>
      {label}
    </MenuItem>
  );
  return (
    <MenuPopup menu={menu}>
      {line("none", "No sections", !query.group, { group: undefined, layout: undefined })}
      {GROUPS.map((group) => line(group, GROUP_NAMES[group], query.group === group, { group }))}
      <MenuDivider />
      {line("list", "As a list", !isBoard, { layout: undefined })}
      {line("board", "As a board", isBoard, { layout: "board", group: query.group ?? "status" })}
    </MenuPopup>
  );
}

export function SortLines({ menu, query, change }: QueryProps) {
  const { chosen, order, words } = sortNow(query);
  const offered = SORTS.filter(({ sort }) =>
    sort === "relevance" ? query.q : sort !== "wake" || query.type === SNOOZED_LIST,
  );
  return (
    <MenuPopup menu={menu}>
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
    </MenuPopup>
  );
}

type Acts = Pick<ListHeaderProps, "onSearch" | "onImport" | "onSelectAll">;

export function MoreLines(props: Acts & { menu: OpenMenu; onCapture: () => void }) {
  const keyOf = useKeys();
  const navigate = useNavigate();
  return (
    <MenuPopup menu={props.menu}>
      <MenuItem secondaryContent={<Keycap>{keyOf("items.capture")}</Keycap>} onClick={props.onCapture}>
        Capture
      </MenuItem>
      <MenuItem secondaryContent={<Keycap>{keyOf("items.import")}</Keycap>} onClick={props.onImport}>
        Import cards
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
    </MenuPopup>
  );
}

/** The same on a phone. */
export function PhoneLines({ menu, onSearch, onImport, onSelectAll }: Acts & { menu: OpenMenu }) {
  const styles = useStyles();
  const navigate = useNavigate();
  return (
    <MenuPopup menu={menu} className={styles.menu}>
      <MenuItem onClick={onSearch}>Search in this list</MenuItem>
      <MenuItem onClick={onSelectAll}>Select all that are loaded</MenuItem>
      <MenuItem onClick={onImport}>Import cards</MenuItem>
      <MenuItem onClick={() => navigate("/ws-items")}>Watch live changes</MenuItem>
    </MenuPopup>
  );
}
