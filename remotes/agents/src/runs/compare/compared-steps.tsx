import type { RunStep } from "@tessera/contracts-agents/runs.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { StatusText, useIsPhone } from "@tessera/ui";
import { STEP_WORDS, toolTitle } from "../run-words.ts";
import { useStepStyles } from "../step-styles.ts";
import { isSamePair, type StepField, type StepPair } from "./align-steps.ts";
import { Differs } from "./differs.tsx";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  sides: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
    gap: "16px",
    marginTop: "8px",
    "@media (max-width: 959.98px)": { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  name: { margin: 0, fontSize: "12px", lineHeight: "16px", fontWeight: 600, color: tokens.colorNeutralForeground3 },
});

/** What a person reads of what differs in a step. */
const FIELD_WORDS: Record<StepField, string> = {
  name: "model",
  state: "state",
  reasoning: "reasoning",
  text: "answer of the model",
  arguments: "what was asked for",
  output: "what was given",
  reason: "reason",
};

const titleOf = (step: RunStep) => (step.kind === "model" ? step.name : toolTitle(step));
/** "Clerk · Search cards", with both names where a step has two. */
function pairTitle({ one, other }: StepPair): string {
  const titles = [one, other].flatMap((step) => (step ? titleOf(step) : []));
  return [...new Set(titles)].join(" / ");
}
const numbersOf = ({ one, other }: StepPair) =>
  one && other && one.number !== other.number ? `${one.number} and ${other.number}` : String((one ?? other)!.number);

/** The steps of two runs; on a phone, what differs comes first. */
export function ComparedSteps({ pairs }: { pairs: readonly StepPair[] }) {
  const styles = useStyles();
  const looks = useStepStyles();
  const isPhone = useIsPhone();
  const same = pairs.filter(isSamePair);
  const shown = isPhone ? [...pairs.filter((pair) => !isSamePair(pair)), ...same] : pairs;
  return (
    <ol className={styles.list} aria-label="Steps of both runs">
      {shown.map((pair) => (
        <li key={`${pair.one?.number} ${pair.other?.number}`} className={looks.step}>
          {isSamePair(pair) ? (
            <details>
              <summary>{`${numbersOf(pair)}. ${pairTitle(pair)}: the same in both`}</summary>
              <Side step={pair.one!} />
            </details>
          ) : (
            <Pair pair={pair} />
          )}
        </li>
      ))}
    </ol>
  );
}

function Pair({ pair }: { pair: StepPair }) {
  const styles = useStyles();
  const looks = useStepStyles();
  const { one, other, differs } = pair;
  const only = one ? "in the first run only" : "in the second run only";
  return (
    <>
      <div className={looks.head}>
        <h3 className={looks.title}>{`${numbersOf(pair)}. ${pairTitle(pair)}`}</h3>
        <Differs>{one && other ? differs.map((field) => FIELD_WORDS[field]).join(", ") : only}</Differs>
      </div>
      <div className={styles.sides}>
        {([one, other] as const).map((step, at) => (
          <div key={at === 0 ? "one" : "other"} className={looks.parts}>
            <p className={styles.name}>{at === 0 ? "First run" : "Second run"}</p>
            {step ? <Side step={step} /> : <p className={looks.note}>No such step.</p>}
          </div>
        ))}
      </div>
    </>
  );
}

function Side({ step }: { step: RunStep }) {
  const looks = useStepStyles();
  const [status, word] = STEP_WORDS[step.state];
  return (
    <div className={looks.parts}>
      <div className={looks.head}>
        <span>{titleOf(step)}</span>
        <StatusText status={status}>{word}</StatusText>
      </div>
      {step.reasoning && <Part label="Reasoning">{step.reasoning}</Part>}
      {step.text && <p className={looks.words}>{step.text}</p>}
      {step.arguments && <Values label="Asked for" values={step.arguments} />}
      {step.output && <Values label="Gave" values={step.output} />}
      {step.reason && <p className={looks.note}>{step.reason}</p>}
    </div>
  );
}

function Part({ label, children }: { label: string; children: string }) {
  const looks = useStepStyles();
  return (
    <>
      <p className={looks.note}>{label}</p>
      <p className={looks.words}>{children}</p>
    </>
  );
}

function Values({ label, values }: { label: string; values: Record<string, unknown> }) {
  const looks = useStepStyles();
  return (
    <>
      <p className={looks.note}>{label}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className={looks.values} aria-label={label} tabIndex={0}>
        {JSON.stringify(values, null, 2)}
      </section>
    </>
  );
}
