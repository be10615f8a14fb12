import { Checkmark20Regular } from "@fluentui/react-icons/svg/checkmark";
import { Dismiss20Regular } from "@fluentui/react-icons/svg/dismiss";
import type { QueueEntry } from "@tessera/contracts/queue.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useCommands } from "@tessera/shell-api";
import { DataList, ErrorState, IconButton, ListRow, RelativeTime, RowSkeleton, StatusText } from "@tessera/ui";
import { useCallback } from "react";
import { FootButton, ListFoot, RowCheck } from "../list-parts.tsx";
import type { QueueAddress } from "../queue-address.ts";
import { useLatest } from "../use-latest.ts";
import { acceptWord, kindOf, settledWord } from "./entry-kinds.tsx";
import { Nothing } from "./nothing.tsx";
import { untilWords } from "./snooze-choices.ts";
import { SnoozeMenu } from "./snooze-menu.tsx";
import { canDecide, type EntriesList as Model } from "./use-entries-list.ts";

const useStyles = makeStyles({
  trouble: { color: "var(--bad)" },
  quiet: { color: tokens.colorNeutralForeground2 },
  undo: {
    position: "relative",
    zIndex: 1,
    padding: 0,
    border: "none",
    font: "inherit",
    fontSize: "12px",
    cursor: "pointer",
    color: tokens.colorNeutralForeground1,
    backgroundColor: "transparent",
    textDecorationLine: "underline",
    textUnderlineOffset: "3px",
    textDecorationColor: tokens.colorNeutralStrokeAccessible,
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "1px" },
  },
});

const idOf = (entry: QueueEntry) => entry.id;

/** The list of "Needs me": what waits in groups, below it what was settled today. */
export function EntriesList(props: {
  model: Model;
  address: QueueAddress;
  go: (change: Partial<QueueAddress>) => void;
  onSearch: () => void;
}) {
  const { model, address, go, onSearch } = props;
  const styles = useStyles();
  const { query, rows, list, act } = model;
  const groupOf = useCallback(
    (entry: QueueEntry) => (canDecide(entry) ? (address.entryState === "snoozed" ? "Snoozed" : kindOf(entry).group) : "Settled"),
    [address.entryState],
  );

  const latest = useLatest(model);
  useCommands(
    () => [
      {
        id: "queue.next",
        title: "Next entry",
        group: "Queue",
        keys: "j",
        hidden: true,
        run: () => latest.current.list.list.current?.move(1),
      },
      {
        id: "queue.previous",
        title: "Previous entry",
        group: "Queue",
        keys: "k",
        hidden: true,
        run: () => latest.current.list.list.current?.move(-1),
      },
      {
        id: "queue.accept",
        title: "Accept: complete the task, retry the job, or mark as dealt with",
        group: "Queue",
        keys: "1",
        run: () => latest.current.act(latest.current.list.targets(), { action: "accept" }),
      },
      {
        id: "queue.decline",
        title: "Dismiss the entry",
        group: "Queue",
        keys: "3",
        run: () => latest.current.act(latest.current.list.targets(), { action: "decline" }),
      },
      {
        id: "queue.select",
        title: "Select the entry",
        group: "Queue",
        keys: "x",
        hidden: true,
        run: () => latest.current.list.toggleFocused(),
      },
      { id: "queue.undo", title: "Undo the last decision", group: "Queue", keys: "z", run: () => latest.current.undoLast() },
      { id: "queue.search", title: "Search the queue", group: "Queue", keys: "/", run: onSearch },
    ],
    [latest, onSearch],
  );

  if (query.isPending) return <RowSkeleton />;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!rows.length) return <Nothing address={address} onClear={() => go({ q: "", entryState: "open" })} />;

  const selecting = list.checked.size > 0;
  const waiting = list.chosen.filter(canDecide);
  return (
    <>
      <DataList
        ref={list.list}
        label={address.entryState === "settled" ? "Settled entries" : "What needs me"}
        items={rows}
        keyOf={idOf}
        groupOf={groupOf}
        focusedKey={list.focusedKey}
        onFocusKey={list.onFocusKey}
        onOpen={model.openEntry}
        checkedKeys={list.checked}
        onCheck={list.setChecked}
        onEndReached={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
        renderRow={(entry, { checked }) => {
          const kind = kindOf(entry);
          const settled = !canDecide(entry);
          return (
            <ListRow
              icon={
                selecting ? (
                  <RowCheck label={`Select ${entry.title}`} checked={checked} onChange={() => list.toggle(entry.id)} />
                ) : (
                  kind.icon
                )
              }
              title={settled ? <span className={styles.quiet}>{entry.title}</span> : entry.title}
              line={settled ? settledWord(entry) : kind.trouble ? <span className={styles.trouble}>{entry.line}</span> : entry.line}
              age={<RelativeTime at={settled ? entry.updatedAt : entry.createdAt} />}
              tags={
                settled && entry.state !== "closed" ? (
                  <button type="button" tabIndex={-1} className={styles.undo} onClick={() => act([entry], { action: "reopen" })}>
                    Undo
                  </button>
                ) : (
                  entry.snoozeUntil && <StatusText status="idle">{untilWords(new Date(entry.snoozeUntil))}</StatusText>
                )
              }
              selected={entry.id === list.shownId}
              checked={checked}
              href={model.hrefOf(entry)}
              actions={
                !settled && (
                  <>
                    <IconButton
                      icon={<Checkmark20Regular />}
                      label={kind.accept}
                      shortcut="1"
                      tabIndex={-1}
                      onClick={() => act([entry], { action: "accept" })}
                    />
                    <SnoozeMenu tabIndex={-1} onSnooze={(until) => act([entry], { action: "snooze", snoozeUntil: until.toISOString() })} />
                    <IconButton
                      icon={<Dismiss20Regular />}
                      label={kind.decline}
                      shortcut="3"
                      tabIndex={-1}
                      onClick={() => act([entry], { action: "decline" })}
                    />
                  </>
                )
              }
            />
          );
        }}
      />
      <ListFoot selected={list.chosen.length} onClear={list.clear}>
        <FootButton disabled={!waiting.length} onClick={() => act(waiting, { action: "accept" })}>
          {acceptWord(waiting)} {waiting.length}
        </FootButton>
        <FootButton disabled={!waiting.length} onClick={() => act(waiting, { action: "decline" })}>
          Dismiss {waiting.length}
        </FootButton>
      </ListFoot>
    </>
  );
}
