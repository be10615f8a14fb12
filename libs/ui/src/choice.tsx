import { makeStyles, tokens } from "@tessera/fluent";
import { useId } from "react";
import { touch } from "./touch.ts";

const useStyles = makeStyles({
  choice: {
    display: "inline-flex",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "6px",
    padding: "1px",
    gap: "1px",
  },
  option: {
    position: "relative",
    display: "inline-flex",
    "& > input:hover:not(:checked) + span": { backgroundColor: tokens.colorSubtleBackgroundHover },
    "& > input:checked + span": { backgroundColor: "var(--sel)", color: tokens.colorBrandForeground1, fontWeight: 600 },
    "& > input:focus-visible + span": { outline: "2px solid var(--ink)", outlineOffset: "1px" },
  },
  input: { position: "absolute", inset: 0, width: "100%", height: "100%", margin: 0, opacity: 0, cursor: "pointer" },
  face: {
    display: "inline-flex",
    alignItems: "center",
    height: "28px",
    padding: "0 12px",
    borderRadius: "5px",
    color: tokens.colorNeutralForeground2,
    [touch]: { minWidth: "44px", height: "44px", justifyContent: "center" },
  },
});

interface ChoiceProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
}

/** One of a few words, side by side; a group of radio buttons to the keyboard and to screen readers. */
export function Choice<V extends string>({ label, value, options, onChange }: ChoiceProps<V>) {
  const styles = useStyles();
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.choice}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.face}>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
