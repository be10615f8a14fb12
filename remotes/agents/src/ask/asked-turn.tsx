import type { RunStep } from "@tessera/contracts-agents/runs.ts";
import { GIVEN_CARDS } from "@tessera/contracts-agents/tool-names.ts";
import { counted } from "@tessera/contracts-core/counted.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { shell } from "@tessera/shell-api";
import { Notice, StatusText, TextButton } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useEffect, useRef } from "react";
import { agents } from "../api.ts";
import { AnswerText } from "../frame/answer-text.tsx";
import { TextLink } from "../frame/text-link.tsx";
import { DecisionForm } from "../runs/decision-form.tsx";
import { RUN_WORDS, runPath, toolTitle } from "../runs/run-words.ts";
import { withheldWords } from "../runs/scope-note.tsx";
import { useRun } from "../runs/use-run.ts";

const useStyles = makeStyles({
  // The field that stands over the conversation covers nothing of what is scrolled to.
  turn: { display: "flex", flexDirection: "column", gap: "8px", minWidth: 0, scrollMarginBottom: "168px" },
  question: {
    alignSelf: "end",
    maxWidth: "90%",
    margin: 0,
    padding: "8px 12px",
    borderRadius: "8px",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
    backgroundColor: tokens.colorNeutralBackground3,
  },
  line: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 16px", minHeight: "24px" },
  note: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  title: { margin: 0, fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
  text: { overflowWrap: "anywhere", minWidth: 0 },
});

/** A question that was asked: its run. */
export interface Asked {
  id: string;
  agentId: string;
  question: string;
}

const textOf = (steps: readonly RunStep[]) => steps.findLast(({ kind }) => kind === "model")?.text ?? "";

/** Cards that were asked about and do not exist any more. */
function missingIn(steps: readonly RunStep[]): number {
  const missing = steps.find(({ name }) => name === GIVEN_CARDS.name)?.output?.missing;
  return Array.isArray(missing) ? missing.length : 0;
}

/** A question and its answer, while it is written and afterwards. */
export function AskedTurn({
  asked,
  onOver,
  onLeave,
}: {
  asked: Asked;
  /** The run has ended. */
  onOver: () => void;
  /** A link was followed. */
  onLeave: () => void;
}) {
  const styles = useStyles();
  const { run, steps, error, retry } = useRun(asked.id);
  const turn = useRef<HTMLDivElement>(null);
  const isOver = run !== null && run.finishedAt !== null;
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    if (isOver) over.current();
  }, [isOver]);
  const text = run?.answer ?? textOf(steps);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was written since is scrolled to
  useEffect(() => {
    // Chromium answers with a promise, which React would take for a clean-up.
    turn.current?.scrollIntoView?.({ block: "nearest" });
  }, [text, isOver]);
  const stop = () =>
    void agents
      .stopRun(asked.id)
      .catch((reason: Error) =>
        shell().notifications.show({ message: failureWords("The run was not stopped.", reason), intent: "error" }),
      );
  const missing = missingIn(steps);
  const withheld = Math.max(0, ...steps.map((step) => step.withheld ?? 0));
  const asking = steps.filter(({ state }) => state === "asking");
  const [status, word] = RUN_WORDS[run?.state ?? "waiting"];
  const working = steps.find(({ kind, state }) => kind === "tool" && state === "running");
  return (
    <div ref={turn} className={styles.turn}>
      <p className={styles.question}>{asked.question}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the link inside is what is pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <div className={styles.line} onClick={(event) => (event.target as Element).closest("a") && onLeave()}>
        <StatusText status={status}>{working ? toolTitle(working) : word}</StatusText>
        {run && !isOver && <TextButton onClick={stop}>Stop</TextButton>}
        <TextLink to={runPath(asked)}>Open as run</TextLink>
      </div>
      {missing > 0 && (
        <p className={styles.note}>
          {missing === 1
            ? "One of the cards does not exist any more."
            : `${counted(missing, "card")} do not exist any more.`}
        </p>
      )}
      {withheld > 0 && <p className={styles.note}>{withheldWords(withheld)}</p>}
      {asking.map((step) => (
        <div key={step.number}>
          <h3 className={styles.title}>{toolTitle(step)}</h3>
          {typeof step.arguments?.question === "string" && <p>{step.arguments.question}</p>}
          <DecisionForm runId={asked.id} step={step} />
        </div>
      ))}
      {text && (
        <div className={styles.text}>
          <AnswerText text={text} onFollow={onLeave} />
        </div>
      )}
      {run?.failure && <Notice intent="error">{run.failure}</Notice>}
      {error !== null && (
        <Notice intent="error" actions={<TextButton onClick={retry}>Try again</TextButton>}>
          {failureWords("The answer could not be followed.", error)}
        </Notice>
      )}
    </div>
  );
}
