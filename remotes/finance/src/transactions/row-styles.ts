import { makeStyles, tokens } from "@tessera/fluent";

/** Columns of the list: box, day, payee, category, note, amount. */
export const useRowStyles = makeStyles({
  row: {
    display: "grid",
    gridTemplateColumns: "24px 96px minmax(120px, 3fr) minmax(120px, 2fr) minmax(80px, 2fr) minmax(104px, auto)",
    columnGap: "12px",
    alignItems: "center",
    height: "100%",
    margin: "0 4px",
    padding: "0 12px 0 8px",
    borderRadius: "6px",
    cursor: "default",
    outline: "var(--row-ring, none)",
    outlineOffset: "-2px",
    backgroundColor: "var(--row-fill, transparent)",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  checked: { backgroundColor: "var(--row-fill, var(--sel))", ":hover": { backgroundColor: "var(--sel)" } },
  box: { margin: "-6px" },
  cell: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  second: { color: tokens.colorNeutralForeground2 },
  third: { color: tokens.colorNeutralForeground3 },
  figure: { textAlign: "right", fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" },
  input: {
    width: "100%",
    minWidth: 0,
    height: "30px",
    padding: "0 6px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "4px",
    font: "inherit",
    color: "inherit",
    backgroundColor: tokens.colorNeutralBackground1,
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  },
  inputFigure: { textAlign: "right", fontVariantNumeric: "tabular-nums" },
});
