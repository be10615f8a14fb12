import { Bot20Regular } from "@fluentui/react-icons/svg/bot";
import { Checkmark20Regular } from "@fluentui/react-icons/svg/checkmark";
import { Clock16Regular, Clock20Regular } from "@fluentui/react-icons/svg/clock";
import { Dismiss20Regular } from "@fluentui/react-icons/svg/dismiss";
import type { QueueEntry } from "@tessera/contracts-queue/queue.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useKeys } from "@tessera/shell-api";
import { IconButton, RelativeTime, StatusText, TextButton } from "@tessera/ui";
import { useCallback } from "react";
import { FootButton } from "../list-parts.tsx";
import type { QueueAddress } from "../queue-address.ts";
import { QueueList, useQueueCommands } from "../queue-list.tsx";
import { useLatest } from "../use-latest.ts";
import { AgentTag, isAssignable, isWorkedOn } from "./entry-agent.tsx";
import { acceptWord, groupOf, kindOf, settledWord } from "./entry-kinds.tsx";
import { CalmLine, Nothing } from "./nothing.tsx";
import { untilWords } from "./snooze.ts";
import { canDecide, type EntriesList as Model } from "./use-entries-list.ts";

const useStyles = makeStyles({
  trouble: { color: "var(--bad)" },
  quiet: { color: tokens.colorNeutralForeground2 },
});

const commands = [
  {
    id: "queue.accept",
    title: "Accept the entry: do what it proposes",
    act: "accept",
    run: ({ act, list }: Model) => act(list.targets(), { action: "accept" }),
  },
  {
    id: "queue.decline",
    title: "Dismiss the entry",
    act: "decline",
    run: ({ act, list }: Model) => act(list.targets(), { action: "decline" }),
  },
  {
    id: "queue.snooze",
    title: "Snooze the entry",
    act: "snooze",
    opensDialog: true,
    run: ({ snooze, list }: Model) => snooze(list.targets()),
  },
  {
    id: "queue.assign",
    title: "Assign the entry to an agent, or take it back",
    act: "assign",
    opensDialog: true,
    run: ({ assign, list }: Model) => assign(list.targets()),
  },
  { id: "queue.undo", title: "Undo the last decision", act: "undo", run: ({ undoLast }: Model) => undoLast() },
];

/** The list of "Needs me": what waits in groups, below it what was settled today. */
export function EntriesList(props: {
  model: Model;
  address: QueueAddress;
  go: (change: Partial<QueueAddress>) => void;
  onSearch: () => void;
}) {
  const { model, address, go, onSearch } = props;
  const styles = useStyles();
  const keyOf = useKeys();
  const { list, act } = model;
  const latest = useLatest(model);
  const groupWord = useCallback(
    (entry: QueueEntry) =>
      canDecide(entry) ? (address.entryState === "snoozed" ? "Snoozed" : groupOf(entry).group) : "Settled",
    [address.entryState],
  );

  useQueueCommands(model, "entry", onSearch, commands);

  const rowOf = useCallback(
    (entry: QueueEntry, active: boolean) => {
      const kind = kindOf(entry);
      const settled = !canDecide(entry);
      return {
        icon: kind.icon,
        title: settled ? <span className={styles.quiet}>{entry.title}</span> : entry.title,
        line: settled ? (
          settledWord(entry)
        ) : kind.trouble ? (
          <span className={styles.trouble}>{entry.line}</span>
        ) : (
          entry.line
        ),
        age: <RelativeTime at={settled ? entry.updatedAt : entry.createdAt} />,
        tags:
          settled && entry.state !== "closed" ? (
            <TextButton inRow onClick={() => latest.current.act([entry], { action: "reopen" })}>
              Undo
            </TextButton>
          ) : (
            <>
              {entry.agent && !settled && <AgentTag agent={entry.agent} />}
              {entry.snoozeUntil && (
                <StatusText status="idle" icon={<Clock16Regular />}>
                  {untilWords(new Date(entry.snoozeUntil))}
                </StatusText>
              )}
            </>
          ),
        actions: active && !settled && (
          <>
            <IconButton
              icon={<Checkmark20Regular />}
              label={kind.accept}
              shortcut={keyOf("accept")}
              tabIndex={-1}
              onClick={() => latest.current.act([entry], { action: "accept" })}
            />
            <IconButton
              icon={<Clock20Regular />}
              label="Snooze"
              shortcut={keyOf("snooze")}
              tabIndex={-1}
              onClick={() => void latest.current.snooze([entry])}
            />
            {isAssignable(entry) && (
              <IconButton
                icon={<Bot20Regular />}
                label="Assign to an agent"
                shortcut={keyOf("assign")}
                tabIndex={-1}
                onClick={() => void latest.current.assign([entry])}
              />
            )}
            <IconButton
              icon={<Dismiss20Regular />}
              label={kind.decline}
              shortcut={keyOf("decline")}
              tabIndex={-1}
              onClick={() => latest.current.act([entry], { action: "decline" })}
            />
          </>
        ),
      };
    },
    [styles, keyOf, latest],
  );

  const waiting = list.chosen.filter(canDecide);
  const isCalm = model.open === 0 && address.entryState === "open" && !address.q && !address.assignee;
  return (
    <QueueList
      model={model}
      label={address.entryState === "settled" ? "Settled entries" : "What needs me"}
      first={isCalm && <CalmLine agents={model.rows.some(isWorkedOn)} />}
      groupOf={groupWord}
      onOpen={model.openEntry}
      swipe={(entry) =>
        canDecide(entry)
          ? {
              right: {
                label: kindOf(entry).accept,
                icon: <Checkmark20Regular />,
                tone: "ok",
                run: () => act([entry], { action: "accept" }),
              },
              left: { label: "Snooze", icon: <Clock20Regular />, tone: "warn", run: () => void model.snooze([entry]) },
            }
          : {}
      }
      empty={<Nothing address={address} onClear={() => go({ q: "", entryState: "open", assignee: undefined })} />}
      rowOf={rowOf}
    >
      <FootButton disabled={!waiting.length} onClick={() => act(waiting, { action: "accept" })}>
        {acceptWord(waiting)} {waiting.length}
      </FootButton>
      <FootButton disabled={!waiting.length} onClick={() => act(waiting, { action: "decline" })}>
        Dismiss {waiting.length}
      </FootButton>
      <FootButton disabled={!waiting.length} onClick={() => void model.snooze(waiting)}>
        Snooze {waiting.length}
      </FootButton>
      <FootButton disabled={!waiting.length} onClick={() => void model.assign(waiting)}>
        Assign {waiting.length}
      </FootButton>
    </QueueList>
  );
}
