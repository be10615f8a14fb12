import { makeStyles, tokens } from "@tessera/fluent";
import { useEffect, useState } from "react";

const useStyles = makeStyles({
  note: {
    flexShrink: 0,
    padding: "0 16px 8px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground2,
  },
});

/** How long an interruption lasts before the note appears, in ms: most end sooner. */
const NOTE_DELAY_MS = 3_000;

/** Says that live updates are interrupted and that the page polls every `every` ms instead; nothing while they work. */
export function LiveNote({ state, every }: { state: "connecting" | "live" | "down"; every: number }) {
  const styles = useStyles();
  const down = state === "down";
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!down) return setLate(false);
    const timer = setTimeout(() => setLate(true), NOTE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [down]);
  return (
    <div role="status" data-live={state}>
      {late && <p className={styles.note}>Live updates are interrupted. Checking every {every / 1000} seconds.</p>}
    </div>
  );
}
