import { ArrowClockwise20Regular } from "@fluentui/react-icons/svg/arrow-clockwise";
import { CheckmarkCircle20Regular } from "@fluentui/react-icons/svg/checkmark-circle";
import { CircleHalfFill20Regular } from "@fluentui/react-icons/svg/circle-half-fill";
import { Clock20Regular } from "@fluentui/react-icons/svg/clock";
import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { DismissCircle20Regular } from "@fluentui/react-icons/svg/dismiss-circle";
import { ErrorCircle20Regular } from "@fluentui/react-icons/svg/error-circle";
import { dayOf } from "@tessera/contracts-core/days.ts";
import type { Job } from "@tessera/contracts-queue/queue.ts";
import { makeStyles } from "@tessera/fluent";
import { useKeys } from "@tessera/shell-api";
import { EmptyState, IconButton, Pill, RelativeTime, useUiSettings } from "@tessera/ui";
import { type ReactNode, useCallback, useMemo } from "react";
import { FootButton } from "../list-parts.tsx";
import { noFilter, type QueueAddress } from "../queue-address.ts";
import { QueueList, useQueueCommands } from "../queue-list.tsx";
import { useLatest } from "../use-latest.ts";
import { BulkProgress } from "./bulk-progress.tsx";
import { fitting } from "./change-jobs.ts";
import { dayNames } from "./day-names.ts";
import { isFiltered } from "./job-filter.ts";
import { JobState, ProgressBar } from "./job-parts.tsx";
import { canCancel, canRemove, canRetry, jobLine } from "./job-words.tsx";
import { actionsOf } from "./match-line.tsx";
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
  {
    id: "queue.show-alike",
    title: "Show the jobs that failed like this one",
    run: ({ groupOf, showAlike, list }: Model) => {
      const [job] = list.targets();
      const group = job && groupOf(job);
      if (group) showAlike(group);
    },
  },
  {
    id: "queue.change-all",
    title: "Retry or cancel all jobs of the filter",
    opensDialog: true,
    run: ({ changeMatching, matches, filter }: Model) => {
      const [action] = actionsOf(filter);
      return action && matches ? changeMatching(action, matches) : undefined;
    },
  },
];

/** The list of "Jobs": what runs or waits first, then by day; of failures alike one stands for all. */
export function JobsList(props: {
  model: Model;
  address: QueueAddress;
  go: (change: Partial<QueueAddress>) => void;
  onSearch: () => void;
}) {
  const { model, address, go, onSearch } = props;
  const styles = useStyles();
  const keyOf = useKeys();
  const { list, change, countOf, grouped } = model;
  const latest = useLatest(model);
  const { locale, timeZone } = useUiSettings();
  const like = address.like !== undefined;
  const today = dayOf(new Date(), timeZone);
  const dayName = useMemo(() => dayNames(today, locale, timeZone), [today, locale, timeZone]);
  const groupOf = useCallback(
    (job: Job) => {
      if (grouped) return countOf(job) > 1 ? "Same error" : "Failed once";
      if (like) return "One by one";
      return canCancel(job) ? "In progress" : dayName(job.createdAt);
    },
    [grouped, countOf, like, dayName],
  );

  useQueueCommands(model, "job", onSearch, commands);

  const rowOf = useCallback(
    (job: Job, active: boolean) => ({
      icon: icons[job.state],
      line: job.error ? <span className={styles.trouble}>{job.error}</span> : jobLine(job, new Date()),
      age: <RelativeTime at={job.createdAt} />,
      tags:
        countOf(job) > 1 ? (
          <Pill status="bad">{countOf(job).toLocaleString()} like this</Pill>
        ) : job.state === "running" && job.total ? (
          <ProgressBar job={job} small />
        ) : (
          <JobState job={job} />
        ),
      actions: active && (
        <>
          {canRetry(job) && (
            <IconButton
              icon={<ArrowClockwise20Regular />}
              label={countOf(job) > 1 ? `Retry all ${countOf(job).toLocaleString()} like this` : "Retry"}
              shortcut={keyOf("retry")}
              tabIndex={-1}
              onClick={() => void latest.current.change("retry", [job])}
            />
          )}
          {canCancel(job) && (
            <IconButton
              icon={<DismissCircle20Regular />}
              label="Cancel"
              tabIndex={-1}
              onClick={() => void latest.current.change("cancel", [job])}
            />
          )}
          {canRemove(job) && (
            <IconButton
              icon={<Delete20Regular />}
              label={countOf(job) > 1 ? `Delete all ${countOf(job).toLocaleString()} like this` : "Delete"}
              shortcut={keyOf("remove")}
              tabIndex={-1}
              onClick={() => void latest.current.change("remove", [job])}
            />
          )}
        </>
      ),
    }),
    [styles, keyOf, countOf, latest],
  );

  return (
    <QueueList
      model={model}
      label="Background jobs"
      groupOf={groupOf}
      onOpen={model.openJob}
      empty={<NoJobs address={address} onClear={() => go({ ...noFilter, selected: undefined })} />}
      above={<BulkProgress jobs={model.bulk} />}
      rowOf={rowOf}
    >
      {(["retry", "cancel", "remove"] as const).map((action) => {
        const count = fitting(action, list.chosen).reduce((sum, job) => sum + countOf(job), 0);
        return (
          <FootButton
            key={action}
            disabled={count === 0 || model.busy}
            onClick={() => void change(action, list.chosen)}
          >
            {{ retry: "Retry", cancel: "Cancel", remove: "Delete" }[action]} {count.toLocaleString()}
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
  if (address.like)
    return (
      <EmptyState
        sentence="No job is failed this way any more."
        action={{ label: "Show all jobs", onClick: onClear }}
      />
    );
  if (address.jobState === "failed" && !address.kind && !address.hours)
    return <EmptyState sentence="No job has failed." action={{ label: "Show all jobs", onClick: onClear }} />;
  if (isFiltered(address))
    return <EmptyState sentence="No job fits the filter." action={{ label: "Show all jobs", onClick: onClear }} />;
  return <EmptyState sentence="No background jobs yet. An import, for example, shows its progress here." />;
}
