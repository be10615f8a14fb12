import { decimalOf } from "@tessera/contracts-finance/currencies.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { type KeyboardEvent, useRef, useState } from "react";
import { readSum } from "./arithmetic.ts";

/** Where the focus goes once a cell is saved. */
export type Then = "down" | "up" | "right" | "stay";

const useStyles = makeStyles({
  input: {
    width: "100%",
    minWidth: 0,
    height: "30px",
    boxSizing: "border-box",
    padding: "0 6px",
    textAlign: "right",
    fontVariantNumeric: "tabular-nums",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "4px",
    font: "inherit",
    color: "inherit",
    backgroundColor: tokens.colorNeutralBackground1,
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
    "&[aria-invalid=true]": { outline: "2px solid var(--bad)" },
  },
});

/**
 * A cell while it is typed in: an amount, or a sum such as 120/4+10. Enter saves and goes down, Shift and Enter up, Tab
 * to the right; Escape leaves all as it was, and so does leaving it with something that is no amount.
 */
export function CellInput(props: {
  label: string;
  amount: number;
  currency: string;
  /** The key that began it, in place of the amount. */
  typed: string | null;
  onSave: (amount: number, then: Then) => void;
  onCancel: (then: "stay" | "leave") => void;
}) {
  const styles = useStyles();
  const { amount, currency } = props;
  const shown = amount === 0 ? "" : decimalOf(amount, currency);
  const [text, setText] = useState(props.typed ?? shown);
  const [isWrong, setWrong] = useState(false);
  const ended = useRef(false);

  const save = (then: Then) => {
    if (ended.current) return;
    const value = text.trim() === "" ? 0 : readSum(text, currency);
    if (value === null) return setWrong(true);
    ended.current = true;
    props.onSave(value, then);
  };
  const cancel = (then: "stay" | "leave") => {
    if (ended.current) return;
    ended.current = true;
    props.onCancel(then);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    if (event.key === "Enter") save(event.shiftKey ? "up" : "down");
    else if (event.key === "Tab" && !event.shiftKey) save("right");
    else if (event.key === "Escape") cancel("stay");
    else return;
    event.preventDefault();
  };
  return (
    <input
      className={styles.input}
      aria-label={props.label}
      aria-invalid={isWrong}
      title={isWrong ? "Enter an amount, or a sum such as 120/4+10." : undefined}
      inputMode="text"
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: the person asked for it
      autoFocus
      onFocus={(event) => props.typed === null && event.currentTarget.select()}
      value={text}
      onChange={(event) => {
        setWrong(false);
        setText(event.target.value);
      }}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (text.trim() !== "" && readSum(text, currency) === null) cancel("leave");
        else save("stay");
      }}
    />
  );
}
