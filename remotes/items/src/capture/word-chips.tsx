import { Dismiss12Regular } from "@fluentui/react-icons/svg/dismiss";
import type { Word } from "@tessera/contracts-items/words/words.ts";
import { makeStyles, tokens } from "@tessera/fluent";

const useStyles = makeStyles({
  chips: { display: "flex", flexWrap: "wrap", gap: "6px", listStyleType: "none", margin: 0, padding: 0 },
  chip: {
    display: "inline-flex",
    alignItems: "center",
    gap: "4px",
    height: "24px",
    padding: "0 2px 0 8px",
    borderRadius: "6px",
    fontSize: "12px",
    color: tokens.colorNeutralForeground1,
    backgroundColor: "var(--sel)",
  },
  kind: { color: tokens.colorNeutralForeground3 },
  refuse: {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    width: "20px",
    height: "20px",
    padding: 0,
    border: "none",
    borderRadius: "4px",
    color: "inherit",
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
    "@media (max-width: 959.98px)": { width: "32px", height: "44px" },
  },
});

const KIND = { due: "Due", repeat: "Repeats", reminder: "Reminder", priority: "", tag: "" };

/** Fields that were recognised in the text, each with a way to refuse it: it then stays text. */
export function WordChips({ words, onRefuse }: { words: readonly Word[]; onRefuse: (word: Word) => void }) {
  const styles = useStyles();
  if (words.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Recognised in the text">
      {words.map((word) => (
        <li key={`${word.from}`} className={styles.chip}>
          {KIND[word.kind] && <span className={styles.kind}>{KIND[word.kind]}</span>}
          {word.label}
          <button
            type="button"
            className={styles.refuse}
            aria-label={`Keep as text: ${word.label}`}
            title="Keep as text"
            onClick={() => onRefuse(word)}
          >
            <Dismiss12Regular />
          </button>
        </li>
      ))}
    </ul>
  );
}
