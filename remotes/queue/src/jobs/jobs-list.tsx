import { ArrowClockwise20Regular } from "@fluentui/react-icons/svg/arrow-clockwise";
import { CheckmarkCircle20Regular } from "@fluentui/react-icons/svg/checkmark-circle";
import { CircleHalfFill20Regular } from "@fluentui/react-icons/svg/circle-half-fill";
import { Clock20Regular } from "@fluentui/react-icons/svg/clock";
import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { DismissCircle20Regular } from "@fluentui/react-icons/svg/dismiss-circle";
import { ErrorCircle20Regular } from "@fluentui/react-icons/svg/error-circle";
import type { Job } from "@tessera/contracts/queue.ts";
import { makeStyles } from "@tessera/fluent";
import { useCommands } from "@tessera/shell-api";
import { DataList, EmptyState, ErrorState, IconButton, ListRow, RelativeTime, RowSkeleton } from "@tessera/ui";
import { type ReactNode, useCallback } from "react";
import { FootButton, ListFoot, RowCheck } from "../list-parts.tsx";
import type { QueueAddress } from "../queue-address.ts";
import { useLatest } from "../use-latest.ts";
import { fitting } from "./change-jobs.ts";
import { JobState, ProgressBar } from "./job-parts.tsx";
import { canCancel, canRemove, canRetry, jobLine } from "./job-words.tsx";
import type { JobsList as Model } from "./use-jobs-list.ts";

const useStyles = makeStyles({ trouble: { color: "var(--bad)" } });

const icons: Record<Job["state"], ReactNode> = {
  running: <CircleHalfFill20Regular />,
  waiting: <Clock20Regular />,
  failed: <ErrorCircle20Regular />,
  done: <CheckmarkCircle20Regular />,
  cancelled: <DismissCircle20Regular />,
};
const idOf = (job: Job) => job.id;

/** The list of "Jobs": what runs or waits first, then by day; failures beside those alike. */
export function JobsList(props: {
  model: Model;
  address: QueueAddress;
  go: (change: Partial<QueueAddress>) => void;
  onSearch: () => void;
}) {
  const { model, address, go, onSearch } = props;
  const styles = useStyles();
  const { query, rows, list, change } = model;
  const failedOnly = address.jobState === "failed";
  const alike = model.groupOf;
  const groupOf = useCallback(
    (job: Job) => (failedOnly ? groupWords(alike(job)) : canCancel(job) ? "Under way" : dayOf(job.createdAt)),
    [failedOnly, alike],
  );

  const latest = useLatest(model);
  useCommands(
    () => [
      {
        id: "queue.next",
        title: "Next job",
        group: "Queue",
        keys: "j",
        hidden: true,
        run: () => latest.current.list.list.current?.move(1),
      },
      {
        id: "queue.previous",
        title: "Previous job",
        group: "Queue",
        keys: "k",
        hidden: true,
        run: () => latest.current.list.list.current?.move(-1),
      },
      {
        id: "queue.select",
        title: "Select the job",
        group: "Queue",
        keys: "x",
        hidden: true,
        run: () => latest.current.list.toggleFocused(),
      },
      {
        id: "queue.retry",
        title: "Retry the job",
        group: "Queue",
        keys: "r",
        run: () => latest.current.change("retry", latest.current.list.targets()),
      },
      {
        id: "queue.cancel",
        title: "Cancel the job",
        group: "Queue",
        keys: "Shift+C",
        run: () => latest.current.change("cancel", latest.current.list.targets()),
      },
      {
        id: "queue.delete",
        title: "Delete the job",
        group: "Queue",
        keys: "Delete",
        run: () => latest.current.change("remove", latest.current.list.targets()),
      },
      { id: "queue.search", title: "Search the jobs", group: "Queue", keys: "/", run: onSearch },
    ],
    [latest, onSearch],
  );

  if (query.isPending) return <RowSkeleton />;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!rows.length) return <NoJobs address={address} onClear={() => go({ q: "", jobState: undefined })} />;

  const selecting = list.checked.size > 0;
  const now = new Date();
  return (
    <>
      <DataList
        ref={list.list}
        label="Background jobs"
        items={rows}
        keyOf={idOf}
        groupOf={groupOf}
        focusedKey={list.focusedKey}
        onFocusKey={list.onFocusKey}
        onOpen={model.openJob}
        checkedKeys={list.checked}
        onCheck={list.setChecked}
        onEndReached={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
        renderRow={(job, { checked }) => (
          <ListRow
            icon={
              selecting ? (
                <RowCheck label={`Select ${job.title}`} checked={checked} onChange={() => list.toggle(job.id)} />
              ) : (
                icons[job.state]
              )
            }
            title={job.title}
            line={job.error ? <span className={styles.trouble}>{job.error}</span> : jobLine(job, now)}
            age={<RelativeTime at={job.createdAt} />}
            tags={job.state === "running" && job.total ? <ProgressBar job={job} small /> : <JobState job={job} />}
            selected={job.id === list.shownId}
            checked={checked}
            href={model.hrefOf(job)}
            actions={
              <>
                {canRetry(job) && (
                  <IconButton
                    icon={<ArrowClockwise20Regular />}
                    label="Retry"
                    shortcut="r"
                    tabIndex={-1}
                    onClick={() => void change("retry", [job])}
                  />
                )}
                {canCancel(job) && (
                  <IconButton icon={<DismissCircle20Regular />} label="Cancel" tabIndex={-1} onClick={() => void change("cancel", [job])} />
                )}
                {canRemove(job) && (
                  <IconButton
                    icon={<Delete20Regular />}
                    label="Delete"
                    shortcut="Del"
                    tabIndex={-1}
                    onClick={() => void change("remove", [job])}
                  />
                )}
              </>
            }
          />
        )}
      />
      <ListFoot selected={list.chosen.length} onClear={list.clear}>
        {(["retry", "cancel", "remove"] as const).map((action) => {
          const count = fitting(action, list.chosen).length;
          return (
            <FootButton key={action} disabled={count === 0 || model.busy} onClick={() => void change(action, list.chosen)}>
              {{ retry: "Retry", cancel: "Cancel", remove: "Delete" }[action]} {count}
            </FootButton>
          );
        })}
      </ListFoot>
    </>
  );
}

function NoJobs({ address, onClear }: { address: QueueAddress; onClear: () => void }) {
  if (address.q) return <EmptyState sentence={`No job matches “${address.q}”.`} action={{ label: "Clear the search", onClick: onClear }} />;
  if (address.jobState) return <EmptyState sentence="No job is in this state." action={{ label: "Show all jobs", onClick: onClear }} />;
  return <EmptyState sentence="No background jobs yet. An import, for example, shows its progress here." />;
}

function groupWords(group: { count: number; error: string } | undefined): string {
  if (!group) return "Failed";
  const error = group.error.length > 44 ? `${group.error.slice(0, 43)}…` : group.error;
  return group.count === 1 ? error : `${group.count.toLocaleString()} alike: ${error}`;
}

/** "Today", "Yesterday", or the day. */
function dayOf(at: string): string {
  const day = new Date(at);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(day).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  return day.toLocaleDateString(undefined, { weekday: "long", day: "numeric", month: "long" });
}
