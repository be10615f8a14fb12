import { makeStyles, tokens } from "@tessera/fluent";
import type { ListQuery } from "./list-query.ts";
import type { ChangeQuery } from "./use-list-query.ts";

const useStyles = makeStyles({
  note: {
    flexShrink: 0,
    display: "flex",
    justifyContent: "space-between",
    alignItems: "center",
    gap: "12px",
    padding: "0 16px 8px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground2,
  },
  words: { minWidth: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  all: {
    flexShrink: 0,
    minHeight: "24px",
    padding: 0,
    border: "none",
    font: "inherit",
    cursor: "pointer",
    color: tokens.colorNeutralForeground1,
    backgroundColor: "transparent",
    textDecorationLine: "underline",
    textUnderlineOffset: "3px",
    textDecorationColor: tokens.colorNeutralStrokeAccessible,
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px" },
  },
});

/** What the filter leaves, in words, and the way back to everything: an icon alone is overlooked. */
export function FilterNote({ query: { unread, tag }, change }: { query: ListQuery; change: ChangeQuery }) {
  const styles = useStyles();
  if (!unread && !tag) return null;
  const words = ["Shows", unread && "unread", "cards", tag && `tagged “${tag}”`].filter(Boolean).join(" ");
  return (
    <div className={styles.note}>
      <span className={styles.words}>{words}</span>
      <button type="button" className={styles.all} onClick={() => change({ unread: undefined, tag: undefined })}>
        Show all
      </button>
    </div>
  );
}
