import { BookmarkAdd20Regular } from "@fluentui/react-icons/svg/bookmark-add";
import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Edit20Regular } from "@fluentui/react-icons/svg/edit";
import { parseSearch, termsOf } from "@tessera/contracts-items/search/language.ts";
import { makeStyles } from "@tessera/fluent";
import { useQuery, useQueryClient } from "@tessera/query";
import { Outlet, useNavigate, useParams } from "@tessera/router";
import { shell, useKeys, usePlace } from "@tessera/shell-api";
import { EmptyState, IconButton, Pane, PaneHeader, TextButton, useIsPhone, VisuallyHidden } from "@tessera/ui";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { keys } from "../api.ts";
import type { ListHandle, ListHandleRef } from "../list/list-handle.ts";
import { GroupMenu, SortMenu } from "../list/list-menus.tsx";
import { ListPane } from "../list/list-pane.tsx";
import { type ListQuery, SEARCH_LIST, totalOf } from "../list/list-query.ts";
import { LiveRegion } from "../list/live-region.tsx";
import { useListQuery } from "../list/use-list-query.ts";
import { PaneResizer, storedListWidth } from "../page/pane-resizer.tsx";
import { useReportTimeZone } from "../page/report-time-zone.ts";
import { useFollowTagColours } from "../tags/tag-colours.ts";
import { FacetBar } from "./facet-bar.tsx";
import { rememberSearch } from "./recent-searches.ts";
import { useSavedSearches } from "./saved-searches.ts";
import { type AboutSearch, searchKeys, searchSource } from "./search-api.ts";
import { SearchField } from "./search-field.tsx";
import { SearchStart } from "./search-start.tsx";
import { useSavedActs } from "./use-saved-acts.ts";

/** What there is to say until an answer says it. */
const NO_WORDS: AboutSearch = { corrected: [], total: 0, meaning: "not-asked" };
/** Ms until a search is asked again whose answer was late. */
const ASK_AGAIN = [700, 1_000, 2_000, 4_000];
const STATUSES = ["inbox", "later", "done", "archived"] as const;

const useStyles = makeStyles({
  panes: {
    display: "flex",
    flexGrow: 1,
    width: "100%",
    height: "100%",
    minWidth: 0,
    minHeight: 0,
    position: "relative",
  },
  away: { display: "none" },
  // Beside a card, the board keeps a column and a half.
  board: { flexGrow: 1, flexShrink: 1, flexBasis: "360px", minWidth: "360px", width: "auto !important" },
  note: { flexShrink: 0, margin: 0, padding: "0 16px 8px", fontSize: "12px", lineHeight: "16px" },
  phoneActs: { display: "flex", alignItems: "center", padding: "0 8px 0 16px", "& > span": { flexGrow: 1 } },
});

/** `/search`: every card by words and qualifiers, and beside the list the card of `/search/:id`. */
export function SearchPage() {
  const styles = useStyles();
  const { id } = useParams();
  const phone = useIsPhone();
  const keyOf = useKeys();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [width, setWidth] = useState(storedListWidth);
  const [fieldFocus, setFieldFocus] = useState(0);
  const handle: ListHandleRef = useRef<ListHandle>(null);
  const toRows = useRef<() => void>(null);
  const { query: addressed, change, search } = useListQuery();
  const q = addressed.q ?? "";
  const { node, mistake } = parseSearch(q);
  useFollowTagColours(true);
  useReportTimeZone(shell().auth.getSession().user?.id);
  const query = useMemo(() => listedBy(addressed), [addressed]);
  const source = useMemo(() => searchSource(client), [client]);
  const saved = useSavedSearches().find((one) => one.q === q);
  const acts = useSavedActs();
  const { data: about, dataUpdatedAt } = useQuery({
    queryKey: searchKeys.about(q),
    queryFn: () => NO_WORDS,
    enabled: false,
  });
  const wordsOnly = useAskAgain(q, about, dataUpdatedAt);
  const name = saved?.name ?? "Search";
  const board = query.layout === "board" && node !== null && !phone;
  useEffect(() => {
    if (id && q) rememberSearch(q);
  }, [id, q]);

  const onSearch = useCallback((next: string) => change({ q: next || undefined }, true), [change]);
  const onLeave = () => {
    if (q) rememberSearch(q);
    toRows.current?.();
  };
  const count = node && about ? totalOf(query, about.total) : undefined;
  const headActs = node && (
    <>
      <SortMenu query={query} change={change} size={phone ? "large" : "medium"} />
      <GroupMenu query={query} change={change} size={phone ? "large" : "medium"} />
      {saved ? (
        <>
          <IconButton icon={<Edit20Regular />} label="Rename this saved search" onClick={() => acts.rename(saved)} />
          <IconButton
            icon={<Delete20Regular />}
            label="Delete this saved search"
            onClick={() => void acts.remove(saved)}
          />
        </>
      ) : (
        <IconButton icon={<BookmarkAdd20Regular />} label="Save this search" onClick={() => acts.save(q)} />
      )}
    </>
  );
  return (
    <div className={styles.panes}>
      <Pane
        kind="list"
        label={name}
        width={board ? undefined : width}
        className={phone && id ? styles.away : board ? styles.board : undefined}
      >
        {phone ? (
          <VisuallyHidden as="h1">{name}</VisuallyHidden>
        ) : (
          <PaneHeader title={name} count={count}>
            {headActs}
          </PaneHeader>
        )}
        <SearchField q={q} onSearch={onSearch} onLeave={onLeave} focusRequest={fieldFocus} />
        {phone && headActs && (
          <div className={styles.phoneActs}>
            <span>{count !== undefined && (count === 1 ? "1 card" : `${count.toLocaleString()} cards`)}</span>
            {headActs}
          </div>
        )}
        {node ? (
          <>
            <FacetBar q={q} onSearch={onSearch} />
            {about && about.corrected.length > 0 && (
              <p className={styles.note} role="status">
                {`No cards match ${quoted(about.corrected.map(({ from }) => from))}. Showing results for ${quoted(about.corrected.map(({ to }) => to))}. `}
                <TextButton onClick={() => onSearch(asWritten(q, about.corrected))}>Search for exactly this</TextButton>
              </p>
            )}
            {wordsOnly && (
              <p className={styles.note} role="status">
                Searched words only. Similar meanings cannot be looked up at the moment.
              </p>
            )}
            <ListPane
              selectedId={id}
              handle={handle}
              frame={{
                ...{ query, change, search, name, source, toRows },
                onSearch: () => setFieldFocus((count) => count + 1),
                empty: (
                  <EmptyState
                    sentence={`No card matches “${q}”.`}
                    action={{ label: "Clear the search", onClick: () => onSearch("") }}
                    other={{ label: "Show search help", onClick: () => navigate("/search") }}
                  />
                ),
              }}
            />
          </>
        ) : (
          !mistake && (
            <>
              <Place />
              <SearchStart />
            </>
          )
        )}
        {!phone && !board && <PaneResizer width={width} onWidth={setWidth} />}
      </Pane>
      <Outlet context={handle} />
      {!id && !phone && !board && (
        <Pane kind="detail" label="Card">
          <EmptyState
            sentence="Select a card to read it here."
            action={{ label: "Keyboard shortcuts", onClick: () => shell().commands.openShortcuts() }}
            shortcut={keyOf("shortcuts")}
          />
        </Pane>
      )}
      <LiveRegion />
    </div>
  );
}

/**
 * Asks again for what was not worked out in time: the model starts with the first search.
 * @param answeredAt when the answer came @returns whether only words were searched, and that will not change soon
 */
function useAskAgain(q: string, about: AboutSearch | undefined, answeredAt: number): boolean {
  const client = useQueryClient();
  const [asked, setAsked] = useState({ q, times: 0 });
  const times = asked.q === q ? asked.times : 0;
  const isLate = about?.meaning === "late";
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer that is late is followed by one more question
  useEffect(() => {
    if (!isLate || times >= ASK_AGAIN.length) return;
    const timer = setTimeout(() => {
      setAsked({ q, times: times + 1 });
      void client.invalidateQueries({ queryKey: keys.lists });
      void client.invalidateQueries({ queryKey: searchKeys.facets(q) });
    }, ASK_AGAIN[times]);
    return () => clearTimeout(timer);
  }, [q, isLate, answeredAt]);
  return about?.meaning === "unavailable" || (isLate && times >= ASK_AGAIN.length);
}

/** What stands in quotation marks is not taken for a mistake. */
const asWritten = (q: string, corrected: AboutSearch["corrected"]) =>
  corrected.reduce((text, { from }) => text.replace(from, `"${from}"`), q);

const quoted = (words: string[]) => words.map((word) => `“${word}”`).join(", ");

/** Where the page is while no list says so. */
function Place() {
  usePlace([{ label: "Search" }]);
  return null;
}

/** The search as a list; a state that it asks for is the list's own, so that a card which leaves it goes at once. */
function listedBy({ q = "", sort, order, group, layout }: ListQuery): ListQuery {
  const { node } = parseSearch(q);
  const terms = node ? termsOf(node) : [];
  // The service orders by time what has no words to rank.
  const words = terms.some(({ kind }) => kind === "text");
  const states = terms.flatMap((term) =>
    term.kind === "qualifier" && term.name === "is" ? term.value.toLowerCase() : [],
  );
  const known = STATUSES.find((status) => status === states[0]);
  const plain = node?.kind === "qualifier" || (node?.kind === "and" && node.parts.every(({ kind }) => kind !== "or"));
  return {
    ...{ type: SEARCH_LIST, q, sort: sort ?? (words ? undefined : ("created" as const)), order },
    ...(group ? { group } : {}),
    ...(layout ? { layout } : {}),
    status: states.includes("trash") ? "any" : plain && states.length === 1 ? known : undefined,
  };
}
