import { CheckmarkCircle20Filled, CheckmarkCircle24Filled } from "@fluentui/react-icons/svg/checkmark-circle";
import { Circle20Regular, Circle24Regular } from "@fluentui/react-icons/svg/circle";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { touch } from "@tessera/ui";

const useStyles = makeStyles({
  circle: {
    position: "relative",
    zIndex: 1,
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    flexShrink: 0,
    padding: 0,
    border: "none",
    borderRadius: "50%",
    color: tokens.colorNeutralForeground3,
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { color: "var(--ok)" },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px" },
    // A pointer finds more than the circle that it sees, and a finger 44 px around it.
    "::after": { content: '""', position: "absolute", inset: "-4px" },
    [touch]: { margin: "-12px", "::after": { inset: 0 } },
  },
  done: { color: "var(--ok)" },
  // In the middle of the first line of the title.
  large: { marginTop: "6px", [touch]: { margin: "-4px -10px -10px" } },
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
