import { CheckmarkCircle20Filled, CheckmarkCircle24Filled } from "@fluentui/react-icons/svg/checkmark-circle";
import { Circle20Regular, Circle24Regular } from "@fluentui/react-icons/svg/circle";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";

const useStyles = makeStyles({
  circle: {
    position: "relative",
    zIndex: 1,
    display: "flex",
    flexShrink: 0,
    padding: 0,
    border: "none",
    borderRadius: "50%",
    color: tokens.colorNeutralForeground3,
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { color: "var(--ok)" },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px" },
    // A finger finds more than the circle that it sees.
    "::after": { content: '""', position: "absolute", inset: "-4px" },
    "@media (max-width: 959.98px)": { "::after": { inset: "-12px" } },
  },
  done: { color: "var(--ok)" },
  large: { marginTop: "6px" },
});

/** Completes a card, or opens it again: a circle, which no selection has. In a row it has no stop of the Tab key. */
export function DoneCircle(props: { title: string; done: boolean; onToggle: () => void; large?: boolean }) {
  const styles = useStyles();
  const { done, large } = props;
  return (
    <button
      type="button"
      aria-pressed={done}
      aria-label={`Mark done: ${props.title}`}
      title={done ? "Mark not done" : "Mark done"}
      tabIndex={large ? undefined : -1}
      className={mergeClasses(styles.circle, done && styles.done, large && styles.large)}
      onClick={props.onToggle}
    >
      {large ? (
        done ? (
          <CheckmarkCircle24Filled aria-hidden="true" />
        ) : (
          <Circle24Regular aria-hidden="true" />
        )
      ) : done ? (
        <CheckmarkCircle20Filled aria-hidden="true" />
      ) : (
        <Circle20Regular aria-hidden="true" />
      )}
    </button>
  );
}
