import { makeStyles, Spinner, tokens } from "@tessera/fluent";
import { Notice, StatusText, useUiSettings } from "@tessera/ui";
import { AnswerText } from "../frame/answer-text.tsx";
import { usageLines } from "../frame/words.ts";
import type { Answer } from "./use-answer.ts";

const useStyles = makeStyles({
  pane: {
    minWidth: 0,
    padding: "12px 16px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "8px",
  },
  head: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 12px", marginBottom: "8px" },
  title: { fontSize: "14px", lineHeight: "20px", fontWeight: 600, margin: 0, overflowWrap: "anywhere" },
  reasoning: {
    marginBottom: "8px",
    color: tokens.colorNeutralForeground3,
    "& > p": { margin: "4px 0 0", whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
    "& > summary": { cursor: "pointer", "@media (pointer: coarse)": { minHeight: "44px", lineHeight: "44px" } },
  },
  note: { margin: "8px 0 0", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  text: { overflowWrap: "anywhere", "& pre": { overflowX: "auto" } },
  figures: {
    display: "flex",
    flexWrap: "wrap",
    gap: "4px 24px",
    margin: "12px 0 0",
    paddingTop: "8px",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    fontSize: "12px",
    lineHeight: "16px",
    "& > div": { display: "flex", gap: "6px" },
    "& dt": { color: tokens.colorNeutralForeground3 },
    "& dd": { margin: 0, fontVariantNumeric: "tabular-nums" },
  },
});

/** One model's answer, with what it took. */
export function AnswerPane({ title, answer }: { title: string; answer: Answer }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { state, text, reasoning, failure, finish, usage } = answer;
  return (
    <section className={styles.pane} aria-label={`Answer of ${title}`} aria-busy={state === "running"}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        {/* The words come one by one: only their beginning and end are announced. */}
        <span role="status">
          {state === "running" && (
            <StatusText status="run" icon={<Spinner size="extra-tiny" />}>
              {text ? "Answers" : "Thinks"}
            </StatusText>
          )}
          {state === "done" &&
            (finish === "length" ? (
              <StatusText status="warn">Cut off at the maximum length</StatusText>
            ) : (
              <StatusText status="ok">Done</StatusText>
            ))}
          {state === "stopped" && <StatusText status="idle">Stopped</StatusText>}
          {state === "failed" && <StatusText status="bad">Failed</StatusText>}
        </span>
      </div>
      {reasoning && (
        <details className={styles.reasoning}>
          <summary>Reasoning</summary>
          <p>{reasoning}</p>
        </details>
      )}
      {text && (
        <div className={styles.text}>
          <AnswerText text={text} />
        </div>
      )}
      {state === "stopped" && (
        <p className={styles.note}>Stopped before the provider reported its tokens, so the cost is unknown.</p>
      )}
      {failure && <Notice intent="error">{failure}</Notice>}
      {usage && (
        <dl className={styles.figures}>
          {usageLines(usage, locale).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
