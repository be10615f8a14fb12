import type { Job } from "@tessera/contracts-queue/queue.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { StatusText } from "@tessera/ui";
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
