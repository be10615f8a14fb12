import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  button: {
    flexShrink: 0,
    padding: 0,
    border: "none",
    font: "inherit",
    cursor: "pointer",
    color: tokens.colorNeutralForeground1,
    backgroundColor: "transparent",
    textDecorationLine: "underline",
    textUnderlineOffset: "3px",
    textDecorationColor: tokens.colorNeutralStrokeAccessible,
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
  },
  // Over the link that a row is.
  inRow: { position: "relative", zIndex: 1, fontSize: "12px", ":focus-visible": { outlineOffset: "1px" } },
  line: {
    flexShrink: 0,
    display: "flex",
    justifyContent: "space-between",
    alignItems: "center",
    gap: "12px",
    padding: "0 16px 8px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground2,
    "& > button": { minHeight: "24px" },
  },
  words: { minWidth: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
});

/** A word that acts, underlined as a link is. `inRow`: inside a list's row, out of the tab order. */
export function TextButton({
  onClick,
  inRow,
  children,
}: {
  onClick: () => void;
  inRow?: boolean;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <button
      type="button"
      tabIndex={inRow ? -1 : undefined}
      className={mergeClasses(styles.button, inRow && styles.inRow)}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** What a filter leaves, in words, and the way back to everything: an icon alone is overlooked. */
export function FilterLine({ words, onShowAll }: { words: string; onShowAll: () => void }) {
  const styles = useStyles();
  return (
    <div className={styles.line}>
      <span className={styles.words}>{words}</span>
      <TextButton onClick={onShowAll}>Show all</TextButton>
    </div>
  );
}
