import { makeStyles, tokens } from "@tessera/fluent";

const phone = "@media (max-width: 599.98px)";

/** How the lists of what a person connected look: an icon, words in two or three lines, actions. */
export const useConnectionRows = makeStyles({
  rows: { listStyleType: "none", margin: 0, padding: 0 },
  row: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr) auto",
    alignItems: "center",
    columnGap: "12px",
    minHeight: "56px",
    padding: "8px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    "& > svg": { color: tokens.colorNeutralForeground3 },
    [phone]: { gridTemplateColumns: "20px minmax(0, 1fr)", "& button": { minWidth: "44px", minHeight: "44px" } },
  },
  title: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 8px", overflowWrap: "anywhere" },
  line: {
    marginTop: "2px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    overflowWrap: "anywhere",
  },
  failure: { color: "var(--bad)" },
  links: { display: "flex", flexWrap: "wrap", gap: "4px 16px", marginTop: "4px" },
  actions: { display: "flex", alignItems: "center", [phone]: { gridColumn: 2, marginLeft: "-12px" } },
});
