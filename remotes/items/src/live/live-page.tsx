import { Pause16Regular } from "@fluentui/react-icons/svg/pause";
import { Play16Regular } from "@fluentui/react-icons/svg/play";
import { Button, makeStyles } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { useCommands, useKeys, usePlace } from "@tessera/shell-api";
import { EmptyState, Keycap, PageHead, Pane, useIsPhone, useListState, VirtualList } from "@tessera/ui";
import { useCallback, useMemo, useRef } from "react";
import { ChannelStatus } from "./channel-status.tsx";
import { fits, useLiveFilter } from "./live-filter.ts";
import { LiveFilters } from "./live-filters.tsx";
import { ChangeRow, GapRow, pathOf } from "./live-rows.tsx";
import type { Entry } from "./stream.ts";
import { useLiveItems } from "./use-live-items.ts";

const phone = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  button: { [phone]: { height: "44px" } },
  keys: { display: "inline-flex", alignItems: "center", gap: "8px" },
});

/** `/ws-items`: what happens to a person's cards, wherever it is done, as it happens. */
export function LivePage() {
  const styles = useStyles();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const live = useLiveItems();
  const { stream, entries, paused, held, state, reason } = live;
  const { filter, change } = useLiveFilter();
  // One card may change many times: a row is known by its change.
  const rows = useMemo(
    () => entries.filter((entry) => fits(entry, filter)).map((entry) => ({ id: entry.key, entry })),
    [entries, filter],
  );
  const keyOf = useKeys();
  const list = useListState(rows);
  const move = (step: number) => list.focusOn(list.neighbour(step)?.id ?? null, true);
  const latestMove = useRef(move);
  latestMove.current = move;
  usePlace([{ label: "Items", path: "/items/inbox" }, { label: "Live changes" }], "/items/inbox");
  const toggle = useCallback(() => (stream.get().paused ? stream.resume() : stream.pause()), [stream]);
  useCommands(
    () => [
      {
        id: "items.live.pause",
        title: "Pause or resume live changes",
        group: "Live changes",
        act: "pause",
        run: toggle,
      },
      { id: "items.live.clear", title: "Clear live changes", group: "Live changes", run: stream.clear },
      {
        id: "items.live.next",
        title: "Next change",
        group: "Live changes",
        act: "next",
        hidden: true,
        run: () => latestMove.current(1),
      },
      {
        id: "items.live.previous",
        title: "Previous change",
        group: "Live changes",
        act: "previous",
        hidden: true,
        run: () => latestMove.current(-1),
      },
    ],
    [stream, toggle],
  );
  const open = (entry: Entry) => entry.kind === "change" && pathOf(entry) && void navigate(pathOf(entry)!);
  const pause = (
    <Button
      size={isPhone ? "medium" : "small"}
      className={styles.button}
      icon={paused ? <Play16Regular /> : <Pause16Regular />}
      onClick={toggle}
    >
      <span className={styles.keys}>
        {paused ? (held ? `Resume and show ${held.toLocaleString()} more` : "Resume") : "Pause"}
        <Keycap>{keyOf("pause")}</Keycap>
      </span>
    </Button>
  );
  const clear = (
    <Button
      size={isPhone ? "medium" : "small"}
      className={styles.button}
      appearance="subtle"
      disabledFocusable={!entries.length}
      onClick={stream.clear}
    >
      Clear
    </Button>
  );
  return (
    <Pane kind="detail" label="Live changes">
      <PageHead title="Live changes">
        {pause}
        {clear}
      </PageHead>
      <ChannelStatus state={state} reason={reason} onJoinAgain={live.joinAgain} />
      <LiveFilters filter={filter} change={change}>
        {isPhone && (
          <>
            {pause}
            {clear}
          </>
        )}
      </LiveFilters>
      {rows.length ? (
        <VirtualList
          label="Live changes, newest first"
          rows={rows}
          focusId={list.focusId}
          focusRequest={list.focusRequest}
          onFocusRow={(id) => list.focusOn(id, false)}
          onMove={move}
          onOpen={({ entry }) => open(entry)}
          renderRow={({ entry }) =>
            entry.kind === "gap" ? <GapRow from={entry.from} to={entry.to} /> : <ChangeRow entry={entry} />
          }
        />
      ) : (
        <Nothing
          any={entries.length > 0}
          paused={paused}
          onShowAll={() => change({ kind: "all", type: "all", text: "" })}
        />
      )}
    </Pane>
  );
}

function Nothing({ any, paused, onShowAll }: { any: boolean; paused: boolean; onShowAll: () => void }) {
  if (any)
    return (
      <EmptyState sentence="No change fits the filters." action={{ label: "Show all changes", onClick: onShowAll }} />
    );
  return (
    <EmptyState
      sentence={
        paused
          ? "Paused before anything happened. Changes are held until you resume."
          : "Nothing has happened since you opened this page. Capture or change a card, here or on another device."
      }
    />
  );
}
