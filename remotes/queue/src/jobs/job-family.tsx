import type { JobDetail, JobLink } from "@tessera/contracts-queue/queue.ts";
import { makeStyles } from "@tessera/fluent";
import { StatusText, TextButton, touch } from "@tessera/ui";
import { Part } from "../detail-parts.tsx";
import { stateWords } from "./job-words.tsx";

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: "none", display: "flex", flexDirection: "column", gap: "8px" },
  link: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 12px",
    "& > button": { minHeight: "24px", textAlign: "left", flexShrink: 1, [touch]: { minHeight: "44px" } },
  },
});

/** The job that began this one, those that it began, and those that repeat it, each with its state. */
export function JobFamily({ detail, onShow }: { detail: JobDetail; onShow: (id: string) => void }) {
  const styles = useStyles();
  const parts: [string, JobLink[]][] = [
    ["Part of", detail.parent ? [detail.parent] : []],
    ["Repeats with other input", detail.rerunOf ? [detail.rerunOf] : []],
    ["Its jobs", detail.children],
    ["Run again as", detail.reruns],
  ];
  return parts.map(
    ([title, jobs]) =>
      jobs.length > 0 && (
        <Part key={title} title={title}>
          <ul className={styles.list}>
            {jobs.map((job) => (
              <li key={job.id} className={styles.link}>
                <TextButton onClick={() => onShow(job.id)}>{job.title}</TextButton>
                <StatusText status={stateWords[job.state].status} icon={stateWords[job.state].icon}>
                  {stateWords[job.state].word}
                </StatusText>
              </li>
            ))}
          </ul>
        </Part>
      ),
  );
}
