import type { Mention, MentionQuery } from "@tessera/contracts-items/mentions.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useInfiniteQuery } from "@tessera/query";
import { useNavigate, useSearchParams } from "@tessera/router";
import { isOffline, useCommands, useKeys, usePlace } from "@tessera/shell-api";
import {
  EmptyState,
  ErrorState,
  ListRow,
  PageHead,
  Pane,
  RelativeTime,
  RowSkeleton,
  useListState,
  ViewTabs,
  VirtualList,
} from "@tessera/ui";
import { useMemo, useRef } from "react";
import { openCapture } from "../capture/open-capture.ts";
import { Highlighted } from "../list/highlight.tsx";
import { LiveRegion } from "../list/live-region.tsx";
import { undoLast } from "../triage/undo.ts";
import { TypeIcon } from "../types/type-icon.tsx";
import { mentionKeys, useFollowMentions } from "./mentions.ts";
import { mentions } from "./mentions-api.ts";

const useStyles = makeStyles({
  filters: { flexShrink: 0, paddingTop: "8px", borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  line: { "& mark": { color: "inherit", backgroundColor: "var(--sel)", borderRadius: "2px" } },
});

type Of = NonNullable<MentionQuery["of"]>;
const VIEWS: { id: Of; label: string }[] = [
  { id: "all", label: "All" },
  { id: "me", label: "Me" },
  { id: "people", label: "People" },
  { id: "cards", label: "Cards" },
];
/** Mentions of one request. */
const PAGE = 100;

const pathOf = ({ source }: Mention) => `/items/all/${source.id}`;

/** `/mention`: where I, my people and my cards are mentioned, newest first. */
export function MentionPage() {
  const styles = useStyles();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const of = VIEWS.find(({ id }) => id === search.get("of"))?.id ?? "all";
  const show = (next: string) => setSearch(next === "all" ? {} : { of: next }, { replace: true });
  const refetchInterval = useFollowMentions();
  const list = useInfiniteQuery({
    queryKey: mentionKeys.list(of),
    queryFn: ({ pageParam, signal }) =>
      mentions.list({ of, limit: PAGE, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval,
  });
  const rows = useMemo(
    () =>
      (list.data?.pages ?? [])
        .flatMap(({ items }) => items)
        .map((mention) => ({ id: `${mention.source.id} ${mention.target.id}`, mention })),
    [list.data],
  );
  const state = useListState(rows);
  const move = (step: number) => state.focusOn(state.neighbour(step)?.id ?? null, true);
  const latest = useRef(move);
  latest.current = move;
  usePlace([{ label: "Items", path: "/items/inbox" }, { label: "Mentions" }], "/items/inbox");
  useCommands(() => {
    const step = (id: string, title: string, act: "next" | "previous", by: number) => ({
      ...{ id: `items.mentions.${id}`, title, group: "Mentions", act, hidden: true },
      run: () => latest.current(by),
    });
    return [
      step("next", "Next mention", "next", 1),
      step("previous", "Previous mention", "previous", -1),
      { id: "items.undo", title: "Undo", group: "Mentions", act: "undo", run: undoLast },
    ];
  }, []);
  return (
    <Pane kind="detail" label="Mentions">
      <PageHead title="Mentions" />
      <div className={styles.filters}>
        <ViewTabs label="Mentions of" views={VIEWS} selected={of} onSelect={show} />
      </div>
      {list.error && !list.data ? (
        isOffline(list.error) ? (
          <EmptyState
            title="Offline"
            sentence="Mentions are not on this device. They are listed once the connection is back."
          />
        ) : (
          <ErrorState error={list.error} title="Mentions could not be loaded" onRetry={() => void list.refetch()} />
        )
      ) : !list.data ? (
        <RowSkeleton rows={8} />
      ) : rows.length === 0 ? (
        <Nothing of={of} hasMe={list.data.pages[0]?.me != null} onShowAll={() => show("all")} />
      ) : (
        <VirtualList
          label="Mentions, newest first"
          rows={rows}
          focusId={state.focusId}
          focusRequest={state.focusRequest}
          onFocusRow={(id) => state.focusOn(id, false)}
          onMove={move}
          onOpen={({ mention }) => void navigate(pathOf(mention))}
          hasMore={list.hasNextPage}
          loadTo={() => void (list.isFetchingNextPage || list.fetchNextPage())}
          moreError={list.isFetchNextPageError ? list.error : null}
          renderRow={({ mention }) => (
            <ListRow
              icon={<TypeIcon type={mention.source.type} />}
              title={mention.source.title}
              line={
                <span className={styles.line}>
                  <Highlighted text={mention.context} />
                </span>
              }
              age={<RelativeTime at={mention.at} />}
              href={pathOf(mention)}
            />
          )}
        />
      )}
      <LiveRegion />
    </Pane>
  );
}

function Nothing({ of, hasMe, onShowAll }: { of: Of; hasMe: boolean; onShowAll: () => void }) {
  const keyOf = useKeys();
  const all = { label: "Show all mentions", onClick: onShowAll };
  if (of === "me" && !hasMe)
    return (
      <EmptyState
        title="You have no card of your own yet"
        sentence="Capture your name and the email address that you sign in with. What mentions that card is listed here."
        action={{ label: "Capture your card", onClick: () => void openCapture() }}
        shortcut={keyOf("items.capture")}
      />
    );
  if (of === "me") return <EmptyState sentence="No card mentions you yet." action={all} />;
  if (of === "people") return <EmptyState sentence="No card mentions a person yet." action={all} />;
  if (of === "cards") return <EmptyState sentence="No card mentions another card yet." action={all} />;
  return (
    <EmptyState
      sentence="Nothing is mentioned yet. Type @ for a person, or [[ for a card, in the text of any card."
      action={{ label: "Capture something", onClick: () => void openCapture() }}
      shortcut={keyOf("items.capture")}
    />
  );
}
