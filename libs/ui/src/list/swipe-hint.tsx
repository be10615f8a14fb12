import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import type { SwipeAct, SwipeSide } from "./use-row-swipe.ts";

const useStyles = makeStyles({
  hint: {
    position: "absolute",
    inset: 0,
    display: "flex",
    alignItems: "center",
    gap: "8px",
    padding: "0 20px",
    fontWeight: 600,
  },
  left: { justifyContent: "flex-end" },
  ok: { color: "var(--ok)", backgroundColor: "var(--ok-bg)" },
  warn: { color: "var(--warn)", backgroundColor: "var(--warn-bg)" },
  okArmed: { color: tokens.colorNeutralBackground1, backgroundColor: "var(--ok)" },
  warnArmed: { color: tokens.colorNeutralBackground1, backgroundColor: "var(--warn)" },
});

/** What lies under a row that is swiped: what will happen, and by its fill whether letting go does it. */
export function SwipeHint({ side, act, armed }: { side: SwipeSide; act: SwipeAct; armed: boolean }) {
  const styles = useStyles();
  return (
    <div
      aria-hidden="true"
      data-swipe={armed ? "armed" : "begun"}
      className={mergeClasses(
        styles.hint,
        side === "left" && styles.left,
        styles[act.tone],
        armed && styles[`${act.tone}Armed`],
      )}
    >
      {act.icon}
      {act.label}
    </div>
  );
}
