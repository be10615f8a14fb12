import { makeStyles, tokens } from "@tessera/fluent";
import { useEffect, useState } from "react";

const useStyles = makeStyles({
  note: { flexShrink: 0, padding: "0 16px 8px", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
});

/** Ms that an interruption may last before it is worth a line: most are over sooner. */
const GRACE_MS = 3_000;

/** Says that changes of other devices do not arrive at once, and that the page looks `every` ms instead; nothing while they do. */
export function LiveNote({ state, every }: { state: "connecting" | "live" | "down"; every: number }) {
  const styles = useStyles();
  const down = state === "down";
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!down) return setLate(false);
    const timer = setTimeout(() => setLate(true), GRACE_MS);
    return () => clearTimeout(timer);
  }, [down]);
  return (
    <div role="status" data-live={state}>
      {late && <p className={styles.note}>Live updates are interrupted. Checking every {every / 1000} seconds.</p>}
    </div>
  );
}
