import { Button, makeStyles, tokens } from "@tessera/fluent";
import { keyLabels } from "@tessera/shell-api";
import { Keycap } from "@tessera/ui";
import { useEffect, useRef, useState } from "react";
import { isTaken, written } from "./pressed-keys.ts";

const useStyles = makeStyles({
  root: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    minHeight: "32px",
    padding: "0 4px 0 10px",
    borderRadius: "6px",
    outline: "2px solid var(--ink)",
    outlineOffset: "-2px",
    backgroundColor: tokens.colorNeutralBackground1,
  },
});

/** Waits for the keys of a line: one press, or two where the first begins other keys, as `g` does. */
export function KeyRecorder(props: { begins(key: string): boolean; onKeys(keys: string): void; onCancel(): void }) {
  const styles = useStyles();
  const [first, setFirst] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const latest = useRef({ ...props, first });
  latest.current = { ...props, first };
  useEffect(() => {
    // Before any command of the page.
    const onKeyDown = (event: KeyboardEvent) => {
      const now = latest.current;
      if (event.key === "Tab") return now.onCancel();
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === "Escape") return now.onCancel();
      const press = written(event);
      if (press === null) return;
      if (isTaken(event)) return setRefused(true);
      setRefused(false);
      if (now.first === null && now.begins(press)) setFirst(press);
      else now.onKeys(now.first === null ? press : `${now.first} ${press}`);
    };
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, []);
  return (
    <span className={styles.root} role="status">
      {refused
        ? "This key belongs to the browser or the page. Press another."
        : first === null
          ? "Press the keys"
          : [
              ...keyLabels(first).map((key) => (
                <Keycap key={key} always>
                  {key}
                </Keycap>
              )),
              " and the next",
            ]}
      <Button size="small" appearance="subtle" onClick={props.onCancel}>
        Cancel
      </Button>
    </span>
  );
}
