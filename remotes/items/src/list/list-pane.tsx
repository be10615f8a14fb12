import type { Item, ItemStatus, ItemSummary } from "@tessera/contracts/items.ts";
import { makeStyles } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { EmptyState, ErrorState, RowSkeleton, useIsPhone } from "@tessera/ui";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { keys } from "../api.ts";
import { openCapture } from "../capture/open-capture.ts";
import { summaryOf } from "../detail/summary-of.ts";
import { openImport } from "../import/open-import.ts";
import { askSnooze, askTags } from "../triage/ask.ts";
import { deleteForGood } from "../triage/delete-for-good.ts";
import { useTriage } from "../triage/use-triage.ts";
import { pluralOf, useItemTypes } from "../types/item-types.ts";
import { announce } from "./announce.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { ItemGrid } from "./item-grid.tsx";
import type { ListHandleRef } from "./list-handle.ts";
import { ListHeader, PhoneListMenu } from "./list-header.tsx";
import { FilterMenu, SortMenu } from "./list-menus.tsx";
import { isFiltered, type ListQuery } from "./list-query.ts";
import { ListSearch } from "./list-search.tsx";
import { ListViews } from "./list-views.tsx";
import { RowMenu } from "./row-menu.tsx";
import { useItemList } from "./use-item-list.ts";
import { useListCommands } from "./use-list-commands.ts";
import { useListQuery } from "./use-list-query.ts";
import { useListState } from "./use-list-state.ts";

const useStyles = makeStyles({ views: { display: "flex", flexShrink: 0, alignItems: "center" }, tabs: { flexGrow: 1, minWidth: 0 } });

const NO_ROWS: ItemSummary[] = [];

/** The list of a type: rows, views, search, and every triage action by mouse and key. */
export function ListPane({
  selectedId,
  sideBySide,
  handle,
}: {
  selectedId: string | undefined;
  sideBySide: boolean;
  handle: ListHandleRef;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const types = useItemTypes();
  const styles = useStyles();
  const phone = useIsPhone();
  const { query, change, search } = useListQuery();
  const name = pluralOf(query.type, types);
  const list = useItemList(query);
  const rows = list.data?.rows ?? NO_ROWS;
  const state = useListState(rows);
  const triage = useTriage();
  const [searching, setSearching] = useState(Boolean(query.q));
  const [searchFocus, setSearchFocus] = useState(0);
  const [menu, setMenu] = useState<{ at: { x: number; y: number }; rows: ItemSummary[] } | null>(null);

  const hrefOf = useCallback((id: string) => `/items/${query.type}/${id}${search}`, [query.type, search]);
  const open = useCallback((row: ItemSummary, replace = false) => navigate(hrefOf(row.id), { replace }), [navigate, hrefOf]);

  const key = `${query.type} ${search}`;
  const { clear, focusOn } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list starts with nothing selected
  useEffect(() => {
    clear();
    focusOn(null, false);
  }, [key, clear, focusOn]);
  useEffect(() => {
    if (selectedId) focusOn(selectedId, false);
  }, [selectedId, focusOn]);
  const total = list.data?.total;
  useEffect(() => {
    if (query.q && total !== undefined) announce(total === 1 ? "1 card found" : `${total.toLocaleString()} cards found`);
  }, [query.q, total]);

  /** What an action applies to: the checked rows, else the given one, else the focused one, else the open one. */
  const targets = (row?: ItemSummary): ItemSummary[] => {
    if (state.checked.size > 0 && (!row || state.checked.has(row.id))) return rows.filter((one) => state.checked.has(one.id));
    const found = row ?? rows.find((one) => one.id === state.focusId) ?? rows.find((one) => one.id === selectedId);
    const open = selectedId ? client.getQueryData<Item>(keys.item(selectedId)) : undefined;
    return found ? [found] : open ? [summaryOf(open)] : [];
  };
  /** Does it, then goes on to the next card: in the list, and in the detail pane when that showed one of these. */
  const advance = (leaving: readonly ItemSummary[], act: () => Promise<void>) => {
    const ids = new Set(leaving.map((row) => row.id));
    const next = state.successor(ids);
    const done = act();
    state.clear();
    focusOn(next?.id ?? null, true);
    if (selectedId && ids.has(selectedId)) {
      if (next && sideBySide) open(next, true);
      else navigate(`/items/${query.type}${search}`, { replace: true });
    }
    return done;
  };
  const setStatus = (status: ItemStatus, on = targets()) => advance(on, () => triage.setStatus(on, status));
  const snooze = async (on = targets()) => {
    if (on.length === 0) return;
    const choice = await askSnooze(on);
    if (choice) await advance(on, () => triage.snooze(on, choice.at, choice.label));
    else focusOn(on[0]?.id ?? null, true);
  };
  const tag = async (on = targets()) => {
    if (on.length === 0) return;
    const choice = await askTags(on);
    if (choice && choice.add.length + choice.remove.length > 0) await triage.tag(on, choice.add, choice.remove);
    focusOn(on[0]?.id ?? null, true);
  };
  const remove = async (on = targets()) => {
    if (on.length === 0) return;
    if (on.some((row) => row.status !== "trash")) await setStatus("trash", on);
    else if (await deleteForGood(client, on)) state.clear();
  };
  const move = (step: number, extend = false) => {
    const row = state.neighbour(step);
    if (!row) return;
    if (extend) state.extendTo(row.id);
    focusOn(row.id, true);
    if (selectedId && sideBySide && !extend) open(row, true);
  };
  const showSearch = () => {
    setSearching(true);
    setSearchFocus((count) => count + 1);
  };

  useListCommands({
    move,
    open: () => {
      const [row] = targets();
      if (row) open(row);
    },
    check: () => state.focusId && state.toggle(state.focusId),
    checkAll: state.checkAll,
    setStatus,
    snooze,
    tag,
    remove,
    search: showSearch,
    escape: () => {
      if (state.checked.size > 0) state.clear();
      else if (selectedId) {
        navigate(`/items/${query.type}${search}`);
        focusOn(selectedId, true);
      }
    },
  });

  handle.current = {
    setStatus: (status, on) => setStatus(status, on),
    snooze,
    wake: (on) => triage.snooze(on, null, ""),
    tag,
    pin: (on, pinned) => triage.pin(on, pinned),
    remove,
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place follows the list and whether a card lies over it
  useEffect(() => {
    if (selectedId) return;
    const crumbs = [{ label: "Items", path: "/items/inbox" }, { label: name }];
    const phoneActions = <PhoneListMenu onSearch={showSearch} onSelectAll={state.checkAll} onImport={() => void openImport()} />;
    shell().place.set(crumbs, { phoneActions });
  }, [name, selectedId, key]);

  const latest = useRef({ targets, setStatus, snooze, tag, toggle: state.toggle });
  latest.current = { targets, setStatus, snooze, tag, toggle: state.toggle };
  const rowActions = useMemo(
    () => ({
      check: (row: ItemSummary) => latest.current.toggle(row.id),
      archive: (row: ItemSummary) => void latest.current.setStatus("archived", latest.current.targets(row)),
      restore: (row: ItemSummary) => void latest.current.setStatus("inbox", latest.current.targets(row)),
      snooze: (row: ItemSummary) => void latest.current.snooze(latest.current.targets(row)),
      tag: (row: ItemSummary) => void latest.current.tag(latest.current.targets(row)),
    }),
    [],
  );
  const openMenu = (row: ItemSummary, at: { x: number; y: number }) => {
    if (!state.checked.has(row.id)) state.clear();
    focusOn(row.id, false);
    setMenu({ at, rows: targets(row) });
  };
  const checkedRows = state.checked.size > 0 ? rows.filter((row) => state.checked.has(row.id)) : NO_ROWS;

  return (
    <>
      {!phone && (
        <ListHeader
          query={query}
          count={total}
          change={change}
          onSearch={showSearch}
          onSelectAll={state.checkAll}
          onImport={() => void openImport()}
          onCapture={() => void openCapture()}
        />
      )}
      {(searching || query.q) && (
        <ListSearch
          q={query.q ?? ""}
          change={change}
          placeholder={`Search in ${name.toLowerCase()}`}
          focusRequest={searchFocus}
          onLeave={(close) => {
            if (close) setSearching(false);
            focusOn(state.focusId ?? rows[0]?.id ?? null, true);
          }}
        />
      )}
      <div className={styles.views}>
        <div className={styles.tabs}>
          <ListViews query={query} change={change} total={total} />
        </div>
        {phone && <FilterMenu query={query} change={change} size="large" />}
        {phone && <SortMenu query={query} change={change} size="large" />}
      </div>
      {list.data === undefined ? (
        list.error ? (
          <ErrorState error={list.error} title="The list could not be loaded" onRetry={() => void list.refetch()} />
        ) : (
          <RowSkeleton rows={12} />
        )
      ) : rows.length === 0 && list.data.total === 0 ? (
        <Nothing
          query={query}
          name={name}
          onReset={() => change({ q: undefined, tag: undefined })}
          onSearchAll={() => navigate(`/items/all?${new URLSearchParams({ q: query.q ?? "" })}`)}
        />
      ) : (
        <ItemGrid
          label={`${name}, ${list.data.total.toLocaleString()} cards`}
          query={query}
          data={list.data}
          selectedId={selectedId}
          focusId={state.focusId}
          focusRequest={state.focusRequest}
          checked={state.checked}
          hrefOf={hrefOf}
          actions={rowActions}
          onFocusRow={(id) => focusOn(id, false)}
          onOpen={open}
          onExtend={(row) => state.extendTo(row.id)}
          onMenu={openMenu}
          onMove={move}
          loadTo={list.loadTo}
          moreError={list.moreError}
        />
      )}
      {checkedRows.length > 0 && (
        <BulkBar
          count={checkedRows.length}
          archived={checkedRows.every((row) => row.status !== "inbox" && row.status !== "later")}
          onArchive={() =>
            void setStatus(checkedRows.every((row) => row.status !== "inbox" && row.status !== "later") ? "inbox" : "archived", checkedRows)
          }
          onSnooze={() => void snooze(checkedRows)}
          onTag={() => void tag(checkedRows)}
          onMore={(at) => setMenu({ at, rows: checkedRows })}
          onClear={state.clear}
        />
      )}
      {menu && (
        <RowMenu
          at={menu.at}
          rows={menu.rows}
          onClose={() => setMenu(null)}
          actions={{
            open,
            openInTab: (row) => void window.open(hrefOf(row.id), "_blank", "noopener"),
            setStatus: (status) => void setStatus(status, menu.rows),
            snooze: () => void snooze(menu.rows),
            wake: () => void triage.snooze(menu.rows, null, ""),
            tag: () => void tag(menu.rows),
            pin: (pinned) => void triage.pin(menu.rows, pinned),
            deleteForGood: () => void remove(menu.rows),
          }}
        />
      )}
    </>
  );
}

/** An empty list: why, and what to do next. */
function Nothing({ query, name, onReset, onSearchAll }: { query: ListQuery; name: string; onReset: () => void; onSearchAll: () => void }) {
  if (isFiltered(query)) {
    const what = query.q ? `No card here matches “${query.q}”.` : `No card here has the tag “${query.tag}”.`;
    const narrower = query.type !== "all" || query.status || query.only || query.tag;
    return (
      <EmptyState
        sentence={what}
        action={{ label: query.q ? "Clear the search" : "Show every tag", onClick: onReset }}
        other={query.q && narrower ? { label: "Search all cards", onClick: onSearchAll } : undefined}
      />
    );
  }
  if (query.only) return <EmptyState sentence="Nothing of this type waits in the inbox." />;
  if (query.status && query.status !== "inbox") return <EmptyState sentence={EMPTY[query.status]} />;
  const sentence = query.type === "inbox" ? "Your inbox is empty: everything has its place." : `There are no ${name.toLowerCase()} yet.`;
  return <EmptyState sentence={sentence} action={{ label: "Capture something", onClick: () => void openCapture() }} shortcut="c" />;
}

const EMPTY: Record<Exclude<NonNullable<ListQuery["status"]>, "inbox">, string> = {
  later: "Nothing is put off for later.",
  done: "Nothing is marked done yet.",
  archived: "Nothing is archived yet.",
  trash: "The trash is empty.",
  any: "There are no cards yet.",
};
