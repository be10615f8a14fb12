import type { Job } from "@tessera/contracts-queue/queue.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { TextButton } from "@tessera/ui";
import { ProgressBar } from "./job-parts.tsx";
import { progressWords } from "./job-words.tsx";
import { abort } from "./use-bulk-changes.ts";

const useStyles = makeStyles({
  strip: {
    flexShrink: 0,
    display: "flex",
    flexDirection: "column",
    gap: "8px",
    padding: "8px 16px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: "12px",
    lineHeight: "16px",
  },
  words: { display: "flex", justifyContent: "space-between", gap: "12px", fontVariantNumeric: "tabular-nums" },
  title: { minWidth: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  end: { flexShrink: 0, display: "flex", gap: "12px", color: tokens.colorNeutralForeground2 },
});

/** Changes of many jobs that are in progress, each with its way out. */
export function BulkProgress({ jobs }: { jobs: readonly Job[] }) {
  const styles = useStyles();
  return jobs.map((job) => (
    <section key={job.id} className={styles.strip} aria-label={job.title}>
      <div className={styles.words}>
        <span className={styles.title}>{job.title}</span>
        <span className={styles.end}>
          <span>{progressWords(job) || "Waiting for its turn"}</span>
          <TextButton onClick={() => void abort(job.id)}>Abort</TextButton>
        </span>
      </div>
      <ProgressBar job={job} />
    </section>
  ));
}
