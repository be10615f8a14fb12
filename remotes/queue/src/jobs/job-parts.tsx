import type { Job } from "@tessera/contracts-queue/queue.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { StatusText, useUiSettings } from "@tessera/ui";
import { clock } from "@tessera/ui/clock";
import { jobDuration, progressWords, stateWords } from "./job-words.tsx";

const useStyles = makeStyles({
  progress: { display: "flex", flexDirection: "column", gap: "8px" },
  head: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "16px",
    fontVariantNumeric: "tabular-nums",
  },
  took: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  track: { height: "6px", borderRadius: "3px", overflow: "hidden", backgroundColor: tokens.colorNeutralStroke2 },
  small: { width: "64px" },
  fill: {
    display: "block",
    height: "100%",
    borderRadius: "3px",
    backgroundColor: "var(--c1)",
    transformOrigin: "left",
    transitionProperty: "transform",
    transitionDuration: "200ms",
  },
  failed: { backgroundColor: "var(--bad)" },
  log: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr)",
    columnGap: "12px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
  },
  entry: {
    display: "grid",
    gridColumn: "1 / -1",
    gridTemplateColumns: "subgrid",
    padding: "4px 0",
    overflowWrap: "anywhere",
  },
  bad: { color: "var(--bad)" },
  time: {
    fontSize: "12px",
    lineHeight: "20px",
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
  },
});

/** How far a job is, as a bar; `small` is 64 px wide, for rows. Nothing while the end is not known. */
export function ProgressBar({ job, small }: { job: Job; small?: boolean }) {
  const styles = useStyles();
  if (job.total === null || job.total === 0) return null;
  const part = Math.min(1, job.done / job.total);
  return (
    <span
      className={small ? `${styles.track} ${styles.small}` : styles.track}
      role="progressbar"
      aria-label={`Progress of ${job.title}`}
      aria-valuemin={0}
      aria-valuemax={job.total}
      aria-valuenow={job.done}
      aria-valuetext={progressWords(job)}
    >
      <span
        className={job.state === "failed" ? `${styles.fill} ${styles.failed}` : styles.fill}
        style={{ transform: `scaleX(${part})` }}
      />
    </span>
  );
}

export function JobState({ job }: { job: Job }) {
  const { word, status, icon } = stateWords[job.state];
  return (
    <StatusText status={status} icon={icon}>
      {word}
    </StatusText>
  );
}

/** Progress and time of a job, with its state where nothing else tells it. */
export function JobProgress({ job, state }: { job: Job; state?: boolean }) {
  const styles = useStyles();
  const took = jobDuration(job, new Date());
  return (
    <div className={styles.progress}>
      <div className={styles.head}>
        <span>{progressWords(job) || job.title}</span>
        {state ? (
          <JobState job={job} />
        ) : (
          took && <span className={styles.took}>{job.finishedAt ? `Took ${took}` : `Has run for ${took}`}</span>
        )}
      </div>
      <ProgressBar job={job} />
    </div>
  );
}

/** What happened to a job and what it said, oldest first. */
export function JobLog({ job }: { job: Job }) {
  const styles = useStyles();
  const { locale, timeZone } = useUiSettings();
  return (
    <ol className={styles.log}>
      {timeline(job).map(({ at, message, bad }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log are only ever added at its end
        <li key={index} className={styles.entry}>
          <time className={styles.time} dateTime={at} title={new Date(at).toLocaleString(locale, { timeZone })}>
            {new Date(at).toLocaleTimeString(locale, {
              ...clock(locale),
              second: "2-digit",
              timeZone,
            })}
          </time>
          <span className={bad ? styles.bad : undefined}>{message}</span>
        </li>
      ))}
    </ol>
  );
}

/** In the order of time: a job that was retried has lines of the runs before, and starts after them. */
function timeline(job: Job): { at: string; message: string; bad?: boolean }[] {
  const line = (at: string | null, message: string) => (at ? [{ at, message }] : []);
  const failed = job.state === "failed" && job.finishedAt ? [{ at: job.finishedAt, message: "Failed", bad: true }] : [];
  return [
    ...line(job.createdAt, "Queued"),
    ...line(job.startedAt, "Started"),
    ...job.log.map((said) => ({ ...said, bad: said.message === job.error })),
    ...(job.state === "failed" ? failed : line(job.finishedAt, stateWords[job.state].word)),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
