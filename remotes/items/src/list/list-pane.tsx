import { counted } from "@tessera/contracts-core/counted.ts";
import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { MAX_TAG_SECTIONS } from "@tessera/contracts-items/sections.ts";
import { makeStyles } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { inList, shell } from "@tessera/shell-api";
import { ErrorState, LiveNote, RowSkeleton, useIsPhone, useIsTouch, useListState } from "@tessera/ui";
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { keys } from "../api.ts";
import { openCapture } from "../capture/open-capture.ts";
import { openImport } from "../import/open-import.ts";
import { loadPart, openPart } from "../load-part.ts";
import { SpokenList } from "../spoken/spoken-list.tsx";
import { askAbout } from "../triage/ask-about.ts";
import { onUndone } from "../triage/undo.ts";
import { naming } from "../triage/use-triage.ts";
import { pluralOf, useItemTypes } from "../types/item-types.ts";
import { announce } from "./announce.ts";
import { ItemsBar } from "./bulk-bar.tsx";
import { cardMenu, type MenuLine } from "./card-menu.ts";
import { EmptyList } from "./empty-list.tsx";
import { FilterNote } from "./filter-note.tsx";
import { ItemGrid } from "./item-grid.tsx";
import type { ListData } from "./list-data.ts";
import type { ListHandleRef } from "./list-handle.ts";
import { ListHeader, PhoneListMenu } from "./list-header.tsx";
import { FilterMenu, GroupMenu, SortMenu } from "./list-menus.tsx";
import { pathOf, totalOf, whole } from "./list-query.ts";
import { ListSearch } from "./list-search.tsx";
import { ListViews } from "./list-views.tsx";
import { openLists } from "./open-lists.ts";
import { openMenuSheet } from "./open-menu-sheet.ts";
import { OverdueBar, overdueIn } from "./overdue-bar.tsx";
import type { RowMenu } from "./row-menu.tsx";
import { rowSwipe } from "./row-swipe.tsx";
import { DragArea } from "./sections/drag-area.tsx";
import { useMoves } from "./sections/use-moves.ts";
import { useSections } from "./sections/use-sections.tsx";
import { useShownCard } from "./shown-card.ts";
import { useAskCommand } from "./use-ask-command.ts";
import { ALL_LISTS, type ListSource, POLL_MS, useItemList } from "./use-item-list.ts";
import { useListActions } from "./use-list-actions.ts";
import { useListCommands } from "./use-list-commands.ts";
import { useListQuery } from "./use-list-query.ts";

const useStyles = makeStyles({
  views: { display: "flex", flexShrink: 0, alignItems: "center" },
  tabs: { flexGrow: 1, minWidth: 0 },
  note: { margin: 0, padding: "4px 16px 8px", fontSize: "12px", lineHeight: "16px" },
});

const NO_ROWS: ItemSummary[] = [];

/** Each card once, however many sections it is in. */
const loadedOf = (slots: readonly (ItemSummary | undefined)[]): ItemSummary[] => [
  ...new Map(slots.flatMap((row) => (row ? [[row.id, row] as const] : []))).values(),
];

/** What shows its own head over the rows, and says which they are. */
export interface ListFrame extends Pick<ReturnType<typeof useListQuery>, "query" | "change" | "search"> {
  name: string;
  source: ListSource;
  /** In place of the list where it has no rows. */
  empty: ReactNode;
  /** Takes the keyboard to the search. */
  onSearch: () => void;
  /** What takes the keyboard back to the rows. */
  toRows: RefObject<(() => void) | null>;
}

/** The list of a type: rows, views, search, and every triage action by mouse and key. */
export function ListPane({
  selectedId,
  handle,
  onEmpty,
  frame,
}: {
  selectedId: string | undefined;
  handle: ListHandleRef;
  /** Says whether there is a card to select. */
  onEmpty?: (empty: boolean) => void;
  /** Without one, the list is the one of the path. */
  frame?: ListFrame;
}) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const types = useItemTypes();
  const styles = useStyles();
  const phone = useIsPhone();
  const touched = useIsTouch();
  const own = useListQuery();
  const { query, change, search } = frame ?? own;
  const name = frame?.name ?? pluralOf(query.type, types);
  const listed = useMemo(() => whole(query), [query]);
  const source = frame?.source ?? ALL_LISTS;
  const list = useItemList(listed, source);
  const sections = useSections(query, source, list.live);
  const rows = list.data?.rows ?? NO_ROWS;
  /** Rows in the order of the page, with gaps where those of sections are not loaded. */
  const slotsNow = (): readonly (ItemSummary | undefined)[] =>
    sections ? sections.now() : (client.getQueryData<ListData>(keys.list(listed))?.rows ?? NO_ROWS);
  const rowsNow = (): readonly ItemSummary[] => (sections ? loadedOf(slotsNow()) : (slotsNow() as ItemSummary[]));
  const state = useListState(sections?.rows ?? rows, { announce, current: slotsNow });
  const [searching, setSearching] = useState(Boolean(query.q));
  const [searchFocus, setSearchFocus] = useState(0);
  const [menu, setMenu] = useState<{ Menu: typeof RowMenu; at: { x: number; y: number }; groups: MenuLine[][] } | null>(
    null,
  );

  const hrefOf = useCallback((id: string) => `${pathOf(query.type)}/${id}${search}`, [query.type, search]);
  const listHref = `${pathOf(query.type)}${search}`;
  const key = `${query.type} ${search}`;
  const { clear, focusOn } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list starts with nothing selected
  useEffect(() => {
    clear();
    focusOn(null, false);
  }, [key, clear, focusOn]);
  const { shown, goTo } = useShownCard(
    selectedId,
    useCallback((id) => focusOn(id, false), [focusOn]),
  );
  const open = (row: ItemSummary, replace = false) => {
    goTo(row.id);
    void navigate(hrefOf(row.id), { replace });
  };
  const close = (replace: boolean) => {
    goTo(undefined);
    void navigate(listHref, { replace });
  };
  const total = list.data?.total;
  const count = total === undefined ? undefined : totalOf(query, total);
  const words = typeof count === "number" ? counted(count, "card") : count && `${count} cards`;
  useEffect(() => {
    if (query.q && words !== undefined && !list.isOld) announce(`${words} found`);
  }, [query.q, words, list.isOld]);

  useEffect(() => {
    if (total !== undefined) onEmpty?.(total === 0);
  }, [onEmpty, total]);

  const actions = useListActions({
    query,
    rows: rowsNow,
    state,
    shown,
    open,
    close: () => close(true),
  });
  const moves = useMoves({ query, sections, slots: slotsNow, state, targets: actions.targets });
  const showSearch = () => {
    if (frame) return frame.onSearch();
    setSearching(true);
    setSearchFocus((count) => count + 1);
  };

  const toRows = () => focusOn(state.focused() ?? rowsNow()[0]?.id ?? null, true);
  if (frame) frame.toRows.current = toRows;
  const ofOpen = selectedId !== undefined && state.checked.size === 0;
  useListCommands(
    {
      ...actions,
      moveTo: () => moves.moveTo(),
      moveBy: (step) => moves.moveBy(step),
      open: () => {
        const [row] = actions.targets();
        if (row) open(row);
      },
      check: () => {
        const id = state.focused();
        if (id) state.toggle(id);
      },
      checkAll: state.checkAll,
      changePane: () => {
        const card = document.querySelector<HTMLElement>("[data-card]");
        if (card && inList()) card.focus();
        else toRows();
      },
      search: showSearch,
      escape: () => {
        const id = shown();
        if (state.picked().size > 0) state.clear();
        else if (id) {
          close(false);
          focusOn(id, true);
        }
      },
    },
    ofOpen,
  );
  const acts = { ...actions, moveTo: moves.moveTo };
  handle.current = acts;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place follows the list and whether a card lies over it
  useEffect(() => {
    if (selectedId) return;
    const crumbs = frame ? [{ label: name }] : [{ label: "Items", path: "/items/inbox" }, { label: name }];
    const phoneActions = (
      <PhoneListMenu onSearch={showSearch} onSelectAll={state.checkAll} onImport={() => void openImport()} />
    );
    shell().place.set(crumbs, { phoneActions, phoneSwitch: () => void openLists() });
  }, [name, selectedId, key]);

  const comeBackTo = (ids: readonly string[]) => {
    const row = rowsNow().find(({ id }) => ids.includes(id));
    if (!row) return;
    focusOn(row.id, true);
    if (shown() && shown() !== row.id) open(row, true);
  };
  /** The link goes to the card on its own. */
  const opened = (row: ItemSummary, { button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => {
    if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    goTo(row.id);
    focusOn(row.id, false);
  };
  const latest = useRef({ ...actions, toggle: state.toggle, comeBackTo, opened });
  latest.current = { ...actions, toggle: state.toggle, comeBackTo, opened };
  const rowActions = useMemo(() => {
    const on = (row: ItemSummary) => latest.current.targets(row);
    return {
      opened: (row: ItemSummary, event: MouseEvent) => latest.current.opened(row, event),
      check: (row: ItemSummary) => latest.current.toggle(row.id),
      toggleDone: (row: ItemSummary) => void latest.current.toggleDone(on(row)),
      archive: (row: ItemSummary) => void latest.current.setStatus("archived", on(row)),
      restore: (row: ItemSummary) => void latest.current.setStatus("inbox", on(row)),
      snooze: (row: ItemSummary) => void latest.current.snooze(on(row)),
      tag: (row: ItemSummary) => void latest.current.tag(on(row)),
      swipe: (row: ItemSummary) =>
        rowSwipe(row, {
          archive: () => void latest.current.setStatus("archived", [row]),
          restore: () => void latest.current.setStatus("inbox", [row]),
          snooze: () => void latest.current.snooze([row]),
        }),
    };
  }, []);
  // Back to the card that an undo put back: to its row, and to the card itself where one is open beside the list.
  useEffect(() => onUndone((ids) => latest.current.comeBackTo(ids)), []);
  const openMenu = (row: ItemSummary, at: { x: number; y: number }) => {
    if (!state.checked.has(row.id)) state.clear();
    focusOn(row.id, false);
    const on = actions.targets(row);
    const goTo = [
      { id: "open", label: "Open", act: "open" as const, run: () => open(row) },
      { id: "tab", label: "Open in a new tab", run: () => void window.open(hrefOf(row.id), "_blank", "noopener") },
      { id: "select", label: "Select", act: "select" as const, run: () => state.toggle(row.id) },
    ];
    void showMenu(at, on, on.length === 1 ? [goTo] : []);
  };
  const dragged = (id: string) => {
    const row = rowsNow().find((one) => one.id === id);
    return row ? actions.targets(row) : [];
  };
  /** At the pointer; where a finger acts, as a sheet. */
  const showMenu = async (at: { x: number; y: number }, on: ItemSummary[], before: MenuLine[][] = []) => {
    const groups = [...before, ...cardMenu(on, acts)];
    if (touched) return openMenuSheet(naming(on), groups);
    const Menu = await openPart(async () => (await loadPart(() => import("./row-menu.tsx"))).RowMenu);
    if (Menu) setMenu({ Menu, at, groups });
  };
  const rescheduleOverdue = async () => {
    // Overdue ones are first: those that are not loaded yet are after the last of what is.
    await list.loadTo(rows.length < (total ?? 0) && overdueIn(rows).length === rows.length ? (total ?? 0) : 0);
    await actions.reschedule(overdueIn(rowsNow()));
  };
  const loaded = sections ? loadedOf(sections.rows) : rows;
  const checkedRows = state.checked.size > 0 ? loaded.filter((row) => state.checked.has(row.id)) : NO_ROWS;

  // Of a search without an open card, what was found is meant.
  const asked = checkedRows.length > 0 ? "selection" : frame && query.q && !selectedId ? "search" : "card";
  useAskCommand(asked, { count: checkedRows.length, ofOpen }, () => {
    if (asked === "search") return askAbout(asked, rowsNow(), typeof count === "number" ? count : total);
    const on = actions.targets();
    return askAbout(on.length > 1 ? "selection" : "card", on);
  });

  const away = checkedRows.every((row) => row.status !== "inbox" && row.status !== "later");

  return (
    <>
      {!phone && !frame && (
        <ListHeader
          query={query}
          count={count}
          change={change}
          onSearch={showSearch}
          onSelectAll={state.checkAll}
          onImport={() => void openImport()}
          onCapture={() => void openCapture()}
        />
      )}
      {!frame && (searching || query.q) && (
        <ListSearch
          q={query.q ?? ""}
          change={change}
          placeholder={`Search in ${name.toLowerCase()}`}
          focusRequest={searchFocus}
          onLeave={(close) => {
            if (close) setSearching(false);
            toRows();
          }}
        />
      )}
      {!frame && (
        <div className={styles.views}>
          <div className={styles.tabs}>
            <ListViews query={query} change={change} total={total} />
          </div>
          {phone && <FilterMenu query={query} change={change} size="large" />}
          {phone && <SortMenu query={query} change={change} size="large" />}
          {phone && <GroupMenu query={query} change={change} size="large" />}
        </div>
      )}
      <OverdueBar query={query} rows={rows} onReschedule={rescheduleOverdue} />
      <FilterNote query={query} change={change} />
      <LiveNote state={list.live} every={POLL_MS} />
      <SpokenList list={key} targets={actions.targets} changeAll={actions.changeAll}>
        {list.data === undefined ? (
          list.error ? (
            <ErrorState error={list.error} title="The list could not be loaded" onRetry={() => void list.refetch()} />
          ) : (
            <RowSkeleton rows={12} />
          )
        ) : rows.length === 0 && list.data.total === 0 ? (
          (frame?.empty ?? <EmptyList query={query} change={change} />)
        ) : sections === undefined ? (
          <RowSkeleton rows={12} />
        ) : sections?.error ? (
          <ErrorState
            error={sections.error}
            title="The sections could not be loaded"
            onRetry={() => void sections.refetch()}
          />
        ) : (
          <DragArea
            rowsOf={dragged}
            sectionAt={(index) => sections?.at(index)?.key}
            byHand={moves.byHand}
            takes={moves.takes}
            naming={naming}
            onDrop={moves.onDrop}
          >
            {sections?.loaders}
            <ItemGrid
              label={`${name}, ${words}`}
              query={query}
              sections={sections}
              onGo={(id, index) => focusOn(id, true, index)}
              focusNear={state.focusNear}
              data={list.data}
              selectedId={selectedId}
              focusId={state.focusId}
              focusRequest={state.focusRequest}
              checked={state.checked}
              hrefOf={hrefOf}
              actions={rowActions}
              onFocusRow={(id, index) => focusOn(id, false, index)}
              onOpen={open}
              onExtend={(row) => state.extendTo(row.id)}
              onMenu={openMenu}
              onMove={actions.move}
              loadTo={list.loadTo}
              moreError={list.moreError}
            />
          </DragArea>
        )}
      </SpokenList>
      {sections?.more && query.group === "tag" && (
        <p className={styles.note}>{`Sections of the ${MAX_TAG_SECTIONS} most used tags.`}</p>
      )}
      {checkedRows.length > 0 && (
        <ItemsBar
          count={checkedRows.length}
          archived={away}
          onArchive={() => void actions.setStatus(away ? "inbox" : "archived", checkedRows)}
          onSnooze={() => void actions.snooze(checkedRows)}
          onTag={() => void actions.tag(checkedRows)}
          onMore={(at) => void showMenu(at, checkedRows)}
          onClear={state.clear}
        />
      )}
      {menu && <menu.Menu at={menu.at} groups={menu.groups} onClose={() => setMenu(null)} />}
    </>
  );
}
