import { ChevronDown16Regular } from "@fluentui/react-icons/svg/chevron-down";
import { ChevronRight16Regular } from "@fluentui/react-icons/svg/chevron-right";
import { makeStyles, tokens } from "@tessera/fluent";
import type { Group } from "./row-geometry.ts";

const useStyles = makeStyles({
  head: {
    display: "flex",
    alignItems: "center",
    gap: "6px",
    width: "100%",
    height: "100%",
    padding: "0 16px 0 12px",
    border: "none",
    fontFamily: "inherit",
    fontSize: "12px",
    lineHeight: "16px",
    fontWeight: 600,
    textAlign: "left",
    color: tokens.colorNeutralForeground2,
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  },
  name: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  count: { fontWeight: 400, color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
});

/** Head of a section of rows: how many there are, and whether they are shown. */
export function SectionHead({
  group: { label, section },
  onToggle,
}: {
  group: Group;
  onToggle?: (key: string) => void;
}) {
  const styles = useStyles();
  if (!section) return null;
  return (
    <button
      type="button"
      className={styles.head}
      aria-expanded={!section.closed}
      onClick={() => onToggle?.(section.key)}
    >
      {section.closed ? <ChevronRight16Regular aria-hidden="true" /> : <ChevronDown16Regular aria-hidden="true" />}
      <span className={styles.name}>{label}</span>
      <span className={styles.count}>{section.count.toLocaleString()}</span>
    </button>
  );
}
