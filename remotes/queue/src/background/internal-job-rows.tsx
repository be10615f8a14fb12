import type { InternalJob } from "@tessera/contracts-queue/internal-jobs.ts";
import type { JobState } from "@tessera/contracts-queue/queue.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { EmptyState, ErrorState, Pill, RelativeTime, RowSkeleton, ViewTabs } from "@tessera/ui";
import { useState } from "react";
import { stateWords } from "../jobs/job-words.tsx";
import { useInternalJobs, useRetryInternalJobs } from "./use-internal-jobs.ts";

const phone = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  tabs: { "& [role=tablist]": { padding: "0 0 8px" } },
  list: { listStyleType: "none", margin: 0, padding: 0 },
  row: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 3fr) minmax(0, 2fr) auto",
    gap: "4px 16px",
    alignItems: "center",
    minHeight: "32px",
    padding: "10px 8px",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    [phone]: { gridTemplateColumns: "minmax(0, 1fr)", padding: "12px 0" },
  },
  name: { fontWeight: 600, overflowWrap: "anywhere" },
  state: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 8px" },
  small: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  error: { gridColumn: "1 / -1", color: tokens.colorStatusDangerForeground1, overflowWrap: "anywhere" },
  act: { [phone]: { minHeight: "44px" } },
  foot: {
    display: "flex",
    flexWrap: "wrap",
    gap: "8px",
    padding: "12px 0",
    [phone]: { "& button": { minHeight: "44px" } },
  },
});

const STATES: readonly JobState[] = ["failed", "waiting", "running", "done"];
const VIEWS = STATES.map((id) => ({ id, label: stateWords[id].word }));
const NONE: Record<JobState, string> = {
  failed: "No internal job failed in the last week.",
  waiting: "No internal job waits.",
  running: "No internal job is running.",
  done: "No internal job ended in the last week.",
  cancelled: "No internal job was cancelled.",
};

/** Jobs that no person has in their list, by state; what failed is tried once more. */
export function InternalJobRows() {
  const styles = useStyles();
  const [state, setState] = useState<JobState>("failed");
  const { jobs, query } = useInternalJobs(state);
  const retry = useRetryInternalJobs();
  const failed = jobs?.filter(({ retryable }) => retryable) ?? [];
  return (
    <>
      <div className={styles.tabs}>
        <ViewTabs
          views={VIEWS}
          selected={state}
          onSelect={(id) => setState(id as JobState)}
          label="State of internal jobs"
        />
      </div>
      {!jobs ? (
        query.isError ? (
          <ErrorState title="Internal jobs cannot be shown" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <RowSkeleton rows={3} />
        )
      ) : jobs.length ? (
        <ol className={styles.list} aria-label="Internal jobs">
          {jobs.map((job) => (
            <Row key={job.id} job={job} busy={retry.busy} onRetry={() => void retry.run([job])} />
          ))}
        </ol>
      ) : (
        <EmptyState sentence={NONE[state]} />
      )}
      {(query.hasNextPage || failed.length > 1) && (
        <div className={styles.foot}>
          {query.hasNextPage && (
            <Button size="small" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
          )}
          {failed.length > 1 && (
            <Button size="small" disabled={retry.busy} onClick={() => void retry.run(failed)}>
              Retry the {failed.length.toLocaleString()} shown
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function Row({ job, busy, onRetry }: { job: InternalJob; busy: boolean; onRetry(): void }) {
  const styles = useStyles();
  const { words, queue, state, attempts, error, retryable, createdAt, finishedAt, nextAttemptAt } = job;
  const { word, status, icon } = stateWords[state];
  return (
    <li className={styles.row} aria-label={words}>
      <div title={queue}>
        <div className={styles.name}>{words}</div>
        {attempts > 1 && <div className={styles.small}>Attempt {attempts.toLocaleString()}</div>}
      </div>
      <div className={styles.state}>
        <Pill status={status} icon={icon}>
          {word}
        </Pill>
        <span className={styles.small}>
          {nextAttemptAt ? (
            <>
              Next attempt <RelativeTime at={nextAttemptAt} inSentence />
            </>
          ) : (
            <RelativeTime at={finishedAt ?? createdAt} inSentence />
          )}
        </span>
      </div>
      <div>
        {retryable && (
          <Button size="small" className={styles.act} disabled={busy} aria-label={`Retry: ${words}`} onClick={onRetry}>
            Retry
          </Button>
        )}
      </div>
      {error && <div className={styles.error}>{error}</div>}
    </li>
  );
}
