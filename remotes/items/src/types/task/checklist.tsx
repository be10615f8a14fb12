import { Add16Regular } from "@fluentui/react-icons/svg/add";
import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import { MAX_CHECK_LENGTH, MAX_CHECKS } from "@tessera/contracts-items/limits.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Checkbox } from "@tessera/fluent-data";
import { IconButton } from "@tessera/ui";
import { useRef, useState } from "react";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import type { Step } from "./same-steps.ts";
import { useStepKeys } from "./step-keys.ts";
import { useSteps } from "./use-steps.ts";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  step: { display: "flex", alignItems: "center", minHeight: "36px" },
  // Beside the first line of its text.
  box: { alignSelf: "flex-start", marginTop: "2px", "@media (pointer: coarse)": { marginTop: "6px" } },
  text: {
    flexGrow: 1,
    minWidth: 0,
    minHeight: "32px",
    margin: 0,
    padding: "6px 4px",
    border: "none",
    borderRadius: "4px",
    resize: "none",
    fieldSizing: "content",
    overflow: "hidden",
    font: "inherit",
    lineHeight: "20px",
    "@media (pointer: coarse)": { minHeight: "44px", paddingTop: "12px", paddingBottom: "12px" },
    color: "inherit",
    backgroundColor: "transparent",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  },
  struck: { textDecorationLine: "line-through", color: tokens.colorNeutralForeground3 },
  full: { color: tokens.colorNeutralForeground2 },
  add: { display: "flex", gap: "8px", marginTop: "4px" },
  input: {
    flexGrow: 1,
    height: "32px",
    minWidth: 0,
    padding: "0 10px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: "6px",
    font: "inherit",
    color: "inherit",
    backgroundColor: tokens.colorNeutralBackground1,
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  },
});

/** The steps of a task: one Tab stop, fully operable by keyboard. */
export function Checklist(props: { steps: readonly Step[]; onChange: (steps: Step[]) => void }) {
  const styles = useStyles();
  const detail = useDetailStyles();
  const { steps } = props;
  const section = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState("");
  const acts = useSteps(steps, props.onChange);
  const keys = useStepKeys(section, acts);
  const done = steps.filter((step) => step.done).length;
  return (
    <section ref={section} className={detail.part} aria-label="Checklist" onKeyDown={keys.onKeyDown}>
      <h2 className={detail.partTitle}>Checklist{steps.length > 0 ? `, ${done} of ${steps.length}` : ""}</h2>
      <ul className={styles.list} aria-label="Steps" onFocus={keys.onFocus}>
        {steps.map((step, index) => (
          <li key={acts.ids[index]} className={styles.step}>
            <Checkbox
              className={styles.box}
              aria-label={step.text || `Step ${index + 1}`}
              checked={step.done}
              tabIndex={index === keys.active ? 0 : -1}
              onChange={() => acts.tick(index)}
            />
            <textarea
              className={mergeClasses(styles.text, step.done && styles.struck)}
              aria-label={`Step ${index + 1}`}
              rows={1}
              value={step.text}
              maxLength={MAX_CHECK_LENGTH}
              tabIndex={index === keys.active ? 0 : -1}
              onChange={(event) => acts.write(index, event.target.value.replaceAll("\n", " "))}
            />
            <IconButton
              icon={<Dismiss16Regular />}
              size="small"
              label={`Remove ${step.text || `step ${index + 1}`}`}
              tabIndex={index === keys.active ? 0 : -1}
              onClick={(event) => {
                // Only the keyboard needs its focus moved.
                if (event.detail === 0) keys.stayAt(index);
                acts.remove(index);
              }}
            />
          </li>
        ))}
      </ul>
      {steps.length < MAX_CHECKS ? (
        <form
          className={styles.add}
          onSubmit={(event) => {
            event.preventDefault();
            if (!typed.trim()) return;
            acts.add(steps.length, typed.trim());
            setTyped("");
            keys.toNew();
          }}
        >
          <input
            className={styles.input}
            aria-label="New step"
            placeholder="Add a step"
            maxLength={MAX_CHECK_LENGTH}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" icon={<Add16Regular />} disabled={!typed.trim()}>
            Add
          </Button>
        </form>
      ) : (
        <p className={styles.full}>{`A checklist holds ${MAX_CHECKS} steps.`}</p>
      )}
    </section>
  );
}
