import { makeStyles, tokens } from "@tessera/fluent";

/** What a step of a run looks like, on its own and beside another one. */
export const useStepStyles = makeStyles({
  step: { padding: "12px 16px", borderTop: `1px solid ${tokens.colorNeutralStroke2}`, minWidth: 0 },
  parts: { display: "flex", flexDirection: "column", gap: "8px", minWidth: 0 },
  head: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 12px" },
  title: { margin: 0, fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
  note: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  text: { overflowWrap: "anywhere" },
  words: { margin: 0, whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
  values: {
    margin: 0,
    maxHeight: "320px",
    overflow: "auto",
    padding: "8px 12px",
    borderRadius: "4px",
    fontSize: "12px",
    lineHeight: "18px",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
    backgroundColor: tokens.colorNeutralBackground3,
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  },
});
