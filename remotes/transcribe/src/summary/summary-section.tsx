import type { Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { TextButton, VisuallyHidden } from "@tessera/ui";
import { clock } from "../words.ts";
import { openEditSummary } from "./edit-summary-dialog.tsx";
import { openSummarise } from "./summarise-dialog.tsx";
import { useSummary } from "./use-summary.ts";

const useStyles = makeStyles({
  root: {
    margin: "12px 16px 0",
    padding: "12px 16px",
    maxWidth: "832px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "8px",
  },
  head: { display: "flex", flexWrap: "wrap", alignItems: "baseline", gap: "4px 16px" },
  title: { margin: 0, fontSize: "inherit", fontWeight: tokens.fontWeightSemibold },
  what: { flexGrow: 1, color: tokens.colorNeutralForeground2 },
  list: { listStyleType: "none", margin: "8px 0 0", padding: 0 },
  point: { display: "flex", alignItems: "baseline", gap: "12px", padding: "4px 0", overflowWrap: "anywhere" },
  time: { minWidth: "56px", fontVariantNumeric: "tabular-nums" },
});

/** What a recording is about: points that lead to their moments, and what made them. */
export function SummarySection({ transcript, onPlay }: { transcript: Transcript; onPlay(ms: number): void }) {
  const styles = useStyles();
  const acts = useSummary(transcript);
  const { summary, seconds } = transcript;
  if (!summary) return null;
  const by = summary.agent
    ? `Written by ${summary.agent}: check it at its moments`
    : "Sentences of the transcript, word for word";
  return (
    <section className={styles.root} aria-label="Summary">
      <div className={styles.head}>
        <h2 className={styles.title}>Summary</h2>
        <span className={styles.what}>{summary.edited ? "Changed by you" : by}</span>
        <TextButton onClick={() => void openEditSummary({ summary, seconds, save: acts.edit })}>Edit</TextButton>
        <TextButton onClick={() => void openSummarise({ transcript, ...acts })}>Summarise again</TextButton>
        <TextButton onClick={() => void acts.remove()}>Delete</TextButton>
      </div>
      <ul className={styles.list}>
        {summary.points.map(({ atMs, text }) => (
          <li key={`${atMs} ${text}`} className={styles.point}>
            <span className={styles.time}>
              <TextButton onClick={() => onPlay(atMs)}>
                <VisuallyHidden>Play from </VisuallyHidden>
                {clock(atMs / 1000)}
              </TextButton>
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
