import { makeStyles, tokens } from "@tessera/fluent";
import type { InputHTMLAttributes } from "react";

const useStyles = makeStyles({
  input: {
    boxSizing: "border-box",
    width: "100%",
    minWidth: 0,
    maxWidth: "260px",
    height: "32px",
    padding: "0 10px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: "6px",
    font: "inherit",
    color: "inherit",
    backgroundColor: tokens.colorNeutralBackground1,
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
    // 16px: a phone zooms in to what is smaller.
    "@media (max-width: 959.98px)": { height: "44px", fontSize: "16px" },
  },
});

/** One line of words that are read as a value: a day, a repetition. All of it is selected when it gets the keyboard. */
export function WordsInput(props: Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "onFocus">) {
  const styles = useStyles();
  return (
    <input autoComplete="off" {...props} className={styles.input} onFocus={(event) => event.currentTarget.select()} />
  );
}
