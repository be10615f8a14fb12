import type { Rollout } from "@tessera/contracts-releases/releases.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { isWorse, percentAt, percentText } from "./release-words.ts";

const useStyles = makeStyles({
  ramp: { display: "flex", gap: "2px", width: "138px" },
  step: {
    display: "flex",
    flexDirection: "column",
    flexGrow: 1,
    flexBasis: 0,
    alignItems: "center",
    gap: "4px",
    minWidth: 0,
  },
  bar: { width: "100%", height: "6px", borderRadius: "2px", backgroundColor: tokens.colorNeutralStroke2 },
  reached: { backgroundColor: "var(--c1)" },
  worse: { backgroundColor: "var(--bad)" },
  percent: {
    fontSize: "12px",
    lineHeight: "16px",
    fontVariantNumeric: "tabular-nums",
    color: tokens.colorNeutralForeground3,
  },
  here: { fontWeight: 600, color: tokens.colorNeutralForeground1 },
});

/** More steps than this have no room for a figure each: only the current one is written. */
const ROOM = 6;

/** How far a rollout has come: one segment for each step. */
export function Ramp({ rollout }: { rollout: Rollout }) {
  const styles = useStyles();
  const at = percentText(percentAt(rollout));
  const reached = rollout.begun ? rollout.step : -1;
  const all = rollout.steps.map(({ percent }) => percentText(percent));
  return (
    <div
      role="img"
      aria-label={`${rollout.begun ? `Step ${rollout.step + 1} of ${all.length}: ${at}%` : "Not started: 0%"} of ${all.join(", ")}%`}
      className={styles.ramp}
    >
      {rollout.steps.map(({ percent }, index) => (
        <span key={percent} className={styles.step}>
          <span
            className={mergeClasses(
              styles.bar,
              index <= reached && styles.reached,
              index <= reached && isWorse(rollout) && styles.worse,
            )}
          />
          {(all.length <= ROOM || index === rollout.step) && (
            <span className={mergeClasses(styles.percent, index === reached && styles.here)}>{all[index]}</span>
          )}
        </span>
      ))}
    </div>
  );
}
