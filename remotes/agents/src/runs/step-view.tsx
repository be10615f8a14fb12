import type { Run, RunStep } from "@tessera/contracts-agents/runs.ts";
import { mergeClasses } from "@tessera/fluent";
import { StatusText, TextButton, useUiSettings } from "@tessera/ui";
import { lazy, Suspense } from "react";
import { TextLink } from "../frame/text-link.tsx";
import { usageLines } from "../frame/words.ts";
import { DecisionForm } from "./decision-form.tsx";
import { STEP_WORDS, toolTitle } from "./run-words.ts";
import { withheldWords } from "./scope-note.tsx";
import { useStepStyles } from "./step-styles.ts";

// Markdown is for answers alone.
const AnswerText = lazy(async () => ({ default: (await import("../frame/answer-text.tsx")).AnswerText }));

/** One step of a run: what a model wrote, or how a tool was used. */
export function StepView(props: { run: Run; step: RunStep; onRetry: (step: number) => void }) {
  const styles = useStepStyles();
  const { locale } = useUiSettings();
  const { run, step } = props;
  const [status, word] = STEP_WORDS[step.state];
  const title = step.kind === "model" ? step.name : toolTitle(step);
  return (
    <li className={mergeClasses(styles.step, styles.parts)}>
      <div className={styles.head}>
        <h3 className={styles.title}>{`${step.number}. ${title}`}</h3>
        <StatusText status={status}>{word}</StatusText>
        {step.outside && <span className={styles.note}>Contains content from others</span>}
        {step.granted && <span className={styles.note}>You allowed this once in the schedule</span>}
        {step.edited && <span className={styles.note}>You changed it</span>}
        {step.path && <TextLink to={step.path}>Open</TextLink>}
        {step.kind === "model" && run.finishedAt && (
          <TextButton onClick={() => props.onRetry(step.number)}>{`Continue from step ${step.number}`}</TextButton>
        )}
      </div>
      {step.reasoning && (
        <details>
          <summary>Reasoning</summary>
          <p className={styles.words}>{step.reasoning}</p>
        </details>
      )}
      {step.text && (
        <Suspense fallback={<p className={styles.words}>{step.text}</p>}>
          <div className={styles.text}>
            <AnswerText text={step.text} />
          </div>
        </Suspense>
      )}
      {typeof step.arguments?.question === "string" && step.name === "ask_person" ? (
        <p className={styles.words}>{step.arguments.question}</p>
      ) : (
        step.kind === "tool" &&
        step.state !== "asking" &&
        step.arguments && <Values label="Asked for" values={step.arguments} />
      )}
      {step.state === "asking" && <DecisionForm runId={run.id} step={step} />}
      {step.output && <Values label="Gave" values={step.output} />}
      {(step.withheld ?? 0) > 0 && <p className={styles.note}>{withheldWords(step.withheld!)}</p>}
      {step.reason && step.state !== "asking" && <p className={styles.note}>{step.reason}</p>}
      {step.usage && (
        <p className={styles.note}>
          {usageLines(step.usage, locale)
            .map(([name, value]) => `${name}: ${value}`)
            .join(" · ")}
        </p>
      )}
    </li>
  );
}

function Values({ label, values }: { label: string; values: Record<string, unknown> }) {
  const styles = useStepStyles();
  return (
    <details>
      <summary>{label}</summary>
      <pre className={styles.values}>{JSON.stringify(values, null, 2)}</pre>
    </details>
  );
}
