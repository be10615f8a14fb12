import { ArrowClockwise20Regular } from "@fluentui/react-icons/svg/arrow-clockwise";
import { CheckmarkCircle20Regular } from "@fluentui/react-icons/svg/checkmark-circle";
import { CircleHalfFill20Regular } from "@fluentui/react-icons/svg/circle-half-fill";
import { Clock20Regular } from "@fluentui/react-icons/svg/clock";
import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { DismissCircle20Regular } from "@fluentui/react-icons/svg/dismiss-circle";
import { ErrorCircle20Regular } from "@fluentui/react-icons/svg/error-circle";
import { addDays, dayOf } from "@tessera/contracts-core/days.ts";
import type { Job } from "@tessera/contracts-queue/queue.ts";
import { makeStyles } from "@tessera/fluent";
import { useKeys } from "@tessera/shell-api";
import { EmptyState, IconButton, RelativeTime, useUiSettings } from "@tessera/ui";
import { type ReactNode, useCallback } from "react";
import { FootButton } from "../list-parts.tsx";
import type { QueueAddress } from "../queue-address.ts";
import { QueueList, useQueueCommands } from "../queue-list.tsx";
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
const commands = [
  {
    id: "queue.retry",
    title: "Retry the job",
    act: "retry",
    run: ({ change, list }: Model) => change("retry", list.targets()),
  },
  {
    id: "queue.cancel",
    title: "Cancel the job",
    act: "cancel",
    run: ({ change, list }: Model) => change("cancel", list.targets()),
  },
  {
    id: "queue.delete",
    title: "Delete the job",
    act: "remove",
    opensDialog: true,
    run: ({ change, list }: Model) => change("remove", list.targets()),
  },
];

/** The list of "Jobs": what runs or waits first, then by day; failures beside those alike. */
export function JobsList(props: {
  model: Model;
  address: QueueAddress;
  go: (change: Partial<QueueAddress>) => void;
  onSearch: () => void;
}) {
  const { model, address, go, onSearch } = props;
  const styles = useStyles();
  const keyOf = useKeys();
  const { list, change } = model;
  const { locale, timeZone } = useUiSettings();
  const failedOnly = address.jobState === "failed";
  const alike = model.groupOf;
  const groupOf = useCallback(
    (job: Job) =>
      failedOnly
        ? groupWords(alike(job))
        : canCancel(job)
          ? "Under way"
          : dayName(new Date(job.createdAt), locale, timeZone),
    [failedOnly, alike, locale, timeZone],
  );

  useQueueCommands(model, "job", onSearch, commands);

  const now = new Date();
  return (
    <QueueList
      model={model}
      label="Background jobs"
      groupOf={groupOf}
      onOpen={model.openJob}
      empty={<NoJobs address={address} onClear={() => go({ q: "", jobState: undefined })} />}
      rowOf={(job) => ({
        icon: icons[job.state],
        line: job.error ? <span className={styles.trouble}>{job.error}</span> : jobLine(job, now),
        age: <RelativeTime at={job.createdAt} />,
        tags: job.state === "running" && job.total ? <ProgressBar job={job} small /> : <JobState job={job} />,
        actions: (
          <>
            {canRetry(job) && (
              <IconButton
                icon={<ArrowClockwise20Regular />}
                label="Retry"
                shortcut={keyOf("retry")}
                tabIndex={-1}
                onClick={() => void change("retry", [job])}
              />
            )}
            {canCancel(job) && (
              <IconButton
                icon={<DismissCircle20Regular />}
                label="Cancel"
                tabIndex={-1}
                onClick={() => void change("cancel", [job])}
              />
            )}
            {canRemove(job) && (
              <IconButton
                icon={<Delete20Regular />}
                label="Delete"
                shortcut={keyOf("remove")}
                tabIndex={-1}
                onClick={() => void change("remove", [job])}
              />
            )}
          </>
        ),
      })}
    >
      {(["retry", "cancel", "remove"] as const).map((action) => {
        const count = fitting(action, list.chosen).length;
        return (
          <FootButton
            key={action}
            disabled={count === 0 || model.busy}
            onClick={() => void change(action, list.chosen)}
          >
            {{ retry: "Retry", cancel: "Cancel", remove: "Delete" }[action]} {count}
          </FootButton>
        );
      })}
    </QueueList>
  );
}

function NoJobs({ address, onClear }: { address: QueueAddress; onClear: () => void }) {
  if (address.q)
    return (
      <EmptyState
        sentence={`No job matches “${address.q}”.`}
        action={{ label: "Clear the search", onClick: onClear }}
      />
    );
  if (address.jobState)
    return <EmptyState sentence="No job is in this state." action={{ label: "Show all jobs", onClick: onClear }} />;
  return <EmptyState sentence="No background jobs yet. An import, for example, shows its progress here." />;
}

function groupWords(group: { count: number; error: string } | undefined): string {
  if (!group) return "Failed";
  const error = group.error.length > 44 ? `${group.error.slice(0, 43)}…` : group.error;
  return group.count === 1 ? error : `${group.count.toLocaleString()} alike: ${error}`;
}

/** "Today", "Yesterday", or the day. */
function dayName(at: Date, locale: string | undefined, timeZone: string | undefined): string {
  const today = dayOf(new Date(), timeZone);
  const day = dayOf(at, timeZone);
  if (day >= today) return "Today";
  if (day === addDays(today, -1)) return "Yesterday";
  return at.toLocaleDateString(locale, { weekday: "long", day: "numeric", month: "long", timeZone });
}
