import { ArrowUndo16Regular } from "@fluentui/react-icons/svg/arrow-undo";
import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import { makeStyles, tokens } from "@tessera/fluent";
import { IconButton } from "@tessera/ui";
import type { SpokenAnswer } from "./do-spoken.ts";

const useStyles = makeStyles({
  bar: {
    display: "flex",
    flexShrink: 0,
    alignItems: "center",
    gap: "8px",
    minHeight: "40px",
    padding: "4px 8px 4px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  said: { display: "flex", flexGrow: 1, flexWrap: "wrap", alignItems: "center", gap: "6px", minWidth: 0 },
  cards: {
    maxWidth: "100%",
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    color: tokens.colorNeutralForeground3,
  },
  chip: {
    display: "inline-flex",
    alignItems: "center",
    gap: "6px",
    minHeight: "24px",
    padding: "0 8px",
    border: "none",
    borderRadius: "6px",
    font: "inherit",
    fontSize: "12px",
    color: tokens.colorNeutralForeground1,
    backgroundColor: "var(--sel)",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "1px" },
    "@media (max-width: 959.98px)": { minHeight: "44px" },
  },
  help: { color: tokens.colorNeutralForeground3 },
});

/** What was done because it was said: each change with a button that takes it back. */
export function SpokenBar({ answer, onClose }: { answer: SpokenAnswer; onClose: () => void }) {
  const styles = useStyles();
  const { cards, chips, notes } = answer;
  return (
    <section className={styles.bar} aria-label="What you said">
      <div className={styles.said}>
        {chips.length > 0 && <span className={styles.cards}>{cards}</span>}
        {chips.map((chip) => (
          <button
            key={chip.id}
            type="button"
            className={styles.chip}
            aria-label={`Undo: ${chip.label}`}
            title="Undo"
            onClick={() => void chip.undo()}
          >
            {chip.label}
            <ArrowUndo16Regular />
          </button>
        ))}
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
        {notes.length > 0 && chips.length === 0 && (
          <span className={styles.help}>Say “archive”, “done”, “snooze to Monday” or “tag travel”.</span>
        )}
      </div>
      <IconButton icon={<Dismiss16Regular />} label="Close" size="small" onClick={onClose} />
    </section>
  );
}
