import { makeStyles, tokens } from "@tessera/fluent";
import { touch } from "@tessera/ui";

const phone = "@media (max-width: 599.98px)";

/** How earlier versions are shown: their list, and beside it the chosen one; below each other on a phone. */
export const useHistoryStyles = makeStyles({
  root: {
    display: "grid",
    gridTemplateColumns: "200px minmax(0, 1fr)",
    gap: "16px",
    minHeight: "240px",
    [phone]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: "none",
    maxHeight: "420px",
    overflowY: "auto",
    [phone]: { maxHeight: "180px" },
  },
  version: {
    display: "block",
    width: "100%",
    minHeight: "44px",
    padding: "4px 8px",
    border: "none",
    borderRadius: "6px",
    textAlign: "left",
    font: "inherit",
    color: "inherit",
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorNeutralBackground1Hover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  },
  chosen: { backgroundColor: "var(--sel)" },
  line: { display: "block", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  side: { display: "flex", flexDirection: "column", gap: "8px", minWidth: 0 },
  note: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  foot: { display: "flex", justifyContent: "flex-end", [touch]: { "& button": { minHeight: "44px" } } },
});
